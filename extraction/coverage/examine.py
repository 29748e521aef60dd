"""One declaration taken as far as its terms go: parsed, elaborated strictly, checked."""

from __future__ import annotations

import re
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from denotary.extraction.coverage.equations import concludes_in_equations
from denotary.extraction.coverage.reasons import classify, place_in
from denotary.extraction.coverage.records import ORDER, Part, PartKind, Record, Stage, Stop
from denotary.extraction.projects import Root
from denotary.parser.project import Project
from denotary.parser.syntax import (
    parse_body,
    parse_constructors,
    parse_signature,
    parse_structure,
    parse_where,
)
from denotary.parser.syntax.tree import (
    Body,
    By,
    DeclText,
    Equations,
    FileText,
    WhereBody,
)
from denotary.spec.check import CheckError, check
from denotary.spec.declarations import Declaration
from denotary.spec.diagnostics import LeanError
from denotary.spec.terms import Term, Unsupported, subterms

Listener = Callable[[Stage], None]
Examine = Callable[[str, Stage, Listener], Record]

_TYPES = ("structure", "class", "inductive", "class inductive")


@dataclass
class _Part:
    """A part being taken through the stages."""

    kind: PartKind
    count: int = 1
    reached: dict[Stage, int] = field(default_factory=dict)
    stop: Stop | None = None

    def passed(self, stage: Stage, count: int | None = None) -> None:
        self.reached[stage] = self.count if count is None else count

    def frozen(self) -> Part:
        return Part(self.kind, self.count, self.reached, self.stop)


class Examiner:
    """Examines the declarations of one project; what one needs is kept for the next."""

    def __init__(self, project: Project, root: Root) -> None:
        self.project = project
        self.root = root

    def __call__(self, key: str, upto: Stage, listen: Listener = lambda stage: None) -> Record:
        """How far the declaration gets, at most to `CHECKED`. Never raises for what it holds.

        `listen` is told each stage before it is tried.
        """
        return _Examination(self, key, upto, listen).run()


class _Examination:
    def __init__(self, examiner: Examiner, key: str, upto: Stage, listen: Listener) -> None:
        self.listen = listen
        self.project, self.root = examiner.project, examiner.root
        self.key, self.upto = key, upto
        self.file, self.decl = self.project.text(key)
        self.more = self.project.imported_notations(self.file, self.decl.scope)
        self.signature = _Part(outline(self.file, self.decl)[0])
        self.body: _Part | None = None
        self.inner: list[tuple[_Part, str]] = []
        self.seconds: dict[str, float] = {}
        self.equation: bool | None = None

    def run(self) -> Record:
        for stage, step in (
            (Stage.PARSED, self.parse),
            (Stage.ELABORATED, self.elaborate),
            (Stage.CHECKED, self.check),
        ):
            if ORDER[stage] <= ORDER[self.upto]:
                self.listen(stage)
                begun = time.perf_counter()
                step()
                self.seconds[stage.value] = time.perf_counter() - begun
        parts = [self.signature, *([self.body] if self.body else [])]
        parts += [part for part, _ in self.inner]
        stops = [part.stop for part in parts if part.stop is not None]
        worst = min(stops, key=lambda stop: ORDER[stop.after], default=None)
        line = self.file.text.count("\n", 0, self.decl.name_span[0]) + 1
        return Record(
            key=self.key,
            name=self.decl.full_name,
            kind=self.decl.kind,
            file=self.root.relative(self.file.path),
            line=line,
            stage=worst.after if worst else min(self.upto, Stage.CHECKED),
            stop=worst,
            parts=tuple(part.frozen() for part in parts),
            equation=self.equation,
            seconds=self.seconds,
        )

    # ---- the stages

    def parse(self) -> None:
        file, decl, more = self.file, self.decl, self.more
        with self.step(self.signature, Stage.PARSED):
            if decl.kind in ("structure", "class"):
                parse_structure(file, decl, more)
            else:
                parse_signature(file, decl, more)
                if decl.kind in _TYPES:
                    parse_constructors(file, decl, more)
        for kind in outline(file, decl)[1:]:
            self.body = _Part(kind)
            self.parse_body(self.body)

    def parse_body(self, outer: _Part) -> None:
        file, decl, more = self.file, self.decl, self.more
        with self.step(outer, Stage.PARSED):
            body = parse_body(file, decl, more)
            if body is None:
                self.body = None
                return
            outer.kind, outer.count = _body_kind(body)
        if outer.stop is not None:
            return
        with self.step(outer, Stage.PARSED):
            for aux in parse_where(file, decl, more):
                part = _Part(PartKind.AUXILIARY)
                with self.step(part, Stage.PARSED):
                    parse_signature(file, aux, more)
                    parse_body(file, aux, more)
                self.inner.append((part, f"{self.key}.{aux.full_name.rpartition('.')[2]}"))

    def elaborate(self) -> None:
        declaration = None
        if self.signature.stop is None:
            with self.step(self.signature, Stage.ELABORATED):
                declaration = self.project.declare(self.key)
                self.refuse(self.signature, [declaration.type], self.errors(in_body=False))
                for member in self.members(declaration):
                    self.refuse(self.signature, [self.project.declare(member).type], ())
        if declaration is not None and self.decl.kind == "theorem":
            self.equation = concludes_in_equations(self.project.environment, declaration.type)
        if self.body is not None and self.body.stop is None:
            if declaration is None or self.signature.stop is not None:
                self.body.stop = under(self.signature.stop, Stage.PARSED)
            else:
                self.elaborate_body(self.body, declaration)
        for part, name in self.inner:
            if part.stop is None:
                with self.step(part, Stage.ELABORATED):
                    found = self.project.declare(name)
                    errors = self.project.errors.get(name, ())
                    self.refuse(part, [found.type, found.value], errors)

    def elaborate_body(self, part: _Part, declaration: Declaration) -> None:
        with self.step(part, Stage.ELABORATED):
            value = declaration.value
            errors = self.errors(in_body=True)
            whole = isinstance(value, Unsupported)
            self.refuse(part, [value], errors)
            if part.stop is not None and part.kind is PartKind.ARM and not whole:
                part.passed(Stage.ELABORATED, max(0, part.count - max(1, len(errors))))

    def check(self) -> None:
        environment = self.project.environment
        if self.signature.stop is None:
            with self.step(self.signature, Stage.CHECKED):
                declaration = self.project.declare(self.key)
                check(environment, declaration.without_value())
                for member in self.members(declaration):
                    check(environment, self.project.declare(member))
        if self.body is not None and self.body.stop is None:
            if self.signature.stop is not None:
                self.body.stop = under(self.signature.stop, Stage.ELABORATED)
            else:
                with self.step(self.body, Stage.CHECKED):
                    check(environment, self.project.declare(self.key))
        elif self.body is not None and (good := self.body.reached.get(Stage.ELABORATED)):
            rest = _Part(self.body.kind, good)  # the arms that are there, the others left out
            with self.step(rest, Stage.CHECKED):
                check(environment, self.project.declare(self.key))
            self.body.passed(Stage.CHECKED, rest.reached.get(Stage.CHECKED, 0))
        for part, name in self.inner:
            if part.stop is None:
                with self.step(part, Stage.CHECKED):
                    check(environment, self.project.declare(name))

    # ---- helpers

    def members(self, declaration: Declaration) -> Sequence[str]:
        """Constructors and projections: what else the declaration of a type declares."""
        fields = tuple(f"{self.key}.{f.name}" for f in declaration.fields)
        return (*declaration.constructors, *fields)

    def errors(self, *, in_body: bool) -> list[LeanError]:
        """What went wrong in the declaration without being raised."""
        found = self.project.errors.get(self.key, ())
        return [error for error in found if self.in_signature(error) is not in_body]

    def in_signature(self, error: LeanError) -> bool:
        span = error.diagnostic.span
        if span is None or str(span.file) != str(self.file.path):
            return False
        return self.decl.span[0] <= span.start < self.decl.body[0]

    def refuse(
        self, part: _Part, terms: Sequence[Term | None], errors: Sequence[LeanError]
    ) -> None:
        """Stop the part at its first error, or where a place was left out of a term."""
        if part.stop is not None:
            return
        if errors:
            part.stop = self.lean(errors[0], Stage.PARSED)
            return
        for term in terms:
            for inner in () if term is None else subterms(term):
                if isinstance(inner, Unsupported):
                    reason, subject = classify(inner.reason)
                    place = place_in(inner.place, self.root.relative)
                    part.stop = Stop(Stage.PARSED, reason, inner.reason, place, subject)
                    return

    @contextmanager
    def step(self, part: _Part, stage: Stage) -> Iterator[None]:
        """Counts the part as having passed the stage, or keeps why it did not."""
        before = list(Stage)[ORDER[stage] - 1]
        try:
            yield
        except LeanError as error:
            part.stop = self.lean(error, before)
        except CheckError as error:
            reason, subject = classify(error.message)
            span = error.declaration.span if error.declaration else None
            place = self.place(span) if span else ""
            part.stop = Stop(before, f"checker: {reason}", _brief(str(error)), place, subject)
        except Exception as error:
            part.stop = self.internal(error, before)
        if part.stop is None:
            part.passed(stage)

    def lean(self, error: LeanError, after: Stage) -> Stop:
        diagnostic = error.diagnostic
        reason, subject = classify(diagnostic.message)
        lines = [diagnostic.message]
        for label, text in (("expected", diagnostic.expected), ("found", diagnostic.found)):
            if text:
                lines.append(f"  {label}: {text}")
        place = self.place(diagnostic.span) if diagnostic.span else ""
        return Stop(after, reason, "\n".join(lines), place, subject)

    def internal(self, error: Exception, after: Stage) -> Stop:
        """A fault of ours: its class is where it arose."""
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        kind = type(error).__name__
        reason = "internal error: the terms nest too deeply"
        if not isinstance(error, RecursionError):
            reason = f"internal error: {kind} at {where}"
        return Stop(after, reason, f"internal error at {where}: {kind}: {error}"[:2000])

    def place(self, span: object) -> str:
        file, line, column = (getattr(span, name) for name in ("file", "line", "column"))
        return f"{self.root.relative(file)}:{line}:{column}"


def under(stop: Stop | None, after: Stage) -> Stop | None:
    """Why a body goes no further than `after`: its signature does not."""
    if stop is None:
        return None
    return Stop(after, "its signature stopped", stop.message, stop.place, stop.subject)


def outline(file: FileText, decl: DeclText) -> list[PartKind]:
    """The parts of a declaration as its text shows them: its signature, then its body if any."""
    if decl.kind == "theorem":
        return [PartKind.STATEMENT]
    if decl.kind in _TYPES:
        return [PartKind.TYPE]
    text = file.text[decl.body[0] : decl.body[1]].lstrip()
    if not text:
        return [PartKind.SIGNATURE]
    if text.startswith("|"):
        return [PartKind.SIGNATURE, PartKind.ARM]
    if text.startswith("where"):
        return [PartKind.SIGNATURE, PartKind.FIELDS]
    tactic = re.match(r"(?::=)?\s*by\b", text) is not None
    return [PartKind.SIGNATURE, PartKind.TACTIC if tactic else PartKind.TERM]


def _body_kind(body: Body) -> tuple[PartKind, int]:
    if isinstance(body, Equations):
        return PartKind.ARM, len(body.alternatives)
    if isinstance(body, WhereBody):
        return PartKind.FIELDS, 1
    return (PartKind.TACTIC if isinstance(body, By) else PartKind.TERM), 1


def _brief(text: str) -> str:
    return text if len(text) < 4000 else text[:4000] + "…"
