"""Values for binders, made from their types alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from denotary.interpreter.machine import EvaluationError, Index, Machine, Size, TypeValue
from denotary.interpreter.machine import leaves as arrays
from denotary.interpreter.machine.families import (
    binder_names,
    elements,
    is_proposition,
    result_sort,
    telescope,
)
from denotary.interpreter.machine.indices import along, concrete, from_int, known
from denotary.interpreter.machine.propositions import truth
from denotary.interpreter.machine.values import UNIT, PiValue, SortValue
from denotary.interpreter.primitives.finite_sets import listed
from denotary.spec.terms import TYPE, App, BVar, Const, Lam, Pi, constants

from . import discrete
from .functions import Own, Smooth, constant, is_index, itself, smooth
from .inputs import WHOLE, Input

DEPTH = 3
"""How deep constructors of an inductive type are nested in a sample."""


class NoSample(Exception):
    """A value of a type could not be made up; the text says which type and why."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"no value of `{name}` could be made up: {reason}")
        self.name, self.reason = name, reason


OWN_WEIGHTS = 8192
"""Weights of an argument of a sampled function up to which each entry of the result has its own."""


@dataclass
class Sampler:
    """Makes values of types, remembering the inputs and the laws that they must satisfy.

    The same `variant` and names give the same values: a sampler can be asked twice.
    """

    machine: Machine
    seed: tuple[int, ...]
    variant: int = 0
    """0 takes the plainest value of each type, higher numbers vary."""
    inputs: dict[str, Input] = field(default_factory=dict)
    witnesses: set[str] = field(default_factory=set)
    """The inputs that a claim of existence is free to choose."""
    laws: list[tuple[str, Any]] = field(default_factory=list)
    """Propositional fields of the structures made, as `(name, proposition)`."""
    binder: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    """What was chosen where there was a choice, for the report."""
    used: bool = False
    """Whether anything was asked for."""
    families: Sequence[str] = ("smooth",)
    """The families that functions are taken from, binder by binder in turn."""
    _drawn_values: dict[str, Any] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    """The binders that are or hold sampled functions, with their families."""

    def sample(self, name: str, type: Any, depth: int = 0) -> Any:
        """A value of a type. Raises `NoSample`, or an error of evaluation."""
        m = self.machine
        self.used = True
        type = m.force(type)
        if isinstance(type, SortValue):
            return m.type("Real") if type.level else bool(self.rng(name).integers(0, 2))
        if is_proposition(m, type):
            self.law(name, type)
            return UNIT
        if isinstance(type, PiValue):
            if is_decision(m, type):
                return m.builtin(decision, (type,))
            return self._function(name, type, depth)
        if isinstance(type, TypeValue) and type.name == "Decidable":
            return m.force(m.deferred(lambda: truth(m, type.args[0]), type.args))
        if not isinstance(type, TypeValue):
            raise NoSample(str(type), "it is not a type that is known here")
        value = self._plain(name, type, depth)
        if type.name in ("Nat", "Int", "Fin", "Finset") and name not in self.inputs:
            self.notes.setdefault(name, _picked(value))
        return value

    def law(self, name: str, proposition: Any) -> None:
        if all(known != name for known, _ in self.laws):
            self.laws.append((name, proposition))

    def rng(self, name: str) -> np.random.Generator:
        return np.random.default_rng([*self.seed, *name.encode()])

    def _plain(self, name: str, type: TypeValue, depth: int) -> Any:
        m = self.machine
        match type.name:
            case "Nat":
                return Size(int(self.rng(name).integers(0, 5)) if self.variant else 2)
            case "Int":
                return int(self.rng(name).integers(-3, 4))
            case "Bool":
                return bool(self.rng(name).integers(0, 2))
            case "String":
                return name if self.variant % 2 == 0 else _word(self.rng(name))
            case "Char":
                return str(self.rng(name).choice(list("aZ0 _9é")))
            case "Finset":
                return self._finite_set(name, type.args[0])
            case "Fin":
                n = m.concrete(type.args[0], "size")
                if n == 0:
                    raise NoSample("Fin 0", "it is empty")
                return concrete(m, int(self.rng(name).integers(0, n)), n)
        if type.name in arrays.DTYPES:
            return self._array(name, type, (), ())
        declaration = m.rules[type.name].declaration
        if declaration is None or not declaration.constructors:
            raise NoSample(type.name, "it has no constructor")
        if declaration.is_class:
            return self._instance(name, type)
        return self._constructed(name, type, depth)

    def _finite_set(self, name: str, element: Any) -> Any:
        """A set of a few elements; a part of a small type."""
        m = self.machine
        rng = self.rng(name)
        known = finite(m, element)
        if known is not None:
            return m.data("Finset.list", element, *[x for x in known if rng.integers(0, 2)])
        found = [(self.sample(f"{name}.{k}", element), True) for k in range(rng.integers(0, 4))]
        return listed(m, element, found)

    # ---- arrays and functions

    def _array(
        self,
        name: str,
        type: TypeValue,
        binders: Sequence[tuple[Any, ...]],
        sizes: Sequence[Size],
        scale: float | None = None,
    ) -> Any:
        m = self.machine
        axes = tuple(axis for binder in binders for axis in binder)
        limit: int | None = None
        if type.name == "Fin":
            n = m.concrete(type.args[0], "size")
            limit, dtype = int(n), "int"
            number = m.domain.input(name, axes, "int", (0, max(limit - 1, 0)))
        else:
            dtype = arrays.DTYPES[type.name]
            if type.name == "Nat":
                limit = 5
                number = m.domain.input(name, axes, "int", (0, limit - 1))
            else:
                number = m.domain.input(
                    name, axes, dtype, (-WHOLE, WHOLE) if dtype == "int" else None
                )
        self.inputs[name] = Input(name, dtype, axes, len(binders), self.binder, limit, scale)
        return m.table(number, binders, sizes) if binders else number

    def _function(self, name: str, type: PiValue, depth: int) -> Any:
        m = self.machine
        binders: list[tuple[Any, ...]] = []
        sizes: list[Size] = []
        result: Any = type
        while isinstance(result, PiValue) and is_index(m.force(result.domain)):
            n = m.concrete(m.force(result.domain).args[0], "size")
            axes = m.fresh(n.factors, frozenset(a for b in binders for a in b))
            binders.append(axes)
            sizes.append(n)
            result = m.force(m.apply(result.codomain, [along(m, axes, n)]))
        if isinstance(result, SortValue) and result.level == 0 and binders:
            return self._array(name, m.type("Bool"), binders, sizes)
        if isinstance(result, TypeValue):
            if result.name in arrays.DTYPES:
                return self._array(name, result, binders, sizes)
            if result.name == "Fin":
                return self._indices(name, result, binders, sizes)
            return self._family(name, type, depth)
        if isinstance(result, PiValue) and is_proposition(m, m.force(result.domain)):
            inner = self.sample(name, m.apply(result.codomain, [UNIT]), depth)
            return m.builtin(constant, (inner,))
        return self._smooth(name, type)

    def _indices(
        self,
        name: str,
        type: TypeValue,
        binders: Sequence[tuple[Any, ...]],
        sizes: Sequence[Size],
    ) -> Any:
        """A function of indices into an index."""
        n = self.machine.concrete(type.args[0], "size")
        if n == 0:
            raise NoSample("Fin 0", "it is empty")
        table = self._array(name, type, binders, sizes)
        return self.machine.builtin(_index_at, (n, table), len(binders))

    def _family(self, name: str, type: PiValue, depth: int) -> Any:
        """A function of an index into structures: a structure of functions of the index."""
        m = self.machine
        domain = m.force(type.domain)
        n = m.concrete(domain.args[0], "size")
        axes = m.fresh(n.factors, frozenset())
        inner = m.force(m.apply(type.codomain, [along(m, axes, n)]))
        if not m.axes_of(inner).isdisjoint(axes):
            raise NoSample(name, "a family of types that vary with the index")
        if isinstance(inner, PiValue):
            raise NoSample(name, "a family over several indices of values that are no numbers")

        def part(field: str, field_type: Any) -> Any:
            over = m.pi(domain, m.builtin(constant, (field_type,)))
            return self.sample(field, over, depth + 1)

        if inner.name == "String":
            return m.builtin(constant, (name,))
        constructor, args, own = self._choose(name, inner, depth, part)
        return m.builtin(_member, (_Member(constructor, tuple(args), frozenset(own)),))

    def _smooth(self, name: str, type: PiValue, wanted: str = "") -> Any:
        m = self.machine
        types: list[Any] = []
        weights: list[Any] = []
        outer: list[Any] = []
        result: Any = type
        end, count = discrete.result_type(m, type)
        if discrete.is_discrete(end):
            return self._drawn(name, type, end, count)
        last = _last_opaque(m, type)
        if not last:
            raise NoSample(name, "functions into values that are no numbers are not made up")
        family = wanted or self._family_of()
        plain = family == "smooth" and self.variant % 2
        if last == 1 and (plain or family == "identity") and self._identity(type):
            self.notes[name] = "the identity"
            return m.builtin(itself)
        family = "linear" if family == "identity" else family
        total = 0
        known = set(self.inputs)
        while total < last:
            domain = m.force(result.domain)
            total += 1
            if is_index(domain):
                n = m.concrete(domain.args[0], "size")
                avoid = frozenset(a for _, axes in outer for a in axes)
                axes = m.fresh(n.factors, avoid)
                outer.append((domain, axes))
                types.append(None)
                weights.append(None)
                arg: Any = along(m, axes, n)
            else:
                before = set(self.inputs)
                arg = self.sample(f"{name}.w{total}", domain)
                made = [self.inputs[k] for k in self.inputs if k not in before]
                for one in made:
                    share = max(int(np.prod(one.shape, dtype=np.int64)), 1) ** -0.5
                    self.inputs[one.name] = Input(
                        one.name, one.dtype, one.axes, one.rank, f"{self.binder}.w", one.limit,
                        share * 1.5,
                    )  # fmt: skip
                types.append(domain)
                weights.append(
                    tuple(
                        (self._weight(leaf, f"{name}.w{total}.{k}"), leaf.axes)
                        for k, leaf in enumerate(arrays.tabulate(m, arg, domain))
                    )
                )
            result = m.force(m.apply(result.codomain, [arg]))
        places = [domain for domain, _ in outer]
        for k, domain in enumerate(types):
            weights[k] = self._own(f"{name}.w{k + 1}", domain, places, result) or weights[k]
        result = self._over(places, result)
        base = self.sample(f"{name}.c", result)
        gain = self.sample(f"{name}.d", result)
        for made in [k for k in self.inputs if k not in known]:
            self.inputs[made] = replace(self.inputs[made], recipe=True)
        recipe = Smooth(tuple(types), tuple(weights), base, gain, family)
        self.notes[name] = f"{'an' if family[0] in 'ai' else 'a'} {family} function"
        return m.builtin(smooth, (recipe,), len(types))

    def _own(self, name: str, type: Any, places: Sequence[Any], result: Any) -> Own | None:
        """Weights of an argument for each entry of the result; `None` where they are too many."""
        m = self.machine
        made = self.inputs.get(name)
        if type is None or made is None or made.dtype != "real" or m.axes_of(type):
            return None
        found: list[Any] = []
        while isinstance(result, PiValue) and is_index(m.force(result.domain)):
            domain = m.force(result.domain)
            n = m.concrete(domain.args[0], "size")
            found.append(domain)
            result = m.force(
                m.apply(result.codomain, [along(m, m.fresh(n.factors, frozenset()), n)])
            )
        sizes = [int(m.concrete(domain.args[0], "size")) for domain in (*places, *found)]
        entries = int(np.prod(sizes, dtype=np.int64))
        if not 1 < entries <= OWN_WEIGHTS // max(int(np.prod(made.shape, dtype=np.int64)), 1):
            return None
        after = self._over(found, type)
        table = self.sample(name, self._over(places, after))
        self.inputs[name] = replace(self.inputs[name], binder=made.binder, scale=made.scale)
        return Own(table, after)

    def _over(self, domains: Sequence[Any], result: Any) -> Any:
        """The type of functions of these indices into `result`."""
        m = self.machine
        for domain in reversed(domains):
            result = m.pi(domain, m.builtin(constant, (result,)))
        return result

    def _drawn(self, name: str, type: PiValue, result: Any, count: int) -> Any:
        """A function into a discrete type."""
        m = self.machine
        family = self._family_of()
        way, source = "keys", None
        if family in ("constant", "zero"):
            way = "constant"
            truth = isinstance(result, SortValue) or result.name == "Bool"
            source = family == "constant" if truth else self.sample(f"{name}.c", result)
        elif discrete.readable(result):
            over = discrete.domains(m, type)
            known = set(self.inputs)
            if all(discrete.integral(d) for d in over):
                n = Size(discrete.ENTRIES)
                entry = m.type("Bool") if isinstance(result, SortValue) else result
                table = m.pi(m.type("Fin", n), m.builtin(constant, (entry,)))
                way, source = "table", self.sample(f"{name}.t", table)
            else:
                with suppress(NoSample, EvaluationError):
                    source = self._smooth(f"{name}.t", discrete.realised(m, type, count), "wave")
                    way = "smooth"
            for made in [k for k in self.inputs if k not in known]:
                self.inputs[made] = replace(self.inputs[made], recipe=True)
        self.notes[name] = "a constant function" if way == "constant" else "a sampled function"
        drawn = discrete.Drawn(self, name, type, way, source)
        return m.builtin(discrete.value, (drawn,), count)

    def _family_of(self) -> str:
        """The family of functions that the binder at hand takes."""
        return self.functions.setdefault(
            self.binder, self.families[len(self.functions) % len(self.families)]
        )

    def once(self, name: str, type: Any) -> Any:
        """The value of a name: drawn when it is first asked for, and the same afterwards."""
        if name not in self._drawn_values:
            self._drawn_values[name] = self.sample(name, type)
        return self._drawn_values[name]

    def _weight(self, leaf: Any, name: str) -> Any:
        """A real array along a leaf's axes; the leaf's own where it is one."""
        m = self.machine
        if leaf.dtype == "real" and getattr(leaf.value, "op", "") == "input":
            return leaf.value
        axes = tuple(leaf.axes)
        self.inputs[name] = Input(name, "real", axes, 1, f"{self.binder}.w", None, 1.0)
        return m.domain.input(name, axes, "real")

    def _identity(self, type: PiValue) -> bool:
        m = self.machine
        domain = m.force(type.domain)
        if not isinstance(domain, TypeValue) or domain.name != "Real":
            return False
        return m.force(m.apply(type.codomain, [m.domain.constant(0, "real")])) is domain

    # ---- constructors

    def _constructed(self, name: str, type: TypeValue, depth: int) -> Any:
        m = self.machine
        constructor, args, _ = self._choose(
            name, type, depth, lambda field, kind: self.sample(field, kind, depth + 1)
        )
        return m.call(constructor, tuple(args))

    def _choose(
        self, name: str, type: TypeValue, depth: int, part: Callable[[str, Any], Any]
    ) -> tuple[str, list[Any], set[int]]:
        """A constructor of the type, its arguments, and the places of those that `part` made."""
        m = self.machine
        owner = m.env[type.name]
        viable: list[tuple[bool, int, str, dict[int, Any]]] = []
        for k, constructor in enumerate(owner.constructors):
            taken = self._fits(constructor, owner.params, type.args)
            if taken is not None:
                viable.append((_recursive(m, constructor, type.name), k, constructor, taken))
        viable.sort(key=lambda item: item[:2])
        if depth < DEPTH and len(viable) > 1 and all(v[0] for v in viable[1:]):
            viable = viable[1:] + viable[:1]  # a list that is not empty shows more than `[]`
        elif depth >= DEPTH:
            viable = [v for v in viable if not v[0]] or viable
        if len(owner.constructors) > 1 and viable:
            turn = self.variant % len(viable)
            viable = viable[turn:] + viable[:turn]
        reason = "no constructor has its indices"
        if depth > 2 * DEPTH:
            viable, reason = [], "its constructors nest without end"
        for _, _, constructor, taken in viable:
            laws, inputs = list(self.laws), dict(self.inputs)
            try:
                args, own = self._fields(name, constructor, owner.params, taken, part)
            except (NoSample, EvaluationError) as error:
                self.laws, self.inputs = laws, inputs
                reason = str(error)
                continue
            if len(owner.constructors) > 1:
                self.notes[name] = constructor.rsplit(".", 1)[-1]
            return constructor, args, own
        raise NoSample(type.name, reason)

    def _fits(self, constructor: str, params: int, wanted: Sequence[Any]) -> dict[int, Any] | None:
        """The arguments that the result type of a constructor fixes; None if it makes another."""
        m = self.machine
        type = m.env[constructor].type
        count = 0
        while isinstance(type, Pi):
            type, count = type.body, count + 1
        taken: dict[int, Any] = dict(enumerate(wanted[:params]))
        result = type.args if isinstance(type, App) else ()
        for pattern, actual in zip(result[params:], wanted[params:], strict=True):
            if not isinstance(pattern, BVar):
                return None
            place = count - 1 - pattern.index
            if place in taken and not _same(m, taken[place], actual):
                return None
            taken[place] = actual
        return taken

    def _fields(
        self,
        name: str,
        constructor: str,
        params: int,
        taken: Mapping[int, Any],
        part: Callable[[str, Any], Any],
    ) -> tuple[list[Any], set[int]]:
        m = self.machine
        declared = m.env[constructor].type
        names = binder_names(declared)
        rest = m.force(telescope(m, declared, ()))
        args: list[Any] = []
        own: set[int] = set()
        while isinstance(rest, PiValue):
            k = len(args)
            domain = m.force(rest.domain)
            label = f"{name}.{names[k] or k}"
            if k in taken:
                value = taken[k]
            elif is_proposition(m, domain):
                self.law(label, domain)
                value = UNIT
            else:
                value = part(label, domain)
                own.add(k)
            args.append(value)
            rest = m.force(m.apply(rest.codomain, [value]))
        return args, own

    def _instance(self, name: str, type: TypeValue) -> Any:
        raise NoSample(
            f"{type.name} …", "an instance of a class for a type that is made up is not searched"
        )


class _Member(Smooth):
    """A constructor whose own fields are functions of an index."""

    __slots__ = ("args", "constructor", "own")

    def __init__(self, constructor: str, args: tuple[Any, ...], own: frozenset[int]) -> None:
        self.axes = frozenset()
        self.constructor, self.args, self.own = constructor, args, own


def _member(m: Machine, family: _Member, index: Any) -> Any:
    """The member of a family at an index."""
    args = [
        m.deferred(lambda arg=arg: m.apply(arg, [index]), (index,)) if k in family.own else arg
        for k, arg in enumerate(family.args)
    ]
    args = [m.force(a) if k in family.own else a for k, a in enumerate(args)]
    return m.call(family.constructor, tuple(args))


def is_decision(m: Machine, type: Any) -> bool:
    """Whether a function decides propositions: `DecidablePred`, `DecidableEq`."""
    end, _ = discrete.result_type(m, type)
    return isinstance(end, TypeValue) and end.name == "Decidable"


def decision(m: Machine, type: Any, arg: Any) -> Any:
    """The decisions of a family of propositions: their truth."""
    inner = m.force(m.apply(type.codomain, [arg]))
    if isinstance(inner, PiValue):
        return m.builtin(decision, (inner,))
    return m.force(m.deferred(lambda: truth(m, inner.args[0]), inner.args))


def _word(rng: np.random.Generator) -> str:
    """Up to six characters, some of them unusual."""
    letters = list("abcXYZ019 _-.é")
    return "".join(str(c) for c in rng.choice(letters, int(rng.integers(0, 7))))


def _index_at(m: Machine, size: Any, table: Any, *args: Any) -> Any:
    """An array of ints read as indices."""
    return from_int(m, m.apply(table, list(args)), m.nat(size))


def _last_opaque(m: Machine, type: Any) -> int:
    """How many arguments there are up to the last that is not an index."""
    count = last = 0
    while isinstance(type, PiValue):
        domain = m.force(type.domain)
        count += 1
        if is_index(domain):
            n = m.concrete(domain.args[0], "size")
            arg: Any = along(m, m.fresh(n.factors, frozenset()), n)
        else:
            last = count
            arg = UNIT
        type = m.force(m.apply(type.codomain, [arg]))
    return last


def _recursive(m: Machine, constructor: str, owner: str) -> bool:
    """Whether a field of the constructor holds values of the type that it makes."""
    type = m.env[constructor].type
    while isinstance(type, Pi):
        if owner in constants(type.type):
            return True
        type = type.body
    return False


def _same(m: Machine, a: Any, b: Any) -> bool:
    a, b = m.force(a), m.force(b)
    return a is b or (isinstance(a, int) and isinstance(b, int) and int(a) == int(b))


def axes_for(m: Machine, type: TypeValue, avoid: frozenset[Any]) -> tuple[Any, tuple[Any, ...]]:
    """An index that runs over all of `Fin n`, and its axes."""
    n = m.concrete(type.args[0], "size")
    axes = m.fresh(n.factors, avoid)
    return along(m, axes, n), axes


def _picked(value: Any) -> str:
    """A value that was picked, for the report."""
    if isinstance(value, int):
        return str(int(value))
    found = known(value) if isinstance(value, Index) else None
    return "one that was picked" if found is None else str(found)


def finite(m: Machine, type: Any, limit: int = 16) -> Iterator[Any] | None:
    """The elements of a small finite type that is not `Fin n`; None for other types."""
    if not isinstance(type, TypeValue):
        return None
    try:
        found = []
        for value in elements(m, type):
            found.append(value)
            if len(found) > limit:
                return None
        return iter(found)
    except EvaluationError:
        return None


__all__ = [
    "TYPE", "Const", "Lam", "NoSample", "Sampler", "axes_for", "finite", "result_sort",
]  # fmt: skip
