import Denotary.Prelude.Analysis

/-!
# Measures and integrals

Nothing here is evaluated so far: the constants have their types, so that statements can be read.
-/

universe u v w

class MeasurableSpace (α : Type u) where
  MeasurableSet' : Set α → Prop

class BorelSpace (α : Type u) [TopologicalSpace α] [MeasurableSpace α] : Prop

class OpensMeasurableSpace (α : Type u) [TopologicalSpace α] [MeasurableSpace α] : Prop

/-- Measurability of a set. -/
opaque MeasurableSet {α : Type u} [MeasurableSpace α] (s : Set α) : Prop

/-- Measurability of a function; assumed where it is a hypothesis. -/
opaque Measurable {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β] (f : α → β) :
    Prop

instance Real.measurableSpace : MeasurableSpace Real := ⟨Denotary.someIsOpen⟩
instance Nat.instMeasurableSpace : MeasurableSpace Nat := ⟨Denotary.someIsOpen⟩
instance Bool.instMeasurableSpace : MeasurableSpace Bool := ⟨Denotary.someIsOpen⟩
instance Fin.instMeasurableSpace (n : Nat) : MeasurableSpace (Fin n) := ⟨Denotary.someIsOpen⟩
instance NNReal.measurableSpace : MeasurableSpace NNReal := ⟨Denotary.someIsOpen⟩
instance ENNReal.measurableSpace : MeasurableSpace ENNReal := ⟨Denotary.someIsOpen⟩
instance MeasurableSpace.pi {δ : Type u} {X : δ → Type v} [∀ a, MeasurableSpace (X a)] :
    MeasurableSpace (∀ a, X a) := ⟨Denotary.someIsOpen⟩
instance Prod.instMeasurableSpace {α : Type u} {β : Type v} [MeasurableSpace α]
    [MeasurableSpace β] : MeasurableSpace (α × β) := ⟨Denotary.someIsOpen⟩
instance WithLp.measurableSpace (p : ENNReal) (X : Type u) [MeasurableSpace X] :
    MeasurableSpace (WithLp p X) := ⟨Denotary.someIsOpen⟩
instance Real.borelSpace : BorelSpace Real := ⟨⟩

structure MeasurableEquiv (α : Type u) (β : Type v) [MeasurableSpace α] [MeasurableSpace β]
    extends Equiv α β where
  measurable_toFun : Measurable toFun
  measurable_invFun : Measurable invFun

instance MeasurableEquiv.instEquivLike {α : Type u} {β : Type v} [MeasurableSpace α]
    [MeasurableSpace β] : EquivLike (MeasurableEquiv α β) α β :=
  ⟨fun f => f.toFun, fun f => f.invFun⟩

/-- Measures. -/
axiom MeasureTheory.Measure (α : Type u) [MeasurableSpace α] : Type u

/-- The measure of a set. -/
opaque MeasureTheory.Measure.coe {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α)
    (s : Set α) : ENNReal

instance MeasureTheory.Measure.instFunLike {α : Type u} [MeasurableSpace α] :
    FunLike (MeasureTheory.Measure α) (Set α) ENNReal := ⟨MeasureTheory.Measure.coe⟩

class MeasureTheory.MeasureSpace (α : Type u) extends MeasurableSpace α where
  volume : MeasureTheory.Measure α

export MeasureTheory.MeasureSpace (volume)

namespace MeasureTheory

class IsFiniteMeasure {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Prop

class IsProbabilityMeasure {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Prop

class SigmaFinite {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Prop

class SFinite {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Prop

class NoAtoms {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Prop

class NullSingletonClass {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Prop

class Measure.IsOpenPosMeasure {X : Type u} [TopologicalSpace X] [MeasurableSpace X]
    (μ : MeasureTheory.Measure X) : Prop

class Measure.IsAddHaarMeasure {G : Type u} [AddGroup G] [TopologicalSpace G] [MeasurableSpace G]
    (μ : MeasureTheory.Measure G) : Prop

/-- The Bochner integral; 0 for a function that is not integrable. -/
opaque integral {α : Type u} {G : Type v} [NormedAddCommGroup G] [NormedSpace Real G]
    [MeasurableSpace α] (μ : MeasureTheory.Measure α) (f : α → G) : G

/-- The integral of a nonnegative function, possibly infinite. -/
opaque lintegral {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α)
    (f : α → ENNReal) : ENNReal

/-- Integrability; assumed where it is a hypothesis. -/
opaque Integrable {α : Type u} {ε : Type v} [MeasurableSpace α] [NormedAddCommGroup ε] (f : α → ε)
    (μ : MeasureTheory.Measure α) : Prop

/-- Integrability on a set. -/
opaque IntegrableOn {α : Type u} {ε : Type v} [MeasurableSpace α] [NormedAddCommGroup ε]
    (f : α → ε) (s : Set α) (μ : MeasureTheory.Measure α) : Prop

/-- Measurability up to a null set, in the strong sense. -/
opaque AEStronglyMeasurable {α : Type u} {β : Type v} [TopologicalSpace β] [MeasurableSpace α]
    (f : α → β) (μ : MeasureTheory.Measure α) : Prop

/-- The measure's image under a map. -/
opaque Measure.map {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β] (f : α → β)
    (μ : MeasureTheory.Measure α) : MeasureTheory.Measure β

/-- The measure cut to a set. -/
opaque Measure.restrict {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α)
    (s : Set α) : MeasureTheory.Measure α

/-- The product of finitely many measures. -/
opaque Measure.pi {ι : Type u} {α : ι → Type v} [Fintype ι] [∀ i, MeasurableSpace (α i)]
    (μ : ∀ i, MeasureTheory.Measure (α i)) : MeasureTheory.Measure (∀ i, α i)

/-- The product of two measures. -/
opaque Measure.prod {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β]
    (μ : MeasureTheory.Measure α) (ν : MeasureTheory.Measure β) : MeasureTheory.Measure (α × β)

/-- The unit mass at a point. -/
opaque Measure.dirac {α : Type u} [MeasurableSpace α] (a : α) : MeasureTheory.Measure α

/-- The number of elements as a measure. -/
opaque Measure.count {α : Type u} [MeasurableSpace α] : MeasureTheory.Measure α

/-- The measure with a density. -/
opaque Measure.withDensity {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α)
    (f : α → ENNReal) : MeasureTheory.Measure α

/-- Almost everywhere. -/
opaque ae {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) : Filter α

/-- The measure of a set as a real; 0 where infinite. -/
def Measure.real {α : Type u} [MeasurableSpace α] (μ : MeasureTheory.Measure α) (s : Set α) :
    Real := ENNReal.toReal (μ s)

/-- Absolute continuity. -/
def Measure.AbsolutelyContinuous {α : Type u} [MeasurableSpace α] (μ ν : MeasureTheory.Measure α) :
    Prop := ∀ ⦃s : Set α⦄, ν s = 0 → μ s = 0

end MeasureTheory

/-- Lebesgue measure. -/
opaque Denotary.lebesgue : MeasureTheory.Measure Real

instance Real.measureSpace : MeasureTheory.MeasureSpace Real :=
  { toMeasurableSpace := Real.measurableSpace, volume := Denotary.lebesgue }

instance MeasureTheory.MeasureSpace.pi {ι : Type u} {α : ι → Type v} [Fintype ι]
    [∀ i, MeasureTheory.MeasureSpace (α i)] : MeasureTheory.MeasureSpace (∀ i, α i) :=
  { toMeasurableSpace := MeasurableSpace.pi, volume :=
      MeasureTheory.Measure.pi fun i => MeasureTheory.MeasureSpace.volume (α := α i) }

/-- The integral from `a` to `b`, with a change of sign for `b < a`. -/
opaque intervalIntegral {E : Type u} [NormedAddCommGroup E] [NormedSpace Real E] (f : Real → E)
    (a b : Real) (μ : MeasureTheory.Measure Real) : E

namespace ProbabilityTheory

/-- The normal distribution with mean `μ` and variance `v`; a unit mass for `v = 0`. -/
opaque gaussianReal (μ : Real) (v : NNReal) : MeasureTheory.Measure Real

/-- The standard normal distribution of a Euclidean space. -/
opaque stdGaussian (E : Type u) [NormedAddCommGroup E] [InnerProductSpace Real E]
    [FiniteDimensional Real E] [MeasurableSpace E] : MeasureTheory.Measure E

/-- The density of the normal distribution; 0 for variance 0. -/
def gaussianPDFReal (μ : Real) (v : NNReal) (x : Real) : Real :=
  (Real.sqrt (2 * Real.pi * (v : Real)))⁻¹ * Real.exp (-(x - μ) ^ 2 / (2 * (v : Real)))

def gaussianPDF (μ : Real) (v : NNReal) (x : Real) : ENNReal :=
  ENNReal.ofReal (ProbabilityTheory.gaussianPDFReal μ v x)

/-- The distribution function `x ↦ μ (-∞, x]`. -/
opaque cdf (μ : MeasureTheory.Measure Real) : Real → Real

/-- Independence of two random variables. -/
opaque IndepFun {Ω : Type u} {β : Type v} {γ : Type w} [MeasurableSpace Ω] [MeasurableSpace β]
    [MeasurableSpace γ] (f : Ω → β) (g : Ω → γ) (μ : MeasureTheory.Measure Ω) : Prop

/-- Independence of a family of random variables. -/
opaque iIndepFun {Ω : Type u} {ι : Type v} {β : ι → Type w} [MeasurableSpace Ω]
    [∀ i, MeasurableSpace (β i)] (f : ∀ i, Ω → β i) (μ : MeasureTheory.Measure Ω) : Prop

/-- Equal distribution of two random variables. -/
opaque IdentDistrib {α : Type u} {β : Type v} {γ : Type w} [MeasurableSpace α] [MeasurableSpace β]
    [MeasurableSpace γ] (f : α → γ) (g : β → γ) (μ : MeasureTheory.Measure α)
    (ν : MeasureTheory.Measure β) : Prop

end ProbabilityTheory

instance ProbabilityTheory.instIsProbabilityMeasureGaussian (μ : Real) (v : NNReal) :
    MeasureTheory.IsProbabilityMeasure (ProbabilityTheory.gaussianReal μ v) := ⟨⟩

instance MeasureTheory.Measure.pi.instIsProbabilityMeasure {ι : Type u} {α : ι → Type v} [Fintype ι]
    [∀ i, MeasurableSpace (α i)] (μ : ∀ i, MeasureTheory.Measure (α i))
    [∀ i, MeasureTheory.IsProbabilityMeasure (μ i)] :
    MeasureTheory.IsProbabilityMeasure (MeasureTheory.Measure.pi μ) := ⟨⟩
