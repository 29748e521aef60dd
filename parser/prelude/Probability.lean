import Denotary.Prelude.Quotient

/-!
# Measurable functions, `Lᵖ`, random variables

Nothing here is evaluated but what unfolds to integrals, which are not.
-/

universe u v w

class MeasurableSingletonClass (α : Type u) [MeasurableSpace α] : Prop

/-- The measurable space of the open sets. -/
opaque borel (α : Type u) [TopologicalSpace α] : MeasurableSpace α

/-- Measurability up to a null set. -/
opaque AEMeasurable {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β] (f : α → β)
    (μ : MeasureTheory.Measure α) : Prop

/-- An injective measurable map whose image sets are measurable. -/
opaque MeasurableEmbedding {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β]
    (f : α → β) : Prop

namespace MeasureTheory

/-- The mean over a finite measure, 0 for measure 0. -/
noncomputable def average {α : Type u} {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E]
    [MeasurableSpace α] (μ : MeasureTheory.Measure α) (f : α → E) : E :=
  (MeasureTheory.Measure.real μ Set.univ)⁻¹ • MeasureTheory.integral μ f

/-- A limit of simple functions. -/
opaque StronglyMeasurable {α : Type u} {β : Type v} [TopologicalSpace β] [MeasurableSpace α]
    (f : α → β) : Prop

/-- The `Lᵖ` seminorm. -/
opaque eLpNorm {α : Type u} {ε : Type v} [MeasurableSpace α] [NormedAddCommGroup ε] (f : α → ε)
    (p : ENNReal) (μ : MeasureTheory.Measure α) : ENNReal

def MemLp {α : Type u} {ε : Type v} [MeasurableSpace α] [NormedAddCommGroup ε] (f : α → ε)
    (p : ENNReal) (μ : MeasureTheory.Measure α) : Prop :=
  MeasureTheory.AEStronglyMeasurable f μ ∧ MeasureTheory.eLpNorm f p μ < ⊤

structure MeasurePreserving {α : Type u} {β : Type v} [MeasurableSpace α] [MeasurableSpace β]
    (f : α → β) (μa : MeasureTheory.Measure α) (μb : MeasureTheory.Measure β) : Prop where
  measurable : Measurable f
  map_eq : MeasureTheory.Measure.map f μa = μb

/-- Finiteness on a compact neighbourhood of every point. -/
opaque LocallyIntegrable {X : Type u} {ε : Type v} [MeasurableSpace X] [TopologicalSpace X]
    [NormedAddCommGroup ε] (f : X → ε) (μ : MeasureTheory.Measure X) : Prop

/-- The Radon–Nikodym derivative. -/
opaque Measure.rnDeriv {α : Type u} [MeasurableSpace α] (μ ν : MeasureTheory.Measure α) :
    α → ENNReal

/-- The measure scaled by a number. -/
protected opaque Measure.smul {α : Type u} [MeasurableSpace α] (c : ENNReal) (μ : MeasureTheory.Measure α) :
    MeasureTheory.Measure α

/-- The sum of two measures. -/
protected opaque Measure.add {α : Type u} [MeasurableSpace α] (μ ν : MeasureTheory.Measure α) :
    MeasureTheory.Measure α

/-- The measure of no mass. -/
protected opaque Measure.zero {α : Type u} [MeasurableSpace α] : MeasureTheory.Measure α

instance Measure.instSMul {α : Type u} [MeasurableSpace α] :
    SMul ENNReal (MeasureTheory.Measure α) := ⟨MeasureTheory.Measure.smul⟩

instance Measure.instAdd {α : Type u} [MeasurableSpace α] : Add (MeasureTheory.Measure α) :=
  ⟨MeasureTheory.Measure.add⟩

instance Measure.instZero {α : Type u} [MeasurableSpace α] : Zero (MeasureTheory.Measure α) :=
  ⟨MeasureTheory.Measure.zero⟩

/-- Integrability between two points. -/
def _root_.IntervalIntegrable {E : Type u} [NormedAddCommGroup E] (f : Real → E)
    (μ : MeasureTheory.Measure Real) (a b : Real) : Prop :=
  MeasureTheory.IntegrableOn f (Set.Ioc a b) μ ∧ MeasureTheory.IntegrableOn f (Set.Ioc b a) μ

end MeasureTheory

namespace ProbabilityTheory

/-- The variance of a random variable. -/
noncomputable def variance {Ω : Type u} [MeasurableSpace Ω] (X : Ω → Real)
    (μ : MeasureTheory.Measure Ω) : Real :=
  MeasureTheory.integral μ fun ω => (X ω - MeasureTheory.integral μ X) ^ 2

noncomputable def covariance {Ω : Type u} [MeasurableSpace Ω] (X Y : Ω → Real)
    (μ : MeasureTheory.Measure Ω) : Real :=
  MeasureTheory.integral μ fun ω =>
    (X ω - MeasureTheory.integral μ X) * (Y ω - MeasureTheory.integral μ Y)

noncomputable def moment {Ω : Type u} [MeasurableSpace Ω] (X : Ω → Real) (p : Nat)
    (μ : MeasureTheory.Measure Ω) : Real := MeasureTheory.integral μ fun ω => X ω ^ p

noncomputable def mgf {Ω : Type u} [MeasurableSpace Ω] (X : Ω → Real)
    (μ : MeasureTheory.Measure Ω) (t : Real) : Real :=
  MeasureTheory.integral μ fun ω => Real.exp (t * X ω)

end ProbabilityTheory
