"""Which constants a statement rests on, nearest first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from denotary.spec.declarations import Declaration, Kind
from denotary.spec.diagnostics import LeanError
from denotary.spec.environment import Environment
from denotary.spec.terms import Const, Proj, Proof, Term, children


class Role(Enum):
    """What a reached constant contributes."""

    DEFINITION = "definition"
    """Has a value that says what it means."""
    PRIMITIVE = "primitive"
    """No value: its meaning is given in Python, or it is an axiom."""
    TYPE = "type"
    """An inductive type or structure, a constructor, projection or recursor of one."""
    THEOREM = "theorem"
    UNKNOWN = "unknown"
    """No such constant in the environment, or one whose type does not elaborate."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A constant, how far it is from the start, and which constant first led to it."""

    name: str
    role: Role
    distance: int
    via: str
    """Empty for what the start itself mentions."""


_ROLES = {
    Kind.THEOREM: Role.THEOREM,
    Kind.AXIOM: Role.PRIMITIVE,
    Kind.DEF: Role.DEFINITION,
}


def role(declaration: Declaration | None) -> Role:
    if declaration is None:
        return Role.UNKNOWN
    found = _ROLES.get(declaration.kind, Role.TYPE)
    if found is Role.DEFINITION and declaration.value is None:
        return Role.PRIMITIVE
    return found


def lookup(env: Environment, name: str) -> Declaration | None:
    """The declaration, or `None` when there is none or its own statement does not elaborate."""
    try:
        return env.find(name)
    except LeanError:
        return None


def mentioned(term: Term) -> list[str]:
    """Names of the constants in `term`, in order of first occurrence; proofs are skipped."""
    out: dict[str, None] = {}
    seen: set[Term] = set()
    stack = [term]
    while stack:
        t = stack.pop()
        if t in seen or isinstance(t, Proof):
            continue
        seen.add(t)
        if isinstance(t, Const):
            out.setdefault(t.name)
        elif isinstance(t, Proj):
            out.setdefault(t.struct)
        stack.extend(reversed(list(children(t))))
    return list(out)


def dependencies(declaration: Declaration) -> list[str]:
    """What the meaning of a declaration refers to directly. A theorem's proof does not count."""
    out = dict.fromkeys(mentioned(declaration.type))
    if declaration.kind is not Kind.THEOREM and declaration.value is not None:
        out.update(dict.fromkeys(mentioned(declaration.value)))
    out.update(dict.fromkeys(declaration.constructors))
    if declaration.inductive:
        out.setdefault(declaration.inductive)
    out.pop(declaration.name, None)
    return list(out)


def reach(
    env: Environment, start: str | Term, limit: int | None = None, distance: int | None = None
) -> Iterator[Reached]:
    """Constants reached from a declaration or a term, breadth first, each once.

    At most `limit` of them, and none further away than `distance` steps. Raises `UnknownConstant`
    when `start` is a name that is not known.
    """
    first = dependencies(env[start]) if isinstance(start, str) else mentioned(start)
    queue: deque[tuple[str, int, str]] = deque((name, 1, "") for name in first)
    seen = set(first) | ({start} if isinstance(start, str) else set())
    given = 0
    while queue and (limit is None or given < limit):
        name, at, via = queue.popleft()
        if distance is not None and at > distance:
            return
        found = lookup(env, name)
        yield Reached(name, role(found), at, via)
        given += 1
        for below in dependencies(found) if found is not None else ():
            if below not in seen:
                seen.add(below)
                queue.append((below, at + 1, name))


def primitives(env: Environment, start: str | Term) -> list[str]:
    """The constants without a value that `start` reaches: what has to be trusted or interpreted."""
    return [r.name for r in reach(env, start) if r.role is Role.PRIMITIVE]
