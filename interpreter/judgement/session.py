"""One theorem being judged: instances sampled, their hypotheses met, both sides compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from denotary.interpreter.machine import EvaluationError, Machine
from denotary.spec.environment import Environment

from .build import Builder, Choice, Instance, describe
from .controls import controls, single_replica, switched_off
from .drawing import Bench, Case
from .edges import visits
from .functions import LINEAR
from .hypotheses import Condition, Tally, Terms, examine, satisfy
from .inputs import FURTHER, Manner
from .instances import NoSample
from .plan import Plan, is_ours, plan
from .preparing import Prepared
from .programs import OutOfTime, Programs, TooLarge
from .records import Records
from .refutation import Saved, refutations
from .running import Runner
from .statement import replicas
from .summary import summary
from .verdict import SAMPLES, Control, Draw, Refutation, Status, TheoremResult

ATTEMPTS = 200
"""Sizes tried for one sample until the hypotheses on them hold."""
REDRAWS = 80
"""How often numbers are drawn anew until the hypotheses hold, at the first choice of sizes."""
DRAWS = 14
"""Draws of numbers for an instance at most."""
ALONE = 8
"""Binders that are zero while the others are not, at most, in draws of an instance."""
WORK = 3_000_000
"""Scalar operations that the further draws of an instance may take together."""
AGAIN = 30_000_000
"""Scalar operations up to which an instance is drawn in a second manner."""
CHEAP = 20_000
"""Definitions unfolded that further samples may take together where nothing has to be compiled."""
EXACT_SAMPLES = 16
"""Samples of a statement that is decided without a program."""
FUNCTIONS = 24
"""Choices of families for the functions of an instance that are tried."""


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
    saved: Saved | None = None
    """An instance to judge instead of sampled ones."""
    controlled: bool = True
    """Whether controls are run."""
    tallies: dict[str, Tally] = field(default_factory=dict)
    draws: list[Draw] = field(default_factory=list)
    """What was compared."""
    instances: int = 0
    weak: set[str] = field(default_factory=set)
    """Hypotheses that some instance met at the values tested, perhaps by luck."""
    redraws: int = REDRAWS
    varies: bool = False
    """Whether a value was made up anywhere, so that another sample tells more."""
    governed: bool = False
    """Whether a hypothesis of the last instance speaks of a sampled function and of numbers."""
    shown: dict[str, str] = field(default_factory=dict)
    refutations: tuple[Refutation, ...] = ()
    controls: tuple[Control, ...] = ()
    replicated: Case | None = None
    """The first case that ran over replicas."""
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
        self.programs = self.compiler(available, listen, deadline)
        self.runner = self.running()
        self.bench = Bench(self.runner, self.records, self.tallies)
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
            if self.saved is not None:
                self.replay(self.saved)
            else:
                for sample in range(self.planned()):
                    if not self.sample(sample):
                        break
                    if (self.records.closed and not self.varies) or self.refuted():
                        break
                self.more()
                self.emptied()
            self.conclude()
            self.control()
        except OutOfTime:
            self.notes.append("stopped when its time was spent")
        except Enough:
            pass
        return summary(self, available)

    def compiler(
        self, devices: Sequence[Any], listen: Callable[[str], None], deadline: float | None
    ) -> Programs:
        """What compiles and runs."""
        return Programs(devices, listen, deadline)

    def running(self) -> Runner:
        """What runs the programs on a draw."""
        return Runner(self.programs, self.precisions)

    def planned(self) -> int:
        """How many samples; the one at a large size only where there is a size to choose."""
        if self.samples == SAMPLES and not self.builder.sizes:
            return SAMPLES - 1
        return max(self.samples, 1)

    def more(self) -> None:
        """Further samples where nothing had to be compiled: they cost little and tell more."""
        if self.problem is not None or self.programs.seconds["compile"] or not self.varies:
            return
        before = self.machine.calls
        for sample in range(self.planned(), EXACT_SAMPLES):
            if self.machine.calls - before >= CHEAP or not self.holds():
                return
            if not self.sample(sample):
                return

    def emptied(self) -> None:
        """Samples with one size 0, where a theorem that forgets to exclude it is false.

        Nothing is compiled for them. What cannot be told there leaves the verdict as it is.
        """
        if self.problem is not None or self.machine.calls > CHEAP * max(self.instances, 1):
            return
        kept, self.programs.interpret, self.records.lenient = self.programs.interpret, True, True
        try:
            for choice in self.builder.emptied(self.seed):
                if not self.holds():
                    return
                self.empty_instance(choice)
        finally:
            self.programs.interpret, self.records.lenient = kept, False

    def empty_instance(self, choice: Choice) -> None:
        """Judge an instance at a size of 0, if there is anything to judge without a compiler."""
        tallies: dict[str, Tally] = {}
        try:
            instance, terms, made = self.prepare(choice, tallies)
        except (NoSample, EvaluationError, RecursionError):
            return
        if made is None or any(node.fault is not None for node in made.nodes):
            return
        if all(node.empty for node in made.nodes):
            return
        if self.programs.interpretable({**made.near, **made.far}):
            for name, tally in tallies.items():
                self.tallies.setdefault(name, tally)
            made = replace(made, mesh_axis=None)
            self.judge_plan(instance, made, terms.conditions, self.instances)

    def holds(self) -> bool:
        """Whether every leaf is confirmed by what was seen."""
        return {r.status for r in self.records.by_id.values()} == {Status.CONFIRMED}

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
                if self.governed:
                    self.linear(choices, sample)
                return True
            if not self.builder.sizes and attempt >= FUNCTIONS * bool(self.builder.functions):
                return True
        return True

    def linear(self, choices: Sequence[Choice], sample: int) -> None:
        """The same sizes with linear functions, where hypotheses speak of functions.

        With others such a hypothesis may hold at special numbers alone, to which those drawn are
        moved: `f (t • x) = t • f x` at `t = 1`.
        """
        for choice in choices:
            if choice.families != LINEAR and not self.refuted():
                self.instance(replace(choice, families=LINEAR), sample)

    def instance(self, choice: Choice, sample: int) -> bool | None:
        """Judge one instance; False if its hypotheses fail, None if none could be had."""
        self.listen("trace")
        begun = time.perf_counter()
        try:
            instance, terms, made = self.prepare(choice, self.tallies)
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
        if made is None:
            self.bench.counts.rejected += 1
            return False
        self.varies = self.varies or instance.sampler.used or bool(choice.sizes)
        self.governed = terms.govern(instance.sampler.functions.keys())
        held = self.judge_plan(instance, made, terms.conditions, sample)
        if held:
            self.weak |= terms.weak
        return held

    def prepare(
        self, choice: Choice, tallies: dict[str, Tally]
    ) -> tuple[Instance, Terms, Plan | None]:
        """An instance, what its hypotheses ask, and what to compute; no plan if one is false.

        Raises `NoSample` and the machine's errors.
        """
        m = self.machine
        instance = self.builder.build(choice)
        with m.with_replica(instance.replica):
            terms = examine(m, self.statement, instance, tallies)
        if not terms.holds:
            return instance, terms, None
        made = plan(m, instance, self.statement.conclusion, terms.guards)
        over = self.builder.over
        if made.mesh_axis is not None and not made.sums and not (over is not None and over.certain):
            made = replace(made, mesh_axis=None)  # nothing is summed: replicas are only an index
        return instance, terms, made

    def judge_plan(
        self, instance: Instance, made: Plan, conditions: Sequence[Condition], sample: int
    ) -> bool | None:
        """Judge an instance on draws of numbers; False if none satisfies the conditions."""
        self.instances += 1
        if all(node.fault is not None for node in made.nodes):
            for node in made.nodes:
                self.records.add(node, {}, tag(instance), 0.0)
            return None
        if all(node.empty for node in made.nodes):
            for node in made.nodes:
                self.records.add(node, {}, tag(instance), 0.0)
            return False
        exists = any(node.relation == "∃" for node in made.nodes)
        cost = self.programs.operations({**made.near, **made.far})
        if sample > 1 and instance.choice.sizes and cost > WORK and self.draws:
            return True  # a sample at a large size, and the program is too large for it
        manners = [Manner.USUAL, Manner.SIGNED] if sample == 0 else [Manner.EDGES, Manner.SIGNED]
        if exists:
            manners = list(Manner)
        elif not instance.inputs:
            manners = manners[:1]
        elif cost > AGAIN:
            manners = [manners[sample % 2]]
        wished = [Condition("a premise", number, (), wished=True) for number in made.premises]
        free = frozenset(instance.sampler.witnesses)
        wished += [Condition("a witness", n, (), wished=True, only=free) for n in made.wishes]
        self.records.fixed = free >= set(instance.inputs)
        case = Case(instance, made, (*conditions, *wished), {}, tag=tag(instance))
        any_held = False
        for k, manner in enumerate(manners):
            held = self.draw(case, manner, k, sample, self.redraws)
            if held is None:
                return None
            any_held = any_held or held
        if any_held and instance.inputs and not exists:
            self.further(case, sample, WORK // max(cost, 1))
        return any_held

    def further(self, case: Case, sample: int, limit: int) -> None:
        """Draws at the edges on the same program, to see what few draws may miss."""
        lenient, self.records.lenient = self.records.lenient, True
        binders = len({made.binder for made in case.instance.inputs.values()})
        alone = [Manner.ALONE] * min(binders, ALONE)
        manners = [FURTHER[k % len(FURTHER)] for k in range(DRAWS - 2)]
        try:
            for k, manner in enumerate([*alone, *manners][: max(limit - 2, 0)], 2):
                if not self.holds() or self.draw(case, manner, k, sample, 2) is None:
                    return
        finally:
            self.records.lenient = lenient

    def draw(self, case: Case, manner: Manner, k: int, sample: int, attempts: int) -> bool | None:
        """One draw of numbers; False if none met the conditions, None if it could not be run."""
        instance = case.instance
        seed = (*instance.choice.seed, self.seed, k)
        arrays = satisfy(
            instance, case.conditions, manner, seed, self.programs.evaluate, self.tallies,
            attempts, self.bench.counts,
        )  # fmt: skip
        if arrays is None:
            return False
        return self.compare(
            replace(case, arrays=arrays, seed=seed, manner=manner, first=k == 0),
            sample,
            manner.value,
        )

    def compare(self, case: Case, sample: int, manner: str) -> bool | None:
        """Compare the sides of a case and remember it; None if it could not be run."""
        instance, number = case.instance, len(self.draws) + 1
        case = replace(case, draw=number)
        self.records.number = (self.instances, number)
        known = dict(self.bench.refuted)
        try:
            self.bench.judge(case)
        except TooLarge as error:
            self.problem = (Status.ERROR, f"{error}; {self.advice(instance)}")
            return None
        if case.made.mesh_axis is not None and self.replicated is None:
            self.replicated = case
        over = self.builder.over
        replica = instance.labels.get(over.size) if over is not None else None
        self.draws.append(
            Draw(
                number,
                sample + 1,
                manner,
                case.seed,
                {name: int(n) for name, n in instance.choice.sizes.items()},
                visits(instance, case.arrays, self.given, replica),
            )
        )
        if not self.shown or self.bench.refuted != known:
            self.shown = describe(
                self.machine, instance, self.statement, self.solution, case.arrays
            )
        return True

    def advice(self, instance: Instance) -> str:
        """What to do about an instance that does not fit into memory."""
        sizes = ", ".join(f"{k}={v}" for k, v in instance.choice.sizes.items())
        fixed = ", ".join(f"{k}={v}" for k, v in self.given.items())
        return f"make it smaller with --set (it has {', '.join(filter(None, (sizes, fixed)))})"

    # ---- one instance

    def replay(self, saved: Saved) -> None:
        """Judge the instance that was saved, and nothing else."""
        try:
            instance, terms, made = self.prepare(saved.choice, self.tallies)
        except (NoSample, EvaluationError, RecursionError) as error:
            self.fail(Status.UNSUPPORTED, error)
            return
        problem = saved.misfit(instance)
        if problem:
            self.problem = (Status.ERROR, problem)
            return
        if made is None:
            return
        self.varies = True
        self.weak |= terms.weak
        arrays = {name: np.asarray(saved.arrays[name]) for name in instance.inputs}
        for condition in terms.conditions:
            if condition.holds(arrays, self.programs.evaluate):
                self.tallies[condition.name].held += 1
            else:
                self.tallies[condition.name].failed += 1
                self.bench.counts.rejected += 1
                return
        self.instances += 1
        self.bench.thorough = True
        case = Case(instance, made, tuple(terms.conditions), arrays, saved.seed, tag(instance))
        self.compare(case, 0, "given")

    def conclude(self) -> None:
        """Make refutations small, and keep them."""
        self.refutations = refutations(self)

    def control(self) -> None:
        """Run the controls of a theorem over replicas that is confirmed."""
        statuses = {record.leaf(trusted=True).status for record in self.records.by_id.values()}
        if statuses != {Status.CONFIRMED} or self.problem is not None or self.saved is not None:
            return
        over = self.builder.over
        if not self.controlled and (self.replicated is not None or (over and over.certain)):
            self.controls = switched_off()
        elif self.replicated is not None:
            self.controls = controls(self, self.replicated)
        elif over is not None and over.certain and self.draws:
            self.controls = single_replica(over.size.name)

    def refuted(self) -> bool:
        """Whether a leaf is refuted, so that further samples would say no more."""
        return any(r.status is Status.REFUTED for r in self.records.by_id.values())

    def fail(self, status: Status, error: Exception) -> None:
        if self.problem is None or self.problem[0].rank < status.rank:
            self.problem = (status, str(error))


def tag(instance: Instance) -> str:
    """The values of an instance's Bool binders, by which its leaves are told apart."""
    parts = [f"{k}={'true' if v else 'false'}" for k, v in instance.choice.bools.items()]
    return f"[{','.join(parts)}]" if parts else ""
