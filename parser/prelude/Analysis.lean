import Denotary.Prelude.Complex

/-!
# Topology, norms, derivatives

Topologies carry no data at run time. Statements of continuity, differentiability and convergence
are assumed where they are hypotheses. `fderiv` takes topological modules, as Mathlib's now does, so
that the topology of `Fin n → ℝ` is found in one step.
-/

universe u v w

-- ## Topologies and filters

class TopologicalSpace (X : Type u) where
  IsOpen : Set X → Prop

/-- Openness in the given topology. -/
def IsOpen {X : Type u} [TopologicalSpace X] (s : Set X) : Prop := TopologicalSpace.IsOpen s

def IsClosed {X : Type u} [TopologicalSpace X] (s : Set X) : Prop := IsOpen (Set.compl s)

/-- The open sets of some topology; never looked at. -/
opaque Denotary.someIsOpen {X : Type u} : Set X → Prop

instance Real.instTopologicalSpace : TopologicalSpace Real := ⟨Denotary.someIsOpen⟩
instance Complex.instTopologicalSpace : TopologicalSpace Complex := ⟨Denotary.someIsOpen⟩
instance Nat.instTopologicalSpace : TopologicalSpace Nat := ⟨Denotary.someIsOpen⟩
instance Int.instTopologicalSpace : TopologicalSpace Int := ⟨Denotary.someIsOpen⟩
instance Rat.instTopologicalSpace : TopologicalSpace Rat := ⟨Denotary.someIsOpen⟩
instance Bool.instTopologicalSpace : TopologicalSpace Bool := ⟨Denotary.someIsOpen⟩
instance Fin.instTopologicalSpace {n : Nat} : TopologicalSpace (Fin n) := ⟨Denotary.someIsOpen⟩
instance NNReal.instTopologicalSpace : TopologicalSpace NNReal := ⟨Denotary.someIsOpen⟩
instance ENNReal.instTopologicalSpace : TopologicalSpace ENNReal := ⟨Denotary.someIsOpen⟩
instance Pi.topologicalSpace {ι : Type u} {Y : ι → Type v} [∀ i, TopologicalSpace (Y i)] :
    TopologicalSpace (∀ i, Y i) := ⟨Denotary.someIsOpen⟩
instance instTopologicalSpaceProd {X : Type u} {Y : Type v} [TopologicalSpace X]
    [TopologicalSpace Y] : TopologicalSpace (X × Y) := ⟨Denotary.someIsOpen⟩
instance instTopologicalSpaceSubtype {X : Type u} {p : X → Prop} [TopologicalSpace X] :
    TopologicalSpace (Subtype p) := ⟨Denotary.someIsOpen⟩
instance Matrix.topologicalSpace {m : Type u} {n : Type v} {R : Type w} [TopologicalSpace R] :
    TopologicalSpace (Matrix m n R) := ⟨Denotary.someIsOpen⟩

/-- Continuity; assumed where it is a hypothesis. -/
opaque Continuous {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) :
    Prop

/-- Continuity at a point. -/
opaque ContinuousAt {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y)
    (x : X) : Prop

/-- Continuity at a point within a set. -/
opaque ContinuousWithinAt {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
    (f : X → Y) (s : Set X) (x : X) : Prop

def ContinuousOn {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y)
    (s : Set X) : Prop := ∀ x, x ∈ s → ContinuousWithinAt f s x

/-- Compactness. -/
opaque IsCompact {X : Type u} [TopologicalSpace X] (s : Set X) : Prop

/-- Connectedness. -/
opaque IsConnected {α : Type u} [TopologicalSpace α] (s : Set α) : Prop

/-- Connectedness or emptiness. -/
opaque IsPreconnected {α : Type u} [TopologicalSpace α] (s : Set α) : Prop

/-- The topological closure. -/
opaque closure {X : Type u} [TopologicalSpace X] (s : Set X) : Set X

/-- The topological interior. -/
opaque interior {X : Type u} [TopologicalSpace X] (s : Set X) : Set X

class T2Space (X : Type u) [TopologicalSpace X] : Prop

class CompactSpace (X : Type u) [TopologicalSpace X] : Prop

class DiscreteTopology (α : Type u) [TopologicalSpace α] : Prop

/-- A continuous function as an object. -/
structure ContinuousMap (X : Type u) (Y : Type v) [TopologicalSpace X] [TopologicalSpace Y] where
  toFun : X → Y
  continuous_toFun : Continuous toFun

instance ContinuousMap.instFunLike {X : Type u} {Y : Type v} [TopologicalSpace X]
    [TopologicalSpace Y] : FunLike (ContinuousMap X Y) X Y := ⟨fun f => f.toFun⟩

structure Homeomorph (X : Type u) (Y : Type v) [TopologicalSpace X] [TopologicalSpace Y] extends
  Equiv X Y where
  continuous_toFun : Continuous toFun
  continuous_invFun : Continuous invFun

instance Homeomorph.instEquivLike {X : Type u} {Y : Type v} [TopologicalSpace X]
    [TopologicalSpace Y] : EquivLike (Homeomorph X Y) X Y := ⟨fun f => f.toFun, fun f => f.invFun⟩

/-- Filters; not evaluated. -/
axiom Filter : Type u → Type u

/-- The sets of a filter. -/
opaque Filter.Mem {α : Type u} (f : Filter α) (s : Set α) : Prop

instance Filter.instMembership {α : Type u} : Membership (Set α) (Filter α) := ⟨Filter.Mem⟩

/-- Neighbourhoods of infinity. -/
opaque Filter.atTop {α : Type u} [Preorder α] : Filter α

/-- Neighbourhoods of minus infinity. -/
opaque Filter.atBot {α : Type u} [Preorder α] : Filter α

/-- The supersets of a set. -/
opaque Filter.principal {α : Type u} (s : Set α) : Filter α

/-- Convergence of `f` along `l₁` to `l₂`. -/
opaque Filter.Tendsto {α : Type u} {β : Type v} (f : α → β) (l₁ : Filter α) (l₂ : Filter β) : Prop

/-- `p` holds on a set of the filter. -/
opaque Filter.Eventually {α : Type u} (p : α → Prop) (f : Filter α) : Prop

/-- `p` holds again and again. -/
opaque Filter.Frequently {α : Type u} (p : α → Prop) (f : Filter α) : Prop

/-- Two functions agree on a set of the filter. -/
opaque Filter.EventuallyEq {α : Type u} {β : Type v} (l : Filter α) (f g : α → β) : Prop

/-- `f ≤ g` on a set of the filter. -/
opaque Filter.EventuallyLE {α : Type u} {β : Type v} [LE β] (l : Filter α) (f g : α → β) : Prop

/-- Neighbourhoods of a point. -/
opaque nhds {X : Type u} [TopologicalSpace X] (x : X) : Filter X

/-- Neighbourhoods of a point within a set. -/
opaque nhdsWithin {X : Type u} [TopologicalSpace X] (a : X) (s : Set X) : Filter X

/-- The value of a limit; some point where there is none. Not evaluated. -/
opaque limUnder {X : Type u} {α : Type v} [TopologicalSpace X] [Nonempty X] (f : Filter α)
    (g : α → X) : X

/-- Growth of one function bounded by another's. -/
opaque Asymptotics.IsBigO {α : Type u} {E : Type v} {F : Type w} [Norm E] [Norm F] (l : Filter α)
    (f : α → E) (g : α → F) : Prop

/-- Growth of one function negligible to another's. -/
opaque Asymptotics.IsLittleO {α : Type u} {E : Type v} {F : Type w} [Norm E] [Norm F]
    (l : Filter α) (f : α → E) (g : α → F) : Prop

/-- The left limit; the value itself at an isolated point. Not evaluated. -/
opaque Function.leftLim {α : Type u} {β : Type v} [LinearOrder α] [TopologicalSpace β] (f : α → β)
    (a : α) : β

/-- Convergence of a series with its sum. -/
opaque HasSum {α : Type u} {β : Type v} [AddCommMonoid α] [TopologicalSpace α] (f : β → α) (a : α) :
    Prop

def Summable {α : Type u} {β : Type v} [AddCommMonoid α] [TopologicalSpace α] (f : β → α) : Prop :=
  ∃ a, HasSum f a

class IsTopologicalAddGroup (G : Type u) [TopologicalSpace G] [AddGroup G] : Prop

class ContinuousAdd (M : Type u) [TopologicalSpace M] [Add M] : Prop

class ContinuousMul (M : Type u) [TopologicalSpace M] [Mul M] : Prop

class ContinuousSMul (M : Type u) (X : Type v) [SMul M X] [TopologicalSpace M] [TopologicalSpace X] :
  Prop

-- ## Metrics and norms

class UniformSpace (α : Type u) extends TopologicalSpace α

class Dist (α : Type u) where
  dist : α → α → Real

class EDist (α : Type u) where
  edist : α → α → ENNReal

class NNDist (α : Type u) where
  nndist : α → α → NNReal

class Norm (E : Type u) where
  norm : E → Real

class NNNorm (E : Type u) where
  nnnorm : E → NNReal

class ENorm (E : Type u) where
  enorm : E → ENNReal

class Inner (𝕜 : Type u) (E : Type v) where
  inner' : E → E → 𝕜

/-- The inner product; the scalars are given by hand, as in Mathlib. -/
abbrev Inner.inner (𝕜 : Type u) {E : Type v} [Inner 𝕜 E] (x y : E) : 𝕜 := Inner.inner' x y

export Dist (dist)
export EDist (edist)
export NNDist (nndist)
export Norm (norm)
export NNNorm (nnnorm)
export Inner (inner)

class PseudoMetricSpace (α : Type u) extends UniformSpace α, Dist α

class MetricSpace (α : Type u) extends PseudoMetricSpace α

class CompleteSpace (α : Type u) [UniformSpace α] : Prop

class SeminormedAddCommGroup (E : Type u) extends AddCommGroup E, PseudoMetricSpace E, Norm E

class NormedAddCommGroup (E : Type u) extends SeminormedAddCommGroup E

class NormedRing (α : Type u) extends Ring α, MetricSpace α, Norm α

class NormedCommRing (α : Type u) extends NormedRing α

class NormedField (α : Type u) extends Field α, MetricSpace α, Norm α

class NontriviallyNormedField (α : Type u) extends NormedField α

class DenselyNormedField (α : Type u) extends NormedField α

class NormedSpace (𝕜 : Type u) (E : Type v) [NormedField 𝕜] [SeminormedAddCommGroup E] extends
  Module 𝕜 E

class NormedAlgebra (𝕜 : Type u) (𝕜' : Type v) [NormedField 𝕜] [SeminormedAddCommGroup 𝕜'] extends
  Module 𝕜 𝕜'

class RCLike (K : Type u) extends NontriviallyNormedField K, Star K where
  re : K → Real
  im : K → Real
  I : K
  ofReal : Real → K

class InnerProductSpace (𝕜 : Type u) (E : Type v) [RCLike 𝕜] [SeminormedAddCommGroup E] extends
  NormedSpace 𝕜 E, Inner 𝕜 E

instance (priority := 100) NormedSpace.toModule' {𝕜 : Type u} {E : Type v} [NormedField 𝕜]
    [SeminormedAddCommGroup E] [i : NormedSpace 𝕜 E] : Module 𝕜 E := i.toModule

instance (priority := 100) InnerProductSpace.toNormedSpace' {𝕜 : Type u} {E : Type v} [RCLike 𝕜]
    [SeminormedAddCommGroup E] [i : InnerProductSpace 𝕜 E] : NormedSpace 𝕜 E := i.toNormedSpace

instance (priority := 100) InnerProductSpace.toModule' {𝕜 : Type u} {E : Type v} [RCLike 𝕜]
    [SeminormedAddCommGroup E] [i : InnerProductSpace 𝕜 E] : Module 𝕜 E :=
  i.toNormedSpace.toModule

class FiniteDimensional (K : Type u) (V : Type v) [DivisionRing K] [AddCommGroup V] [Module K V] :
  Prop

instance (priority := 90) NormedAddCommGroup.toMetricSpace {E : Type u} [i : NormedAddCommGroup E] :
    MetricSpace E := { toPseudoMetricSpace := i.toSeminormedAddCommGroup.toPseudoMetricSpace }

instance (priority := 90) NormedField.toNormedAddCommGroup {α : Type u} [i : NormedField α] :
    NormedAddCommGroup α :=
  { toSeminormedAddCommGroup := { toAddCommGroup := Ring.toAddCommGroup,
    toPseudoMetricSpace := i.toMetricSpace.toPseudoMetricSpace, toNorm := i.toNorm } }

instance (priority := 80) NormedRing.toNormedAddCommGroup {α : Type u} [i : NormedRing α] :
    NormedAddCommGroup α :=
  { toSeminormedAddCommGroup := { toAddCommGroup := Ring.toAddCommGroup,
    toPseudoMetricSpace := i.toMetricSpace.toPseudoMetricSpace, toNorm := i.toNorm } }

instance (priority := 80) RCLike.toDenselyNormedField {K : Type u} [i : RCLike K] :
    DenselyNormedField K := { toNormedField := i.toNontriviallyNormedField.toNormedField }

instance (priority := 90) SeminormedAddCommGroup.toNNNorm {E : Type u} [SeminormedAddCommGroup E] :
    NNNorm E := ⟨fun a => ⟨norm a, by simp⟩⟩

instance (priority := 90) PseudoMetricSpace.toNNDist {α : Type u} [PseudoMetricSpace α] :
    NNDist α := ⟨fun a b => ⟨dist a b, by simp⟩⟩

instance (priority := 90) PseudoMetricSpace.toEDist {α : Type u} [PseudoMetricSpace α] :
    EDist α := ⟨fun a b => ENNReal.ofReal (dist a b)⟩

instance (priority := 90) NormedField.toNormedSpace {𝕜 : Type u} [NormedField 𝕜] :
    NormedSpace 𝕜 𝕜 := { toModule := Semiring.toModule }

instance (priority := 90) RCLike.innerProductSpace {𝕜 : Type u} [RCLike 𝕜] :
    InnerProductSpace 𝕜 𝕜 :=
  { toNormedSpace := NormedField.toNormedSpace, toInner := ⟨fun x y => y * star x⟩ }

instance Real.norm : Norm Real := ⟨fun r => |r|⟩
instance Real.instDist : Dist Real := ⟨fun x y => |x - y|⟩
instance Real.pseudoMetricSpace : PseudoMetricSpace Real :=
  { toUniformSpace := { toTopologicalSpace := Real.instTopologicalSpace },
    toDist := Real.instDist }
instance Real.metricSpace : MetricSpace Real := { toPseudoMetricSpace := Real.pseudoMetricSpace }
instance Real.normedField : NormedField Real :=
  { toField := Real.instField, toMetricSpace := Real.metricSpace, toNorm := Real.norm }
instance Real.nontriviallyNormedField : NontriviallyNormedField Real :=
  { toNormedField := Real.normedField }
instance Real.denselyNormedField : DenselyNormedField Real := { toNormedField := Real.normedField }
instance Real.instRCLike : RCLike Real :=
  { toNontriviallyNormedField := Real.nontriviallyNormedField, toStar := Real.instStar, re := id,
    im := fun _ => 0, I := 0, ofReal := id }
instance Real.seminormedAddCommGroup : SeminormedAddCommGroup Real :=
  { toAddCommGroup := Real.instAddCommGroup, toPseudoMetricSpace := Real.pseudoMetricSpace,
    toNorm := Real.norm }
instance Real.normedAddCommGroup : NormedAddCommGroup Real :=
  { toSeminormedAddCommGroup := Real.seminormedAddCommGroup }
instance Real.normedSpace : NormedSpace Real Real := { toModule := Semiring.toModule }
instance Real.innerProductSpace : InnerProductSpace Real Real :=
  { toNormedSpace := Real.normedSpace, toInner := ⟨fun x y => y * x⟩ }
instance Real.instCompleteSpace : CompleteSpace Real := ⟨⟩
instance Real.finiteDimensional : FiniteDimensional Real Real := ⟨⟩

instance Complex.instNorm : Norm Complex := ⟨fun z => Real.sqrt (Complex.normSq z)⟩
instance Complex.instDist : Dist Complex := ⟨fun z w => Real.sqrt (Complex.normSq (z - w))⟩
instance Complex.metricSpace : MetricSpace Complex :=
  { toPseudoMetricSpace := { toUniformSpace := { toTopologicalSpace :=
      Complex.instTopologicalSpace },
    toDist := Complex.instDist } }
instance Complex.normedField : NormedField Complex :=
  { toField := Complex.instField, toMetricSpace := Complex.metricSpace,
    toNorm := Complex.instNorm }
instance Complex.nontriviallyNormedField : NontriviallyNormedField Complex :=
  { toNormedField := Complex.normedField }
instance Complex.instRCLike : RCLike Complex :=
  { toNontriviallyNormedField := Complex.nontriviallyNormedField, toStar := Complex.instStar,
    re := fun z => z.re, im := fun z => z.im, I := Complex.I, ofReal := Complex.ofReal }

/-- The maximum norm of a finite family. -/
instance Pi.norm {ι : Type u} {G : ι → Type v} [Fintype ι] [∀ i, Norm (G i)] : Norm (∀ i, G i) :=
  ⟨fun f => Finset.fold max 0 (fun i => norm (f i)) Finset.univ⟩
/-- The maximum distance of two finite families. -/
instance Pi.dist {ι : Type u} {G : ι → Type v} [Fintype ι] [∀ i, Dist (G i)] : Dist (∀ i, G i) :=
  ⟨fun f g => Finset.fold max 0 (fun i => dist (f i) (g i)) Finset.univ⟩
instance pseudoMetricSpacePi {ι : Type u} {X : ι → Type v} [Fintype ι]
    [∀ i, PseudoMetricSpace (X i)] : PseudoMetricSpace (∀ i, X i) :=
  { toUniformSpace := { toTopologicalSpace := Pi.topologicalSpace }, toDist := Pi.dist }
instance metricSpacePi {ι : Type u} {X : ι → Type v} [Fintype ι] [∀ i, MetricSpace (X i)] :
    MetricSpace (∀ i, X i) := { toPseudoMetricSpace := pseudoMetricSpacePi }
instance Pi.seminormedAddCommGroup {ι : Type u} {G : ι → Type v} [Fintype ι]
    [∀ i, SeminormedAddCommGroup (G i)] : SeminormedAddCommGroup (∀ i, G i) :=
  { toAddCommGroup := Pi.addCommGroup, toPseudoMetricSpace := pseudoMetricSpacePi,
    toNorm := Pi.norm }
instance Pi.normedAddCommGroup {ι : Type u} {G : ι → Type v} [Fintype ι]
    [∀ i, NormedAddCommGroup (G i)] : NormedAddCommGroup (∀ i, G i) :=
  { toSeminormedAddCommGroup := Pi.seminormedAddCommGroup }
instance Pi.normedSpace {𝕜 : Type u} {ι : Type v} {E : ι → Type w} [Fintype ι] [NormedField 𝕜]
    [∀ i, SeminormedAddCommGroup (E i)] [∀ i, NormedSpace 𝕜 (E i)] : NormedSpace 𝕜 (∀ i, E i) :=
  { toModule := Pi.module E 𝕜 }
instance Pi.completeSpace {ι : Type u} {X : ι → Type v} [∀ i, UniformSpace (X i)]
    [UniformSpace (∀ i, X i)] : CompleteSpace (∀ i, X i) := ⟨⟩

instance Prod.toNorm {E : Type u} {F : Type v} [Norm E] [Norm F] : Norm (E × F) :=
  ⟨fun x => max (norm x.1) (norm x.2)⟩
instance Prod.instDist {E : Type u} {F : Type v} [Dist E] [Dist F] : Dist (E × F) :=
  ⟨fun x y => max (dist x.1 y.1) (dist x.2 y.2)⟩
instance Prod.pseudoMetricSpaceMax {E : Type u} {F : Type v} [PseudoMetricSpace E]
    [PseudoMetricSpace F] : PseudoMetricSpace (E × F) :=
  { toUniformSpace := { toTopologicalSpace := instTopologicalSpaceProd }, toDist := Prod.instDist }
instance Prod.seminormedAddCommGroup {E : Type u} {F : Type v} [SeminormedAddCommGroup E]
    [SeminormedAddCommGroup F] : SeminormedAddCommGroup (E × F) :=
  { toAddCommGroup := Prod.instAddCommGroup, toPseudoMetricSpace := Prod.pseudoMetricSpaceMax,
    toNorm := Prod.toNorm }
instance Prod.normedAddCommGroup {E : Type u} {F : Type v} [NormedAddCommGroup E]
    [NormedAddCommGroup F] : NormedAddCommGroup (E × F) :=
  { toSeminormedAddCommGroup := Prod.seminormedAddCommGroup }
instance Prod.normedSpace {𝕜 : Type u} {E : Type v} {F : Type w} [NormedField 𝕜]
    [SeminormedAddCommGroup E] [SeminormedAddCommGroup F] [NormedSpace 𝕜 E] [NormedSpace 𝕜 F] :
    NormedSpace 𝕜 (E × F) := { toModule := Prod.instModule }

def Metric.ball {α : Type u} [PseudoMetricSpace α] (x : α) (ε : Real) : Set α :=
  setOf fun y => dist y x < ε

def Metric.closedBall {α : Type u} [PseudoMetricSpace α] (x : α) (ε : Real) : Set α :=
  setOf fun y => dist y x ≤ ε

def Metric.sphere {α : Type u} [PseudoMetricSpace α] (x : α) (ε : Real) : Set α :=
  setOf fun y => dist y x = ε

def LipschitzWith {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β]
    (K : NNReal) (f : α → β) : Prop := ∀ x y, dist (f x) (f y) ≤ (K : Real) * dist x y

def LipschitzOnWith {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β]
    (K : NNReal) (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → dist (f x) (f y) ≤ (K : Real) * dist x y

def Isometry {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β] (f : α → β) :
    Prop := ∀ x1 x2 : α, dist (f x1) (f x2) = dist x1 x2

-- ## `ℓᵖ` vectors

structure WithLp (p : ENNReal) (V : Type u) : Type u where
  mk ::
  ofLp : V

/-- A vector as one with the `ℓᵖ` norm; Mathlib's constructor, which takes `p` by hand. -/
@[match_pattern]
abbrev WithLp.toLp (p : ENNReal) {V : Type u} (v : V) : WithLp p V := WithLp.mk v

abbrev PiLp (p : ENNReal) {ι : Type u} (α : ι → Type v) : Type (max u v) := WithLp p (∀ i, α i)

abbrev EuclideanSpace (𝕜 : Type u) (n : Type v) : Type (max u v) := PiLp 2 fun _ : n => 𝕜

instance PiLp.instCoeFun {p : ENNReal} {ι : Type u} {α : ι → Type v} :
    CoeFun (PiLp p α) (fun _ => ∀ i, α i) := ⟨fun x => x.ofLp⟩

def WithLp.equiv (p : ENNReal) (V : Type u) : Equiv (WithLp p V) V :=
  { toFun := fun x => x.ofLp, invFun := fun v => WithLp.toLp p v, left_inv := by simp,
    right_inv := by simp }

def EuclideanSpace.single {ι : Type u} {𝕜 : Type v} [Zero 𝕜] [DecidableEq ι] (i : ι) (a : 𝕜) :
    EuclideanSpace 𝕜 ι := WithLp.toLp 2 (Pi.single (f := fun _ => 𝕜) i a)

instance WithLp.instZero {p : ENNReal} {V : Type u} [Zero V] : Zero (WithLp p V) := ⟨⟨0⟩⟩
instance WithLp.instAdd {p : ENNReal} {V : Type u} [Add V] : Add (WithLp p V) :=
  ⟨fun x y => ⟨x.ofLp + y.ofLp⟩⟩
instance WithLp.instSub {p : ENNReal} {V : Type u} [Sub V] : Sub (WithLp p V) :=
  ⟨fun x y => ⟨x.ofLp - y.ofLp⟩⟩
instance WithLp.instNeg {p : ENNReal} {V : Type u} [Neg V] : Neg (WithLp p V) :=
  ⟨fun x => ⟨-x.ofLp⟩⟩
instance WithLp.instSMul {p : ENNReal} {K : Type v} {V : Type u} [SMul K V] :
    SMul K (WithLp p V) := ⟨fun a x => ⟨a • x.ofLp⟩⟩
instance WithLp.instAddCommMonoid {p : ENNReal} {V : Type u} [AddCommMonoid V] :
    AddCommMonoid (WithLp p V) :=
  { toAddMonoid := { toAddSemigroup := { toAdd := WithLp.instAdd }, toZero := WithLp.instZero,
    nsmul := fun n x => ⟨AddMonoid.nsmul n x.ofLp⟩ } }
instance WithLp.instAddCommGroup {p : ENNReal} {V : Type u} [AddCommGroup V] :
    AddCommGroup (WithLp p V) :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := WithLp.instAddCommMonoid.toAddMonoid,
    toNeg := WithLp.instNeg, toSub := WithLp.instSub,
    zsmul := fun n x => ⟨SubNegMonoid.zsmul n x.ofLp⟩ } } }
instance WithLp.instModule {p : ENNReal} {K : Type v} {V : Type u} [Semiring K] [AddCommMonoid V]
    [Module K V] : Module K (WithLp p V) :=
  { toDistribMulAction := { toMulAction := { toSMul := WithLp.instSMul } } }
instance WithLp.instInhabited {p : ENNReal} {V : Type u} [Inhabited V] : Inhabited (WithLp p V) :=
  ⟨⟨default⟩⟩
instance PiLp.topologicalSpace {p : ENNReal} {V : Type u} [TopologicalSpace V] :
    TopologicalSpace (WithLp p V) := ⟨Denotary.someIsOpen⟩

/-- The Euclidean norm `√(Σ ‖xᵢ‖²)`. -/
instance EuclideanSpace.instNorm {𝕜 : Type u} {n : Type v} [Norm 𝕜] [Fintype n] :
    Norm (EuclideanSpace 𝕜 n) :=
  ⟨fun x => Real.sqrt (Finset.sum Finset.univ fun i => norm (x.ofLp i) ^ 2)⟩
/-- The Euclidean distance. -/
instance EuclideanSpace.instDist {𝕜 : Type u} {n : Type v} [Dist 𝕜] [Fintype n] :
    Dist (EuclideanSpace 𝕜 n) :=
  ⟨fun x y => Real.sqrt (Finset.sum Finset.univ fun i => dist (x.ofLp i) (y.ofLp i) ^ 2)⟩
instance EuclideanSpace.instSeminormedAddCommGroup {𝕜 : Type u} {n : Type v} [Fintype n]
    [SeminormedAddCommGroup 𝕜] : SeminormedAddCommGroup (EuclideanSpace 𝕜 n) :=
  { toAddCommGroup := WithLp.instAddCommGroup,
    toPseudoMetricSpace := { toUniformSpace := { toTopologicalSpace := PiLp.topologicalSpace },
    toDist := EuclideanSpace.instDist }, toNorm := EuclideanSpace.instNorm }
instance EuclideanSpace.instNormedAddCommGroup {𝕜 : Type u} {n : Type v} [Fintype n]
    [NormedAddCommGroup 𝕜] : NormedAddCommGroup (EuclideanSpace 𝕜 n) :=
  { toSeminormedAddCommGroup := EuclideanSpace.instSeminormedAddCommGroup }
instance EuclideanSpace.instNormedSpace {𝕜 : Type u} {E : Type u} {n : Type v} [Fintype n]
    [NormedField 𝕜] [SeminormedAddCommGroup E] [NormedSpace 𝕜 E] :
    NormedSpace 𝕜 (EuclideanSpace E n) := { toModule := WithLp.instModule }
/-- `⟪x, y⟫ = Σ ⟪xᵢ, yᵢ⟫`. -/
instance EuclideanSpace.instInnerProductSpace {𝕜 : Type u} {n : Type v} [Fintype n] [RCLike 𝕜] :
    InnerProductSpace 𝕜 (EuclideanSpace 𝕜 n) :=
  { toNormedSpace := EuclideanSpace.instNormedSpace,
    toInner := ⟨fun x y => Finset.sum Finset.univ fun i => inner 𝕜 (x.ofLp i) (y.ofLp i)⟩ }
instance EuclideanSpace.instFiniteDimensional {𝕜 : Type u} {n : Type v} [Fintype n]
    [NormedField 𝕜] : FiniteDimensional 𝕜 (EuclideanSpace 𝕜 n) := ⟨⟩
instance EuclideanSpace.instCompleteSpace {𝕜 : Type u} {n : Type v} [Fintype n] [NormedField 𝕜] :
    CompleteSpace (EuclideanSpace 𝕜 n) := ⟨⟩

-- ## Continuous linear maps and derivatives

structure ContinuousLinearMap {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    (σ : RingHom R S) (M : Type v) [TopologicalSpace M] [AddCommMonoid M] (M₂ : Type w)
    [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M] [Module S M₂] extends
  LinearMap σ M M₂ where
  cont : Continuous toFun

instance ContinuousLinearMap.instFunLike {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {M : Type v} [TopologicalSpace M] [AddCommMonoid M] {M₂ : Type w}
    [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M] [Module S M₂] :
    FunLike (ContinuousLinearMap σ M M₂) M M₂ := ⟨fun f => f.toFun⟩

instance ContinuousLinearMap.instCoeLinearMap {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {M : Type v} [TopologicalSpace M] [AddCommMonoid M] {M₂ : Type w}
    [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M] [Module S M₂] :
    Coe (ContinuousLinearMap σ M M₂) (LinearMap σ M M₂) := ⟨fun f => f.toLinearMap⟩

namespace ContinuousLinearMap

def id (R : Type u) [Semiring R] (M : Type v) [TopologicalSpace M] [AddCommMonoid M] [Module R M] :
    ContinuousLinearMap (RingHom.id R) M M :=
  { toFun := fun x => x, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

def comp {R : Type u} [Semiring R] {M : Type v} {M₂ : Type v} {M₃ : Type v} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [TopologicalSpace M₃]
    [AddCommMonoid M₃] [Module R M] [Module R M₂] [Module R M₃]
    (g : ContinuousLinearMap (RingHom.id R) M₂ M₃) (f : ContinuousLinearMap (RingHom.id R) M M₂) :
    ContinuousLinearMap (RingHom.id R) M M₃ :=
  { toFun := fun x => g (f x), map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

def proj {R : Type u} [Semiring R] {ι : Type v} {φ : ι → Type w} [∀ i, TopologicalSpace (φ i)]
    [∀ i, AddCommMonoid (φ i)] [∀ i, Module R (φ i)] (i : ι) :
    ContinuousLinearMap (RingHom.id R) (∀ i, φ i) (φ i) :=
  { toFun := fun x => x i, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

def pi {R : Type u} [Semiring R] {M : Type v} [TopologicalSpace M] [AddCommMonoid M] [Module R M]
    {ι : Type v} {φ : ι → Type w} [∀ i, TopologicalSpace (φ i)] [∀ i, AddCommMonoid (φ i)]
    [∀ i, Module R (φ i)] (f : ∀ i, ContinuousLinearMap (RingHom.id R) M (φ i)) :
    ContinuousLinearMap (RingHom.id R) M (∀ i, φ i) :=
  { toFun := fun x i => f i x, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

def fst (R : Type u) [Semiring R] (M₁ : Type v) (M₂ : Type w) [TopologicalSpace M₁]
    [AddCommMonoid M₁] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M₁] [Module R M₂] :
    ContinuousLinearMap (RingHom.id R) (M₁ × M₂) M₁ :=
  { toFun := fun x => x.1, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

def snd (R : Type u) [Semiring R] (M₁ : Type v) (M₂ : Type w) [TopologicalSpace M₁]
    [AddCommMonoid M₁] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M₁] [Module R M₂] :
    ContinuousLinearMap (RingHom.id R) (M₁ × M₂) M₂ :=
  { toFun := fun x => x.2, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

protected def prod {R : Type u} [Semiring R] {M₁ : Type v} {M₂ : Type w} {M₃ : Type w}
    [TopologicalSpace M₁] [AddCommMonoid M₁] [TopologicalSpace M₂] [AddCommMonoid M₂]
    [TopologicalSpace M₃] [AddCommMonoid M₃] [Module R M₁] [Module R M₂] [Module R M₃]
    (f₁ : ContinuousLinearMap (RingHom.id R) M₁ M₂)
    (f₂ : ContinuousLinearMap (RingHom.id R) M₁ M₃) :
    ContinuousLinearMap (RingHom.id R) M₁ (M₂ × M₃) :=
  { toFun := fun x => (f₁ x, f₂ x), map_add' := by simp, map_smul' := by simp,
    cont := by fun_prop }

def smulRight {R : Type u} [Semiring R] {M₁ : Type v} {M₂ : Type w} {S : Type w}
    [TopologicalSpace M₁] [AddCommMonoid M₁] [TopologicalSpace M₂] [AddCommMonoid M₂]
    [Module R M₁] [Semiring S] [Module R S] [TopologicalSpace S] [Module R M₂] [SMul S M₂]
    (c : ContinuousLinearMap (RingHom.id R) M₁ S) (f : M₂) :
    ContinuousLinearMap (RingHom.id R) M₁ M₂ :=
  { toFun := fun x => c x • f, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

end ContinuousLinearMap

instance ContinuousLinearMap.instZero {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w}
    [TopologicalSpace M] [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M]
    [Module R M₂] : Zero (ContinuousLinearMap (RingHom.id R) M M₂) :=
  ⟨{ toFun := fun _ => 0, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }⟩

instance ContinuousLinearMap.instAdd {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w}
    [TopologicalSpace M] [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M]
    [Module R M₂] : Add (ContinuousLinearMap (RingHom.id R) M M₂) :=
  ⟨fun f g => { toFun := fun x => f x + g x, map_add' := by simp, map_smul' := by simp,
    cont := by fun_prop }⟩

instance ContinuousLinearMap.instSMul {R : Type u} [CommSemiring R] {M : Type v} {M₂ : Type w}
    [TopologicalSpace M] [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M]
    [Module R M₂] : SMul R (ContinuousLinearMap (RingHom.id R) M M₂) :=
  ⟨fun c f => { toFun := fun x => c • f x, map_add' := by simp, map_smul' := by simp,
    cont := by fun_prop }⟩

instance ContinuousLinearMap.instOne {R : Type u} [Semiring R] {M : Type v} [TopologicalSpace M]
    [AddCommMonoid M] [Module R M] : One (ContinuousLinearMap (RingHom.id R) M M) :=
  ⟨ContinuousLinearMap.id R M⟩

structure ContinuousLinearEquiv {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    (σ : RingHom R S) {σ' : RingHom S R} [RingHomInvPair σ σ'] [RingHomInvPair σ' σ] (M : Type v)
    [TopologicalSpace M] [AddCommMonoid M] (M₂ : Type w) [TopologicalSpace M₂] [AddCommMonoid M₂]
    [Module R M] [Module S M₂] extends LinearEquiv σ M M₂ where
  continuous_toFun : Continuous toFun
  continuous_invFun : Continuous invFun

instance ContinuousLinearEquiv.instEquivLike {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {σ' : RingHom S R} [RingHomInvPair σ σ'] [RingHomInvPair σ' σ] {M : Type v}
    [TopologicalSpace M] [AddCommMonoid M] {M₂ : Type w} [TopologicalSpace M₂] [AddCommMonoid M₂]
    [Module R M] [Module S M₂] : EquivLike (ContinuousLinearEquiv σ M M₂) M M₂ :=
  ⟨fun f => f.toFun, fun f => f.invFun⟩

/-- Linear bijections that keep norms. -/
structure LinearIsometryEquiv {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    (σ : RingHom R S) {σ' : RingHom S R} [RingHomInvPair σ σ'] [RingHomInvPair σ' σ] (E : Type v)
    (E₂ : Type w) [SeminormedAddCommGroup E] [SeminormedAddCommGroup E₂] [Module R E]
    [Module S E₂] extends LinearEquiv σ E E₂ where
  norm_map' : ∀ x : E, norm (toFun x) = norm x

instance LinearIsometryEquiv.instEquivLike {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {σ' : RingHom S R} [RingHomInvPair σ σ'] [RingHomInvPair σ' σ] {E : Type v}
    {E₂ : Type w} [SeminormedAddCommGroup E] [SeminormedAddCommGroup E₂] [Module R E]
    [Module S E₂] : EquivLike (LinearIsometryEquiv σ E E₂) E E₂ :=
  ⟨fun f => f.toFun, fun f => f.invFun⟩

/-- `f'` is a derivative of `f` at `x` within `s`. -/
opaque HasFDerivWithinAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (f' : ContinuousLinearMap (RingHom.id 𝕜) E F) (s : Set E)
    (x : E) : Prop

/-- Strict differentiability. -/
opaque HasStrictFDerivAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (f' : ContinuousLinearMap (RingHom.id 𝕜) E F) (x : E) : Prop

/-- Differentiability at a point; assumed where it is a hypothesis. -/
opaque DifferentiableAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (x : E) : Prop

/-- Differentiability at a point within a set. -/
opaque DifferentiableWithinAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v}
    [AddCommGroup E] [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (s : Set E) (x : E) : Prop

def DifferentiableOn (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (s : Set E) : Prop :=
  ∀ x, x ∈ s → DifferentiableWithinAt 𝕜 f s x

def Differentiable (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) : Prop := ∀ x, DifferentiableAt 𝕜 f x

/-- The Fréchet derivative at `x`, evaluated as the forward derivative in a direction; 0 where `f`
is not differentiable. -/
opaque fderiv (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (x : E) : ContinuousLinearMap (RingHom.id 𝕜) E F

/-- The derivative within a set; some derivative, or 0 where there is none. -/
opaque fderivWithin (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (s : Set E) (x : E) : ContinuousLinearMap (RingHom.id 𝕜) E F

def deriv {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : 𝕜 → F) (x : 𝕜) : F := fderiv 𝕜 f x 1

def derivWithin {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] (f : 𝕜 → F) (s : Set 𝕜) (x : 𝕜) : F :=
  fderivWithin 𝕜 f s x 1

/-- `f'` is the derivative of `f` at `x`; derivatives are unique. -/
def HasFDerivAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (f' : ContinuousLinearMap (RingHom.id 𝕜) E F) (x : E) : Prop :=
  DifferentiableAt 𝕜 f x ∧ fderiv 𝕜 f x = f'

/-- `f'` is the derivative of `f` at `x`; derivatives are unique. -/
def HasDerivAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] (f : 𝕜 → F) (f' : F) (x : 𝕜) : Prop :=
  DifferentiableAt 𝕜 f x ∧ deriv f x = f'

/-- `f'` is a derivative of `f` at `x` within `s`. -/
opaque HasDerivWithinAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] (f : 𝕜 → F) (f' : F) (s : Set 𝕜) (x : 𝕜) : Prop

def iteratedDeriv {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] : Nat → (𝕜 → F) → 𝕜 → F
  | 0, f => f
  | n + 1, f => deriv (iteratedDeriv n f)

/-- The gradient; 0 where `f` is not differentiable. -/
opaque gradient {𝕜 : Type u} {F : Type v} [RCLike 𝕜] [NormedAddCommGroup F]
    [InnerProductSpace 𝕜 F] (f : F → 𝕜) (x : F) : F

/-- `f'` is the gradient of `f` at `x`; assumed where it is a hypothesis. -/
opaque HasGradientAt {𝕜 : Type u} {F : Type v} [RCLike 𝕜] [NormedAddCommGroup F]
    [InnerProductSpace 𝕜 F] (f : F → 𝕜) (f' : F) (x : F) : Prop

/-- Smoothness of order `n`; assumed where it is a hypothesis. -/
opaque ContDiff (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F] (n : WithTop ENat)
    (f : E → F) : Prop

/-- Smoothness of order `n` at a point. -/
opaque ContDiffAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F] (n : WithTop ENat)
    (f : E → F) (x : E) : Prop

def WithTop (α : Type u) : Type u := Option α

def WithBot (α : Type u) : Type u := Option α

def ENat : Type := WithTop Nat

notation "ℕ∞" => ENat

instance WithTop.instTop {α : Type u} : Top (WithTop α) := ⟨none⟩
instance WithTop.instNatCast {α : Type u} [NatCast α] : NatCast (WithTop α) :=
  ⟨fun n => some (Nat.cast n)⟩
instance WithTop.instZero {α : Type u} [Zero α] : Zero (WithTop α) := ⟨some 0⟩
instance WithTop.instOne {α : Type u} [One α] : One (WithTop α) := ⟨some 1⟩
instance ENat.instTop : Top ENat := ⟨none⟩
instance ENat.instNatCast : NatCast ENat := ⟨fun n => some n⟩
instance ENat.instZero : Zero ENat := ⟨some 0⟩
instance ENat.instOne : One ENat := ⟨some 1⟩
instance ENat.instCoe : Coe ENat (WithTop ENat) := ⟨fun n => some n⟩
instance WithTop.instCoe {α : Type u} : Coe α (WithTop α) := ⟨fun a => some a⟩
instance WithBot.instCoe {α : Type u} : Coe α (WithBot α) := ⟨fun a => some a⟩

-- ## Laws used as terms

axiom continuous_id {X : Type u} [TopologicalSpace X] : Continuous (id : X → X)

axiom continuous_const {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] {y : Y} :
    Continuous fun _ : X => y

axiom continuous_pi {X : Type u} {ι : Type v} {A : ι → Type w} [TopologicalSpace X]
    [∀ i, TopologicalSpace (A i)] {f : X → ∀ i, A i} (h : ∀ i, Continuous fun a => f a i) :
    Continuous f

axiom continuous_apply {ι : Type v} {A : ι → Type w} [∀ i, TopologicalSpace (A i)] (i : ι) :
    Continuous fun p : ∀ i, A i => p i

axiom Continuous.comp {X : Type u} {Y : Type v} {Z : Type w} [TopologicalSpace X]
    [TopologicalSpace Y] [TopologicalSpace Z] {f : X → Y} {g : Y → Z} (hg : Continuous g)
    (hf : Continuous f) : Continuous (g ∘ f)

axiom differentiable_id {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] : Differentiable 𝕜 (id : E → E)

axiom differentiable_const {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (c : F) : Differentiable 𝕜 fun _ : E => c

axiom Differentiable.comp {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] {G : Type w} [AddCommGroup G] [Module 𝕜 G] [TopologicalSpace G] {f : E → F}
    {g : F → G} (hg : Differentiable 𝕜 g) (hf : Differentiable 𝕜 f) : Differentiable 𝕜 (g ∘ f)

axiom Differentiable.differentiableAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v}
    [AddCommGroup E] [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] {f : E → F} {x : E} (h : Differentiable 𝕜 f) : DifferentiableAt 𝕜 f x

axiom Differentiable.add {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] {f g : E → F} (hf : Differentiable 𝕜 f) (hg : Differentiable 𝕜 g) :
    Differentiable 𝕜 (f + g)

axiom DifferentiableAt.comp {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] {G : Type w} [AddCommGroup G] [Module 𝕜 G] [TopologicalSpace G] {f : E → F}
    (x : E) {g : F → G} (hg : DifferentiableAt 𝕜 g (f x)) (hf : DifferentiableAt 𝕜 f x) :
    DifferentiableAt 𝕜 (g ∘ f) x

axiom HasFDerivAt.differentiableAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v}
    [AddCommGroup E] [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] {f : E → F} {f' : ContinuousLinearMap (RingHom.id 𝕜) E F} {x : E}
    (h : HasFDerivAt f f' x) : DifferentiableAt 𝕜 f x
