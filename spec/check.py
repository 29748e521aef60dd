"""The independent checker: re-infers the type of every subterm of a declaration, as a kernel would.

What it takes on trust: proofs (`Proof p` proves `p`), positivity and termination, that the arms of
a `match` cover all cases, and universes beyond `Prop` and `Type` (a `Prop` is accepted where a
`Type` is asked for). Conversion is that of `convert`, divergences included.
"""

from __future__ import annotations

from collections.abc import Mapping

from denotary.spec.convert import Converter, Mismatch
from denotary.spec.declarations import Declaration, Kind
from denotary.spec.depth import deep
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.faults import FAULTS, CheckError, IllTyped, as_fault, report
from denotary.spec.indices import Substitution, apply, refine, retyped
from denotary.spec.infer import Locals, NotTyped, Typer, close
from denotary.spec.reduce import Reducer, reducer
from denotary.spec.terms import (
    PROP,
    TYPE,
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Meta,
    Pi,
    Proj,
    Proof,
    Sort,
    Term,
    Unsupported,
    beta,
    instantiate,
    spine,
    subterms,
)

__all__ = ["CheckError", "Checker", "check", "checker", "infer"]


class Checker:
    """Checks terms over one environment; what was checked once is remembered by term."""

    def __init__(self, shared: Reducer, locals: Locals | None = None) -> None:
        self.env = shared.env
        self.reducer = shared
        self.typer = Typer(shared, locals)
        self.converter = Converter(self.typer)
        self._types: dict[Term, Term] = {}

    def infer(self, term: Term, depth: int = 0) -> Term:
        """The type of `term`, every subterm checked. Raises `IllTyped`."""
        found = self._types.get(term)
        if found is None:
            found = self._types[term] = self._infer(term, depth)
        return found

    def _infer(self, term: Term, depth: int) -> Term:
        match term:
            case Const(name):
                return self.env[name].type
            case App():
                return self._application(term, depth)
            case FVar():
                return self.typer.local(term)
            case Lam():
                return self._lambda(term, depth)
            case Pi():
                return self._pi(term, depth)
            case Lit() | Sort():
                return self.typer.infer(term)
            case Proof(prop):
                self.sort(prop, depth, "what is proved")
                if not self.typer.is_prop(prop, depth):
                    raise IllTyped("a proof of something that is no proposition", PROP, prop)
                return prop
            case Proj(struct, index, expr):
                type_ = self._at(f"structure of field {index} of {struct}", expr, depth)
                return self.typer.field(struct, index, expr, type_)
            case Match():
                return self._match(term, depth)
            case Let():
                return self._let(term, depth)
            case Unsupported(type_):
                self.sort(type_, depth, "type of an unsupported place")
                return type_
            case Meta():
                raise IllTyped("a metavariable was left in the term")
            case BVar():
                raise IllTyped("a bound variable escapes its binder")
        raise IllTyped(f"`{type(term).__name__}` has no place here")

    def _at(self, step: str, term: Term, depth: int) -> Term:
        """`infer`, with `step` on the path of a failure."""
        found = self._types.get(term)
        if found is not None:
            return found
        try:
            return self.infer(term, depth)
        except IllTyped as fault:
            fault.steps.append(step)
            raise
        except (NotTyped, UnknownConstant) as cause:
            fault = as_fault(cause)
            fault.steps.append(step)
            raise fault from cause

    def sort(self, term: Term, depth: int, step: str) -> Sort:
        """Check that `term` is a type or proposition; its sort."""
        sort = self._at(step, term, depth)
        if not isinstance(sort, Sort):
            sort = self.reducer.whnf(sort)
            if not isinstance(sort, Sort):
                fault = IllTyped("this should be a type", TYPE, sort)
                fault.steps.append(step)
                raise fault
        return sort

    def fits(self, found: Term, expected: Term, depth: int) -> Mismatch | None:
        """Whether a term of type `found` may stand where `expected` is asked for."""
        if found is expected:
            return None
        mismatch = self.converter.mismatch(found, expected, depth)
        if mismatch is None:
            return None
        left, right = self.reducer.whnf(found), self.reducer.whnf(expected)
        if left is PROP and right is TYPE:
            return None
        if isinstance(left, Pi) and isinstance(right, Pi):
            if self.converter.mismatch(left.type, right.type, depth) is not None:
                return mismatch
            var = self.typer.locals.open(left.name, left.type, depth)
            inner = self.fits(
                instantiate(left.body, [var]), instantiate(right.body, [var]), depth + 1
            )
            return inner and mismatch
        return mismatch

    def require(self, found: Term, expected: Term, depth: int, message: str, step: str) -> None:
        mismatch = self.fits(found, expected, depth)
        if mismatch is not None:
            fault = IllTyped(message, expected, found, mismatch)
            fault.steps.append(step)
            raise fault

    # -- one rule each

    def _application(self, term: App, depth: int) -> Term:
        args = term.args
        fn_type = self._at("function", term.fn, depth)
        name = term.fn.name if isinstance(term.fn, Const | FVar) else "the function"
        start = 0
        for i, arg in enumerate(args):
            if not isinstance(fn_type, Pi):
                fn_type = self.reducer.whnf(instantiate(fn_type, args[start:i]))
                start = i
                if not isinstance(fn_type, Pi):
                    raise IllTyped(
                        f"`{name}` is applied to {len(args)} arguments but takes {i}",
                        None,
                        fn_type,
                    )
            step = f"argument {i + 1} of {name}"
            found = self._at(step, arg, depth)
            expected = instantiate(fn_type.type, args[start:i])
            if found is not expected:
                message = f"argument {i + 1} of `{name}` has the wrong type"
                self.require(found, expected, depth, message, step)
            fn_type = fn_type.body
        return instantiate(fn_type, args[start:])

    def _lambda(self, term: Term, depth: int) -> Term:
        opened, body = self.typer.telescope(term, Lam, depth)
        for i, (binder, var) in enumerate(opened):
            self.sort(self.typer.local(var), depth + i, f"type of `{binder.name}`")
        name = opened[-1][0].name
        return close(opened, self._at(f"body of `fun {name}`", body, depth + len(opened)))

    def _pi(self, term: Term, depth: int) -> Term:
        opened, body = self.typer.telescope(term, Pi, depth)
        for i, (binder, var) in enumerate(opened):
            self.sort(self.typer.local(var), depth + i, f"type of `{binder.name}`")
        inner = depth + len(opened)
        sort = self.sort(body, inner, f"under `∀ {opened[-1][0].name}`")
        return PROP if sort is PROP or self.typer.is_prop(body, inner) else TYPE

    def _let(self, term: Let, depth: int) -> Term:
        self.sort(term.type, depth, f"type of `let {term.name}`")
        step = f"value of `let {term.name}`"
        found = self._at(step, term.value, depth)
        message = f"the value of `let {term.name}` has the wrong type"
        self.require(found, term.type, depth, message, step)
        body = instantiate(term.body, [term.value])
        return self._at(f"body of `let {term.name}`", body, depth)

    def _match(self, term: Match, depth: int) -> Term:
        motive_type = self._at("motive", term.motive, depth)
        rest = motive_type
        for j, discr in enumerate(term.discrs):
            step = f"discriminant {j + 1}"
            binder = self._motive_binder(rest, step)
            found = self._at(step, discr, depth)
            message = f"{step} has another type than the motive"
            self.require(found, binder.type, depth, message, step)
            rest = instantiate(binder.body, [discr])
        if not isinstance(self.reducer.whnf(rest), Sort):
            raise IllTyped("the motive of a match does not return a type", TYPE, rest)
        for i, clause in enumerate(term.clauses):
            try:
                self._clause(term, motive_type, clause, depth)
            except IllTyped as fault:
                fault.steps.append(f"arm {i + 1}")
                raise
        return beta(term.motive, term.discrs)

    def _motive_binder(self, type_: Term, step: str) -> Pi:
        type_ = self.reducer.whnf(type_)
        if not isinstance(type_, Pi):
            fault = IllTyped("the motive takes fewer arguments than there are discriminants")
            fault.steps.append(step)
            raise fault
        return type_

    def _clause(self, term: Match, motive_type: Term, clause: Clause, depth: int) -> None:
        if len(clause.patterns) != len(term.discrs):
            n, m = len(clause.patterns), len(term.discrs)
            raise IllTyped(f"{n} patterns for {m} discriminants")
        vars: list[Term] = []
        for name, type_ in clause.vars:
            type_ = instantiate(type_, vars)
            self.sort(type_, depth + len(vars), f"type of pattern variable `{name}`")
            vars.append(self.typer.locals.open(name, type_, depth + len(vars)))
        inner = depth + len(vars)
        patterns = [instantiate(p, vars) for p in clause.patterns]
        equations: Substitution = {}
        rest = motive_type
        for j, pattern in enumerate(patterns):
            step = f"pattern {j + 1}"
            binder = self._motive_binder(rest, step)
            found, expected = self._at(step, pattern, inner), binder.type
            if self.fits(found, expected, inner) is not None:
                mismatch = refine(self.converter, found, expected, inner, equations)
                if mismatch is not None:
                    fault = IllTyped(
                        f"{step} has another type than its discriminant", expected, found, mismatch
                    )
                    fault.steps.append(step)
                    raise fault
            rest = instantiate(binder.body, [pattern])
        body, expected = instantiate(clause.body, vars), beta(term.motive, patterns)
        if equations:
            inner = retyped(self.typer, equations, (body, expected), inner)
            body, expected = apply(equations, body), apply(equations, expected)
        found = self._at("body", body, inner)
        self.require(found, expected, inner, "the arm has another type than the match", "body")

    # -- declarations

    def declaration(self, declaration: Declaration) -> None:
        """Check one declaration. Raises `IllTyped`."""
        self._finished(declaration.type, "type")
        sort = self.sort(declaration.type, 0, "type")
        if declaration.kind is Kind.THEOREM and sort is not PROP:
            raise IllTyped("the statement of a theorem is no proposition", PROP, sort)
        if declaration.kind is Kind.CONSTRUCTOR:
            self._constructor(declaration)
        if declaration.fields:
            self._defaults(declaration)
        value = declaration.value
        if value is not None:
            self._finished(value, "value")
            found = self._at("value", value, 0)
            message = "the value does not have the declared type"
            self.require(found, declaration.type, 0, message, "value")

    def _finished(self, term: Term, step: str) -> None:
        """No metavariable, free local or loose variable is left."""
        message = "a bound variable escapes its binder" if term.loose else ""
        if term.has_fvar:
            left = next(t for t in subterms(term) if isinstance(t, FVar | Meta))
            message = (
                f"the local `{left.name}` is free in a declaration"
                if isinstance(left, FVar)
                else "a metavariable was left in the term"
            )
        if message:
            fault = IllTyped(message)
            fault.steps.append(step)
            raise fault

    def _constructor(self, declaration: Declaration) -> None:
        """`C : ∀ params fields, I params indices`, the parameters as they are."""
        opened, result = self.typer.telescope(declaration.type, Pi, 0)
        head, args = spine(self.reducer.whnf(result))
        owner = declaration.inductive
        params = tuple(var for _, var in opened[: declaration.params])
        if not (isinstance(head, Const) and head.name == owner):
            raise IllTyped(f"the constructor should return `{owner}`", None, result)
        if declaration.params != self.env[owner].params or args[: len(params)] != params:
            raise IllTyped(f"the constructor changes the parameters of `{owner}`", None, result)

    def _defaults(self, declaration: Declaration) -> None:
        """Defaults live under the parameters and the earlier fields."""
        maker = self.env[declaration.constructors[0]]
        opened, _ = self.typer.telescope(maker.type, Pi, 0)
        vars = [var for _, var in opened]
        if len(vars) != declaration.params + len(declaration.fields):
            raise IllTyped(f"`{maker.name}` and `{declaration.name}` disagree on the fields")
        for i, field in enumerate(declaration.fields):
            if field.default is None:
                continue
            at = declaration.params + i
            step = f"default of `{field.name}`"
            found = self._at(step, instantiate(field.default, vars[:at]), at)
            expected = self.typer.local(opened[at][1])
            self.require(found, expected, at, f"the {step} has the wrong type", step)


def checker(env: Environment) -> Checker:
    """The environment's shared checker."""
    found = env.derived.get(Checker)
    if found is None:
        found = env.derived[Checker] = Checker(reducer(env))
    return found


@deep
def check(env: Environment, declaration: Declaration) -> None:
    """Re-check a declaration from its term alone.

    Raises `CheckError` naming the declaration, the path into the term, and both types.
    """
    try:
        checker(env).declaration(declaration)
    except FAULTS as cause:
        raise report(env, declaration, as_fault(cause)) from cause


@deep
def infer(env: Environment, term: Term, locals: Mapping[FVar, Term] | None = None) -> Term:
    """The type of `term`, every subterm checked; `locals` gives the types of its free variables.

    Raises `CheckError`.
    """
    own = Checker(reducer(env), Locals(locals)) if locals else checker(env)
    try:
        return own.infer(term)
    except FAULTS as cause:
        raise report(env, None, as_fault(cause)) from cause
