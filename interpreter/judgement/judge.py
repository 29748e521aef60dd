"""From a theorem to its verdict: instances, both sides run, residuals held against noise."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from denotary.interpreter.machine import EvaluationError, Machine
from denotary.spec.declarations import Declaration, ProofStatus
from denotary.spec.environment import Environment, UnknownConstant
from denotary.spec.pretty import pretty
from denotary.spec.terms import FVar, Term

from .build import Builder, Choice, Instance, describe
from .choosing import chosen
from .compare import NUDGE, Decision
from .decisions import Inexact
from .hypotheses import Condition, Evaluate, Tally, examine, never, satisfy
from .inputs import Manner
from .instances import NoSample
from .opening import opened
from .plan import Node, Plan, is_ours, plan
from .programs import OutOfTime, Programs, TooLarge, Unrunnable, collectives
from .records import Records
from .solving import Solution, solve
from .statement import Statement, open_statement, replicas
from .verdict import Hypothesis, Leaf, Status, TheoremResult

ATTEMPTS = 200
"""Sizes tried for one sample until the hypotheses on them hold."""
REDRAWS = 80
"""How often numbers are drawn anew until the hypotheses hold, at the first choice of sizes."""
DRAWS = 14
BRIEF = 0.3
"""Seconds that further draws of an instance may take; one slower than its share is the last."""
EXACT_SAMPLES = 16
"""Samples of a statement that is decided without a program."""
FUNCTIONS = 24
"""Choices of families for the functions of an instance that are tried."""
CHEAP = 0.5
"""Seconds: a draw that ran in less is followed by draws in other manners on the same program."""
SUSPECT_DRAWS = 4
"""Further draws that measure the noise again before a leaf is called refuted."""


def judge(
    env: Environment,
    name: str,
    *,
    sizes: Mapping[str, str] | None = None,
    devices: int | None = None,
    samples: int = 2,
    seed: int = 0,
    precisions: Sequence[str] = ("f64", "f32"),
    timeout: float | None = None,
    progress: Callable[[str], None] | None = None,
    instances: Callable[[Term], Term | None] | None = None,
) -> TheoremResult:
    """Judge the theorem `name` of `env` on sampled instances.

    `sizes` fixes binders by name, as text. `devices` is how many devices to use, all by default;
    a theorem over more replicas than that is emulated on one. `timeout` is in seconds; whatever
    was seen by then is reported. `progress` is told each stage. `instances` searches for an
    instance of a class, for statements over type variables. Never raises for what the theorem
    says: what cannot be judged is a status with a message.
    """
    listen = progress or (lambda stage: None)
    begun = time.perf_counter()
    listen("elaborate")
    prepared = prepare(env, name, sizes or {}, instances)
    if isinstance(prepared, TheoremResult):
        return prepared
    elaborate = time.perf_counter() - begun
    session = Session(env, prepared, dict(sizes or {}), samples, seed, tuple(precisions))
    deadline = None if timeout is None else time.monotonic() + timeout
    result = session.run(devices, deadline, listen)
    seconds = {**result.seconds, "elaborate": elaborate}
    return replace(result, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A theorem's statement with types for its type variables, opened and solved."""

    declaration: Declaration
    statement: Statement
    solution: Solution
    types: Mapping[str, str]
    """Type variable to the type chosen for it."""


def prepare(
    env: Environment,
    name: str,
    sizes: Mapping[str, str],
    instances: Callable[[Term], Term | None] | None,
) -> Prepared | TheoremResult:
    """What judging `name` starts from, or the result if that cannot be had."""
    try:
        declaration = env[name]
        made = chosen(open_statement(env, declaration.type), instances)
        if made.missing:
            reason = f"no type with an instance of `{made.missing}` is among those tried"
            return _unread(declaration, Status.UNSUPPORTED, reason)
        statement = opened(made.statement, frozenset(sizes))
        return Prepared(declaration, statement, solve(statement, set(sizes)), made.types)
    except UnknownConstant as error:
        return TheoremResult(name, Status.ERROR, message=str(error))


def _unread(declaration: Declaration, status: Status, message: str) -> TheoremResult:
    """The result of a theorem that no instance was made of."""
    span = declaration.span
    place = {"file": str(span.file), "line": span.line} if span else {}
    return TheoremResult(declaration.name, status, message=message, **place)


class Enough(Exception):
    """Nothing more is wanted of a session."""


@dataclass
class Session:
    """One theorem being judged."""

    env: Environment
    prepared: Prepared
    given: dict[str, str]
    samples: int
    seed: int
    precisions: tuple[str, ...]
    records: Records = field(default_factory=Records)
    tallies: dict[str, Tally] = field(default_factory=dict)
    compared: int = 0
    instances: int = 0
    weak: set[str] = field(default_factory=set)
    """Hypotheses that some instance met at the values tested, perhaps by luck."""
    redraws: int = REDRAWS
    inexact: str = "it reads inputs"
    """Why exact arithmetic said nothing, if so."""
    varies: bool = False
    """Whether a value was made up anywhere, so that another sample tells more."""
    collectives: dict[str, int] = field(default_factory=dict)
    used: int = 0
    emulated: bool = False
    shown: dict[str, str] = field(default_factory=dict)
    refuted_size: float = np.inf
    problem: tuple[Status, str] | None = None
    notes: list[str] = field(default_factory=list)

    def run(
        self, devices: int | None, deadline: float | None, listen: Callable[[str], None]
    ) -> TheoremResult:
        import jax

        from denotary.interpreter import lowering  # noqa: F401  (enables 64 bits)
        from denotary.interpreter.machine.graph_domain import GraphDomain

        self.statement, self.solution = self.prepared.statement, self.prepared.solution
        available = jax.devices()
        available = available[:devices] if devices else available
        self.records = Records(closed=not self.statement.data)
        self.machine = Machine(self.env, GraphDomain())
        self.programs = self.runner(available, listen, deadline)
        self.listen = listen
        self.evaluation = 0.0
        self.builder = Builder(
            self.machine,
            self.statement,
            self.solution,
            self.given,
            replicas(self.statement, self.solution.definitions),
        )
        try:
            for sample in range(max(self.samples, 1)):
                if not self.sample(sample):
                    break
                if self.records.closed and not self.varies:
                    break
            self.more()
            self.shrink()
        except OutOfTime:
            self.notes.append("stopped when its time was spent")
        except Enough:
            pass
        return self.result(available)

    def runner(
        self, devices: Sequence[Any], listen: Callable[[str], None], deadline: float | None
    ) -> Programs:
        """What compiles and runs."""
        return Programs(devices, listen, deadline)

    def more(self) -> None:
        """Further samples where nothing had to be compiled: they cost little and tell more."""
        begun = time.perf_counter()
        if self.problem is not None or self.programs.seconds["compile"] or not self.varies:
            return
        for sample in range(max(self.samples, 1), EXACT_SAMPLES):
            statuses = {record.status for record in self.records.by_id.values()}
            if time.perf_counter() - begun > CHEAP or statuses != {Status.CONFIRMED}:
                return
            if not self.sample(sample):
                return

    # ---- samples

    def sample(self, sample: int) -> bool:
        """One sample at all values of the Bool binders; False if further ones cannot do better."""
        for attempt in range(ATTEMPTS):
            self.programs.check_time()
            self.redraws = REDRAWS if attempt == 0 else REDRAWS // 8
            choices = self.builder.choices(sample, attempt, self.seed)
            held = [self.instance(choice, sample) for choice in choices]
            if None in held:
                return False
            if any(held):
                return True
            if not self.builder.sizes and attempt >= FUNCTIONS * bool(self.builder.functions):
                return True
        return True

    def instance(self, choice: Choice, sample: int) -> bool | None:
        """Judge one instance; False if its hypotheses fail, None if none could be had."""
        m = self.machine
        self.listen("trace")
        begun = time.perf_counter()
        try:
            instance = self.builder.build(choice)
            with m.with_replica(instance.replica):
                terms = examine(m, self.statement, instance, self.tallies)
            if not terms.holds:
                return False
            made = plan(m, instance, self.statement.conclusion, terms.guards)
            self.varies = self.varies or instance.sampler.used or bool(choice.sizes)
        except NoSample as error:
            if choice.sizes and error.name.endswith("Fin 0"):
                return False
            self.fail(Status.UNSUPPORTED, error)
            return None
        except (EvaluationError, RecursionError) as error:
            self.fail(Status.ERROR if is_ours(error) else Status.UNSUPPORTED, error)
            return None
        finally:
            self.evaluation += time.perf_counter() - begun
        if made.mesh_axis is not None and not made.sums and not self.certain:
            made = replace_mesh(made)
        held = self.judge_plan(instance, made, terms.conditions, sample)
        if held:
            self.weak |= terms.weak
        return held

    @property
    def certain(self) -> bool:
        over = self.builder.over
        return over is not None and over.certain

    def judge_plan(
        self, instance: Instance, made: Plan, conditions: list[Condition], sample: int
    ) -> bool | None:
        tag = self.tag(instance)
        self.instances += 1
        if all(node.fault is not None for node in made.nodes):
            for node in made.nodes:
                self.records.add(node, {}, tag, 0.0)
            return None
        if all(node.empty for node in made.nodes):
            for node in made.nodes:
                self.records.add(node, {}, tag, 0.0)
            return False
        exists = any(node.relation == "∃" for node in made.nodes)
        manners = [Manner.USUAL, Manner.SIGNED] if sample == 0 else [Manner.EDGES, Manner.SIGNED]
        if exists:
            manners = list(Manner)
        elif not instance.inputs:
            manners = manners[:1]
        wished = [Condition("a premise", number, (), wished=True) for number in made.premises]
        free = frozenset(instance.sampler.witnesses)
        wished += [Condition("a witness", n, (), wished=True, only=free) for n in made.wishes]
        self.records.fixed = free >= set(instance.inputs)
        conditions = [*conditions, *wished]
        any_held = False
        for k, manner in enumerate(manners):
            seed = (*instance.choice.seed, self.seed, k)
            arrays = satisfy(
                instance, conditions, manner, seed, self.programs.evaluate, self.tallies,
                self.redraws,
            )  # fmt: skip
            if arrays is None:
                continue
            any_held = True
            begun = time.perf_counter()
            if not self.draw(instance, made, conditions, arrays, seed, tag):
                return None
            if k and time.perf_counter() - begun > CHEAP and not exists:
                break
            if not k and self.programs.seconds["run"] > CHEAP and not exists:
                break
        if any_held and instance.inputs and not exists:
            self.draw_more(instance, made, conditions, tag)
        return any_held

    def draw_more(
        self, instance: Instance, made: Plan, conditions: list[Condition], tag: str
    ) -> None:
        """Further draws on a program that takes no time, to see what few draws may miss."""
        begun = time.perf_counter()
        if self.programs.seconds["run"] > BRIEF / DRAWS * self.compared:
            return
        for k in range(2, DRAWS):
            if any(r.status is not Status.CONFIRMED for r in self.records.by_id.values()):
                return
            seed = (*instance.choice.seed, self.seed, k)
            manner = (Manner.SIGNED, Manner.USUAL)[k % 2]
            arrays = satisfy(
                instance, conditions, manner, seed, self.programs.evaluate, self.tallies, 2
            )
            if arrays is not None and not self.draw(instance, made, conditions, arrays, seed, tag):
                return
            if time.perf_counter() - begun > BRIEF * (k - 1) / DRAWS:
                return

    def draw(
        self,
        instance: Instance,
        made: Plan,
        conditions: list[Condition],
        arrays: dict[str, np.ndarray],
        seed: tuple[int, ...],
        tag: str,
    ) -> bool:
        """Run both sides on one draw and record what is seen; False if that is impossible."""
        self.records.decided = decided(made.nodes, arrays, self.programs.evaluate)
        try:
            outputs = self.outputs(made, arrays)
        except Unrunnable as error:
            for node in made.nodes:
                if node.id not in self.records.decided and node.fault is None:
                    reason = f"{_short(str(error))}; not decided exactly either"
                    self.records.decided[node.id] = self.fallback(node, arrays) or Decision(
                        Status.UNSUPPORTED, f"{reason}: {self.inexact}"
                    )
            outputs = {}
        except TooLarge as error:
            sizes = ", ".join(f"{k}={v}" for k, v in instance.choice.sizes.items())
            fixed = ", ".join(f"{k}={v}" for k, v in self.given.items())
            advice = (
                f"make it smaller with --set (it has {', '.join(filter(None, (sizes, fixed)))})"
            )
            self.problem = (Status.ERROR, f"{error}; {advice}")
            return False
        self.compared += 1
        self.records.number = (self.instances, self.compared)
        self.settle(made, arrays, outputs)
        size = _size(arrays)
        if self.suspicious(made, outputs, size):
            outputs["nudged"] = self.outputs(made, _nudge(arrays, seed), ("f64",))["f64"]
        if self.suspicious(made, outputs, size):
            for k in range(SUSPECT_DRAWS):
                more = satisfy(
                    instance, conditions, Manner.SIGNED, (*seed, 100 + k),
                    self.programs.evaluate, {name: Tally(name) for name in self.tallies},
                )  # fmt: skip
                if more is not None:
                    self.rehearse(made, self.outputs(made, more), tag)
        before = sum(r.status is Status.REFUTED for r in self.records.by_id.values())
        for node in made.nodes:
            self.records.add(node, outputs, tag, size)
        refuted = sum(r.status is Status.REFUTED for r in self.records.by_id.values())
        if not self.shown or (refuted > before and instance.size() < self.refuted_size):
            self.shown = describe(self.machine, instance, self.statement, self.solution, arrays)
            if refuted > before:
                self.refuted_size = instance.size()
        return True

    def fallback(self, node: Node, arrays: Mapping[str, np.ndarray]) -> Decision | None:
        """What exact arithmetic says of a claim, if it says anything."""
        if node.fallback is None:
            return None
        try:
            return node.fallback(arrays, self.programs.evaluate)
        except (Inexact, OverflowError, MemoryError) as error:
            self.inexact = str(error)
            return None

    def settle(self, made: Plan, arrays: Mapping[str, np.ndarray], outputs: Any) -> None:
        """Decide exactly what rounding leaves open."""
        for node in made.nodes:
            if node.fallback is None or node.id in self.records.decided:
                continue
            trial = Records()
            trial.add(node, outputs, "", 0.0)
            statuses = [r.leaf(trusted=True).status for r in trial.by_id.values()]
            if any(s in (Status.INCONCLUSIVE, Status.REFUTED) for s in statuses):
                found = self.fallback(node, arrays)
                if found is not None:
                    self.records.decided[node.id] = found

    def outputs(
        self, made: Plan, arrays: dict[str, np.ndarray], precisions: Sequence[str] = ()
    ) -> dict[str, dict[str, np.ndarray]]:
        """The outputs of both programs at the precisions, all that were asked for by default."""
        wanted = precisions or self.precisions
        if not made.near and not made.far:
            return {p: {} for p in wanted}
        if made.mesh_axis is None and self.programs.quick({**made.near, **made.far}):
            self.used = max(self.used, 1)
            return self.programs.run_all({**made.near, **made.far}, self.precisions, arrays)
        jobs = [(made.near, p, made.mesh_axis) for p in wanted]
        if list(made.near.values()) != list(made.far.values()) or made.mesh_axis is not None:
            jobs += [(made.far, p, None) for p in wanted]
        self.programs.prepare(jobs)
        near = self.programs.run_all(made.near, wanted, arrays, made.mesh_axis)
        if made.near:
            self.note_program(made, wanted[0])
        if len(jobs) > len(wanted):
            far = self.programs.run_all(made.far, wanted, arrays)
        else:
            far = {p: dict(zip(made.far, near[p].values(), strict=True)) for p in wanted}
        return {p: {**near[p], **far[p]} for p in wanted}

    def note_program(self, made: Plan, precision: str) -> None:
        if made.mesh_axis is None:
            self.used = max(self.used, 1)
            return
        program = self.programs.program(made.near, precision, made.mesh_axis)
        self.used = max(self.used, len(program.devices))
        self.emulated = self.emulated or program.emulated
        for operation, count in collectives(program).items():
            self.collectives[operation] = max(self.collectives.get(operation, 0), count)

    def suspicious(self, made: Plan, outputs: Any, size: float) -> bool:
        """Whether sides look different, so that their noise should be looked at again."""
        if "nudged" not in outputs and any(n.relation in ("≠", "∃") for n in made.nodes):
            return True
        trial = Records()
        trial.decided = self.records.decided
        for node in made.nodes:
            trial.add(node, outputs, "", size)
        return any(r.status is Status.REFUTED for r in trial.by_id.values())

    def rehearse(self, made: Plan, outputs: Any, tag: str) -> None:
        """Take over the noise of a further draw, and nothing else."""
        trial = Records()
        trial.decided = self.records.decided
        for node in made.nodes:
            trial.add(node, outputs, tag, 0.0)
        for id, record in trial.by_id.items():
            known = self.records.record(id)
            for part, noise in record.noises.items():
                known.noises[part] = max(known.noises.get(part, 0.0), noise)

    def shrink(self) -> None:
        """Look for a smaller refutation at sizes of one and two."""
        if self.refuted_size == np.inf or not self.builder.sizes:
            return
        for n in (1, 2):
            sizes = {self.builder.labels[b.var]: n for b in self.builder.sizes}
            for choice in self.builder.combinations(sizes, 0, (self.seed, 50 + n)):
                found, self.refuted_before = self.refuted_size, self.refuted_size
                kept = self.records
                self.records = Records(kept.closed)
                try:
                    self.instance(choice, 0)
                    better = [r for r in self.records.by_id.values() if r.status is Status.REFUTED]
                finally:
                    trial, self.records = self.records, kept
                if better and self.refuted_size < found:
                    for id, record in trial.by_id.items():
                        if record.status is Status.REFUTED and id in kept.by_id:
                            kept.by_id[id].worst = record.worst
                            kept.by_id[id].shape = record.shape
                    return

    def tag(self, instance: Instance) -> str:
        parts = [f"{k}={'true' if v else 'false'}" for k, v in instance.choice.bools.items()]
        return f"[{','.join(parts)}]" if parts else ""

    # ---- the verdict

    def fail(self, status: Status, error: Exception) -> None:
        if self.problem is None or self.problem[0].rank < status.rank:
            self.problem = (status, str(error))

    def result(self, available: Sequence[Any]) -> TheoremResult:
        confined = self.confined()
        met = {h.name for h in self.statement.hypotheses if h.var in confined}
        weak = self.weak - met
        assumed = [t for t in self.tallies.values() if t.reason or t.name in weak]
        leaves = tuple(r.leaf(trusted=not assumed) for r in self.records.by_id.values())
        status, message = self.verdict(leaves)
        declaration = self.prepared.declaration
        span = declaration.span
        seconds = dict(self.programs.seconds)
        seconds["trace"] += self.evaluation
        return TheoremResult(
            name=declaration.name,
            status=status,
            file=str(span.file) if span else "",
            line=span.line if span else 0,
            proof=declaration.proof.value if declaration.proof is not ProofStatus.NONE else "proof",
            instance={**self.prepared.types, **self.shown},
            samples=self.compared,
            seed=self.seed,
            devices=self.used,
            platform=available[0].platform if available else "",
            emulated=self.emulated,
            collectives=self.collectives,
            leaves=leaves,
            hypotheses=tuple(self.hypotheses()),
            seconds=seconds,
            message=message,
        )

    def verdict(self, leaves: Sequence[Leaf]) -> tuple[Status, str]:
        status = Status.worst(leaf.status for leaf in leaves)
        message = next((leaf.message for leaf in leaves if leaf.status is status), "")
        if self.problem is not None and (not leaves or self.problem[0].rank > status.rank):
            status, message = self.problem
        elif not leaves and not self.compared:
            failed = any(t.failed for t in self.tallies.values())
            if failed or not self.notes:
                status = Status.VACUOUS
                message = never(self.tallies) if failed else "no instance could be compared"
            else:
                status = Status.INCONCLUSIVE
        notes = [message, *self.notes] if message else self.notes
        return status, "; ".join(notes)

    def confined(self) -> set[FVar]:
        """Hypotheses that hold by how a variable was defined."""
        return set(self.solution.solved.values())

    def hypotheses(self) -> list[Hypothesis]:
        solved = self.confined()
        found = []
        for hypothesis in self.statement.hypotheses:
            tally = self.tallies.get(hypothesis.name)
            treatment = "solved" if hypothesis.var in solved else "evaluated"
            if tally is not None and tally.reason:
                treatment = "assumed"
            elif tally is not None and tally.tested and treatment != "solved":
                treatment = "tested"
            text = pretty(self.env, hypothesis.type)
            found.append(Hypothesis(hypothesis.name, treatment, text))
        known = {h.name for h in self.statement.hypotheses}
        for tally in self.tallies.values():
            if tally.name not in known:
                treatment = "assumed" if tally.reason else "evaluated"
                if tally.tested and not tally.reason:
                    treatment = "tested"
                found.append(Hypothesis(tally.name, treatment))
        return found


def decided(
    nodes: Sequence[Node], arrays: Mapping[str, np.ndarray], evaluate: Evaluate
) -> dict[str, Decision]:
    """The claims that the inputs of a draw decide by themselves."""
    found: dict[str, Decision] = {}
    for node in nodes:
        if node.decide is not None and node.fault is None:
            try:
                found[node.id] = node.decide(arrays, evaluate)
            except Inexact as error:
                found[node.id] = Decision(Status.UNSUPPORTED, f"not decided exactly: {error}")
        for alternative in node.alternatives:
            found.update(decided(alternative, arrays, evaluate))
    return found


def replace_mesh(made: Plan) -> Plan:
    """The plan without replicas: nothing is summed over them, so they are only an index."""
    return replace(made, mesh_axis=None)


def _short(text: str, limit: int = 160) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


def _nudge(arrays: Mapping[str, np.ndarray], seed: tuple[int, ...]) -> dict[str, np.ndarray]:
    """The draw with every real moved a little, zeros kept."""
    rng = np.random.default_rng([*seed, 4])
    return {
        name: array * (1 + NUDGE * rng.standard_normal(array.shape))
        if array.dtype == np.float64
        else array
        for name, array in arrays.items()
    }


def _size(arrays: Mapping[str, np.ndarray]) -> float:
    sizes = [float(np.max(np.abs(a))) for a in arrays.values() if a.size and a.dtype != bool]
    return max(sizes, default=0.0)
