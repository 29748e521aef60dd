"""Trees as short text, for assertions that show the whole shape."""

from __future__ import annotations

from denotary.parser.syntax import tree as t

_INFO = {"explicit": "()", "implicit": "{}", "strict": "⦃⦄", "inst": "[]"}


def binder(b: t.Binder) -> str:
    o, c = _INFO[b.info][:1], _INFO[b.info][1:]
    name = sexpr(b.pattern) if b.pattern is not None else b.name
    kind = f" : {sexpr(b.type)}" if b.type is not None else ""
    default = f" := {sexpr(b.default)}" if b.default is not None else ""
    if b.info == "explicit" and not kind and not default:
        return name
    if not b.name:
        kind = kind.removeprefix(" : ")
    return f"{o}{name}{kind}{default}{c}"


def binders(bs: tuple[t.Binder, ...]) -> str:
    return " ".join(map(binder, bs))


def alternatives(alts: tuple[t.Alternative, ...]) -> str:
    return " ".join(
        "".join("| " + ", ".join(map(sexpr, row)) + " " for row in a.rows) + "=> " + sexpr(a.body)
        for a in alts
    )


def field(f: t.FieldInit) -> str:
    head = f.path + (" " + binders(f.binders) if f.binders else "")
    kind = f" : {sexpr(f.type)}" if f.type is not None else ""
    return f"{head}{kind} := {sexpr(f.value)}"


def bound(b: tuple[str, t.Expr] | None) -> str:
    return f" {b[0]} {sexpr(b[1])}" if b else ""


def many(items: tuple[t.Expr, ...]) -> str:
    return " ".join(map(sexpr, items))


def sexpr(e: object) -> str:
    match e:
        case t.Ident():
            return ("@" if e.explicit else "") + e.name
        case t.DotIdent():
            return "." + e.name
        case t.Num():
            return str(e.value)
        case t.Scientific():
            return f"{e.mantissa}e{'-' if e.negative else ''}{e.digits}"
        case t.Str():
            return repr(e.value)
        case t.Char():
            return f"(char {e.value!r})"
        case t.Interpolated():
            parts = " ".join(repr(p) if isinstance(p, str) else sexpr(p) for p in e.parts)
            return f"({e.kind}! {parts})"
        case t.Hole():
            return {"": "_", "?": "?_"}.get(e.name, "?" + e.name)
        case t.SortExpr():
            return e.level
        case t.Sorry():
            return "sorry"
        case t.NamedArg():
            return f"({e.name} := {sexpr(e.value)})"
        case t.AppExpr():
            return f"({sexpr(e.fn)} {many(e.args)}{' ..' if e.ellipsis else ''})".replace(  # type: ignore[arg-type]
                "  ..", " .."
            )
        case t.Explicit():
            return f"(@ {sexpr(e.expr)})"
        case t.Field():
            return f"(field {sexpr(e.expr)} {e.name})"
        case t.Index():
            proof = f" {sexpr(e.proof)}" if e.proof else ""
            return f"(index{e.kind} {sexpr(e.expr)} {sexpr(e.index)}{proof})"
        case t.Paren():
            return f"(paren {sexpr(e.expr)})"
        case t.Ascription():
            return f"(: {sexpr(e.expr)} {sexpr(e.type) if e.type else '-'})"
        case t.Coe():
            return f"({e.kind} {sexpr(e.expr)})"
        case t.Lambda():
            return f"(fun {binders(e.binders)} => {sexpr(e.body)})"
        case t.PiExpr():
            word = "pi" if e.arrow else "∀"
            return f"({word} {binders(e.binders)}{bound(e.bound)}, {sexpr(e.body)})"
        case t.Arrow():
            return f"(→ {sexpr(e.domain)} {sexpr(e.codomain)})"
        case t.Exists():
            word = "∃!" if e.unique else "∃"
            return f"({word} {binders(e.binders)}{bound(e.bound)}, {sexpr(e.body)})"
        case t.BigOp():
            over = f" ∈ {sexpr(e.over)}" if e.over else ""
            where = f" with {sexpr(e.where)}" if e.where else ""
            measure = f" ∂{sexpr(e.measure)}" if e.measure else ""
            return f"({e.op} {binders(e.binders)}{over}{where}, {sexpr(e.body)}{measure})"
        case t.LetExpr() | t.HaveExpr():
            word = "have" if isinstance(e, t.HaveExpr) else "let"
            if isinstance(e, t.LetExpr) and e.rec:
                word = "let rec"
            name = sexpr(e.pattern) if e.pattern is not None else e.name
            bs = " " + binders(e.binders) if e.binders else ""
            kind = f" : {sexpr(e.type)}" if e.type is not None else ""
            other = ""
            if isinstance(e, t.LetExpr) and e.otherwise is not None:
                other = f" | {sexpr(e.otherwise)}"
            return f"({word} {name}{bs}{kind} := {sexpr(e.value)}{other}; {sexpr(e.body)})"
        case t.Show():
            return f"(show {sexpr(e.type)} from {sexpr(e.value)})"
        case t.If():
            name = f"{e.name} : " if e.name else ""
            return f"(if {name}{sexpr(e.cond)} {sexpr(e.then)} {sexpr(e.otherwise)})"
        case t.IfLet():
            return (
                f"(if let {sexpr(e.pattern)} := {sexpr(e.value)} "
                f"{sexpr(e.then)} {sexpr(e.otherwise)})"
            )
        case t.MatchExpr():
            ds = ", ".join((f"{n} : " if n else "") + sexpr(d) for n, d in e.discrs)
            motive = f" motive {sexpr(e.motive)}" if e.motive else ""
            return f"(match{motive} {ds} with {alternatives(e.alternatives)})"
        case t.LambdaMatch():
            return f"(fun {alternatives(e.alternatives)})"
        case t.NamedPattern():
            return f"{e.name}@{sexpr(e.pattern)}"
        case t.Inaccessible():
            return f".({sexpr(e.expr)})"
        case t.By():
            return "(by " + "; ".join(map(tactic, e.tactics)) + ")"
        case t.Do():
            return "(do)"
        case t.Anonymous():
            return f"⟨{', '.join(map(sexpr, e.items))}⟩"
        case t.TupleExpr():
            return f"(tuple {many(e.items)})" if e.items else "()"
        case t.StructInst():
            src = f"{', '.join(map(sexpr, e.sources))} with " if e.sources else ""
            kind = f" : {sexpr(e.type)}" if e.type else ""
            fields = ", ".join(map(field, e.fields))
            return f"{{{src}{fields}{', ..' if e.ellipsis else ''}{kind}}}"
        case t.SetBuilder():
            sign = "//" if e.subtype else "|"
            return f"(set {binder(e.binder)}{bound(e.bound)} {sign} {sexpr(e.pred)})"
        case t.SetLit():
            return f"(set-of {many(e.items)})"
        case t.ListLit():
            return f"({e.kind} {many(e.items)})" if e.items else f"({e.kind})"
        case t.BinOp():
            return f"({e.op} {sexpr(e.left)} {sexpr(e.right)})"
        case t.UnOp():
            return f"({'post ' if e.postfix else 'pre '}{e.op} {sexpr(e.operand)})"
        case t.Abs():
            return f"(abs {sexpr(e.expr)})"
        case t.Norm():
            return f"(norm {sexpr(e.expr)})"
        case t.Notation():
            return f"(notation {e.name!r}{' ' if e.args else ''}{many(e.args)})"
        case t.BadExpr():
            return f"(bad {e.reason!r})"
        case t.Equations():
            return f"(equations {alternatives(e.alternatives)})"
        case t.WhereBody():
            return f"(where {', '.join(map(field, e.fields))})"
        case t.Signature():
            return f"{binders(e.binders)} : {sexpr(e.type) if e.type else '-'}".strip()
    raise AssertionError(e)


def tactic(x: t.Tactic) -> str:
    if x.term is not None:
        return f"{x.name} {sexpr(x.term)}"
    return x.name + (" " + ",".join(x.names) if x.names else "")
