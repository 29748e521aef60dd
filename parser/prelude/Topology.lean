import Denotary.Prelude.Measure

/-!
# Topology beyond continuity: filters, semicontinuity, boundedness, separation

Nothing here is evaluated but what unfolds to arithmetic; the rest has its type, so that statements
can be read.
-/

universe u v w

-- ## Filters

namespace Filter

/-- The filter with every set. -/
protected opaque bot {α : Type u} : Filter α

/-- The filter with only the whole type. -/
protected opaque top {α : Type u} : Filter α

/-- The coarsest filter finer than both. -/
protected opaque inf {α : Type u} (f g : Filter α) : Filter α

/-- The sets common to both filters. -/
protected opaque sup {α : Type u} (f g : Filter α) : Filter α

/-- The infimum of a set of filters. -/
protected opaque sInf {α : Type u} (s : Set (Filter α)) : Filter α

/-- The supremum of a set of filters. -/
protected opaque sSup {α : Type u} (s : Set (Filter α)) : Filter α

/-- The image filter. -/
opaque map {α : Type u} {β : Type v} (m : α → β) (f : Filter α) : Filter β

/-- The preimage filter. -/
opaque comap {α : Type u} {β : Type v} (m : α → β) (f : Filter β) : Filter α

/-- The complements of finite sets. -/
opaque cofinite {α : Type u} : Filter α

/-- The product of two filters. -/
protected opaque prod {α : Type u} {β : Type v} (f : Filter α) (g : Filter β) : Filter (α × β)

end Filter

instance Filter.instPartialOrder {α : Type u} : PartialOrder (Filter α) :=
  { toPreorder := { toLE := ⟨fun f g => ∀ s, s ∈ g → s ∈ f⟩,
    toLT := ⟨fun f g => (∀ s, s ∈ g → s ∈ f) ∧ ¬∀ s, s ∈ f → s ∈ g⟩ } }
instance Filter.instCompleteLattice {α : Type u} : CompleteLattice (Filter α) :=
  { toLattice := { toSemilatticeSup := { toPartialOrder := Filter.instPartialOrder,
    sup := Filter.sup }, inf := Filter.inf },
    toSupSet := ⟨Filter.sSup⟩, toInfSet := ⟨Filter.sInf⟩, toTop := ⟨Filter.top⟩,
    toBot := ⟨Filter.bot⟩ }
instance Filter.instPure : Pure Filter := ⟨fun a => Filter.principal (Set.singleton a)⟩
instance Filter.instSProd {α : Type u} {β : Type v} :
    SProd (Filter α) (Filter β) (Filter (α × β)) := ⟨Filter.prod⟩

namespace Filter

class NeBot {α : Type u} (f : Filter α) : Prop

def EventuallyConst {α : Type u} {β : Type v} (f : α → β) (l : Filter α) : Prop :=
  ∃ b, ∀ᶠ x in l, f x = b

def IsBounded {α : Type u} (r : α → α → Prop) (f : Filter α) : Prop := ∃ b, ∀ᶠ x in f, r x b

def IsBoundedUnder {α : Type u} {β : Type v} (r : α → α → Prop) (f : Filter β) (u : β → α) :
    Prop := IsBounded r (map u f)

def IsCobounded {α : Type u} (r : α → α → Prop) (f : Filter α) : Prop :=
  ∃ b, ∀ a, (∀ᶠ x in f, r x a) → r b a

def IsCoboundedUnder {α : Type u} {β : Type v} (r : α → α → Prop) (f : Filter β) (u : β → α) :
    Prop := IsCobounded r (map u f)

def limsSup {α : Type u} [ConditionallyCompleteLattice α] (f : Filter α) : α :=
  InfSet.sInf {a | ∀ᶠ n in f, n ≤ a}

def limsInf {α : Type u} [ConditionallyCompleteLattice α] (f : Filter α) : α :=
  SupSet.sSup {a | ∀ᶠ n in f, a ≤ n}

def limsup {α : Type u} {β : Type v} [ConditionallyCompleteLattice α] (u : β → α) (f : Filter β) :
    α := limsSup (map u f)

def liminf {α : Type u} {β : Type v} [ConditionallyCompleteLattice α] (u : β → α) (f : Filter β) :
    α := limsInf (map u f)

def IsAntitoneBasis {α : Type u} (l : Filter α) (s : Nat → Set α) : Prop :=
  (∀ t, t ∈ l ↔ ∃ i, s i ⊆ t) ∧ ∀ i j, i ≤ j → s j ⊆ s i

def HasBasis {α : Type u} {ι : Sort v} (l : Filter α) (p : ι → Prop) (s : ι → Set α) : Prop :=
  ∀ t, t ∈ l ↔ ∃ i, p i ∧ s i ⊆ t

end Filter

instance nhds_neBot {X : Type u} [TopologicalSpace X] {x : X} : Filter.NeBot (nhds x) := ⟨⟩

def ClusterPt {X : Type u} [TopologicalSpace X] (x : X) (F : Filter X) : Prop :=
  Filter.NeBot (Filter.inf (nhds x) F)

def MapClusterPt {X : Type u} [TopologicalSpace X] {ι : Type v} (x : X) (F : Filter ι)
    (u : ι → X) : Prop := ClusterPt x (Filter.map u F)

def AccPt {X : Type u} [TopologicalSpace X] (x : X) (F : Filter X) : Prop :=
  Filter.NeBot (Filter.inf (nhdsWithin x (Set.compl (Set.singleton x))) F)

/-- The filter of the entourages of a uniform space. -/
opaque uniformity (α : Type u) [UniformSpace α] : Filter (α × α)

/-- A filter whose members get arbitrarily small. -/
opaque Cauchy {α : Type u} [UniformSpace α] (f : Filter α) : Prop

def CauchySeq {α : Type u} {β : Type v} [UniformSpace α] [Preorder β] (u : β → α) : Prop :=
  Cauchy (Filter.map u Filter.atTop)

def UniformContinuous {α : Type u} {β : Type v} [UniformSpace α] [UniformSpace β] (f : α → β) :
    Prop := Filter.Tendsto (fun x : α × α => (f x.1, f x.2)) (uniformity α) (uniformity β)

/-- Uniform continuity on a set. -/
opaque UniformContinuousOn {α : Type u} {β : Type v} [UniformSpace α] [UniformSpace β]
    (f : α → β) (s : Set α) : Prop

/-- Convergence at a rate that does not depend on the point. -/
opaque TendstoUniformly {α : Type u} {β : Type v} {ι : Type w} [UniformSpace β] (F : ι → α → β)
    (f : α → β) (p : Filter ι) : Prop

/-- Uniform convergence on a set. -/
opaque TendstoUniformlyOn {α : Type u} {β : Type v} {ι : Type w} [UniformSpace β]
    (F : ι → α → β) (f : α → β) (p : Filter ι) (s : Set α) : Prop

/-- Convergence in mean order of growth: each bounds the other. -/
def Asymptotics.IsTheta {α : Type u} {E : Type v} {F : Type w} [Norm E] [Norm F] (l : Filter α)
    (f : α → E) (g : α → F) : Prop := Asymptotics.IsBigO l f g ∧ Asymptotics.IsBigO l g f

def Asymptotics.IsEquivalent {α : Type u} {β : Type v} [NormedAddCommGroup β] (l : Filter α)
    (u v : α → β) : Prop := Asymptotics.IsLittleO l (fun x => u x - v x) v

-- ## Sets and spaces

def frontier {X : Type u} [TopologicalSpace X] (s : Set X) : Set X := closure s \ interior s

def Dense {X : Type u} [TopologicalSpace X] (s : Set X) : Prop := ∀ x, x ∈ closure s

def DenseRange {X : Type u} {α : Type v} [TopologicalSpace X] (f : α → X) : Prop :=
  Dense (Set.range f)

def IsClopen {X : Type u} [TopologicalSpace X] (s : Set X) : Prop := IsClosed s ∧ IsOpen s

/-- A point's connected component. -/
opaque connectedComponent {α : Type u} [TopologicalSpace α] (x : α) : Set α

/-- A path joins the two points. -/
opaque Joined {X : Type u} [TopologicalSpace X] (x y : X) : Prop

/-- Every point has a neighbourhood that meets finitely many of the sets. -/
opaque LocallyFinite {ι : Type u} {X : Type v} [TopologicalSpace X] (f : ι → Set X) : Prop

/-- Values are constant near every point. -/
opaque IsLocallyConstant {X : Type u} {Y : Type v} [TopologicalSpace X] (f : X → Y) : Prop

def tsupport {X : Type u} {α : Type v} [Zero α] [TopologicalSpace X] (f : X → α) : Set X :=
  closure (Function.support f)

def HasCompactSupport {α : Type u} {β : Type v} [TopologicalSpace α] [Zero β] (f : α → β) : Prop :=
  IsCompact (tsupport f)

def IsOpenMap {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) :
    Prop := ∀ U : Set X, IsOpen U → IsOpen (f '' U)

def IsClosedMap {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) :
    Prop := ∀ U : Set X, IsClosed U → IsClosed (f '' U)

/-- The topology is the one that the map induces. -/
opaque Topology.IsInducing {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
    (f : X → Y) : Prop

def Topology.IsEmbedding {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
    (f : X → Y) : Prop := Topology.IsInducing f ∧ Function.Injective f

def Topology.IsOpenEmbedding {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
    (f : X → Y) : Prop := Topology.IsEmbedding f ∧ IsOpen (Set.range f)

def Topology.IsClosedEmbedding {X : Type u} {Y : Type v} [TopologicalSpace X] [TopologicalSpace Y]
    (f : X → Y) : Prop := Topology.IsEmbedding f ∧ IsClosed (Set.range f)

class T0Space (X : Type u) [TopologicalSpace X] : Prop
class T1Space (X : Type u) [TopologicalSpace X] : Prop
class LocallyCompactSpace (X : Type u) [TopologicalSpace X] : Prop
class SecondCountableTopology (α : Type u) [TopologicalSpace α] : Prop
class FirstCountableTopology (α : Type u) [TopologicalSpace α] : Prop
class TopologicalSpace.SeparableSpace (α : Type u) [TopologicalSpace α] : Prop
class ConnectedSpace (α : Type u) [TopologicalSpace α] : Prop
class PreconnectedSpace (α : Type u) [TopologicalSpace α] : Prop
class SigmaCompactSpace (X : Type u) [TopologicalSpace X] : Prop
class ProperSpace (α : Type u) [PseudoMetricSpace α] : Prop
class OrderTopology (α : Type u) [TopologicalSpace α] [Preorder α] : Prop
class ContinuousNeg (G : Type u) [TopologicalSpace G] [Neg G] : Prop
class ContinuousSub (G : Type u) [TopologicalSpace G] [Sub G] : Prop
class ContinuousStar (R : Type u) [TopologicalSpace R] [Star R] : Prop
class ContinuousConstSMul (Γ : Type u) (T : Type v) [TopologicalSpace T] [SMul Γ T] : Prop
class IsTopologicalGroup (G : Type u) [TopologicalSpace G] [Group G] : Prop
class IsTopologicalRing (R : Type u) [TopologicalSpace R] [NonUnitalNonAssocSemiring R] : Prop
class IsTopologicalSemiring (R : Type u) [TopologicalSpace R] [NonUnitalNonAssocSemiring R] : Prop

-- ## Semicontinuity

def LowerSemicontinuousWithinAt {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β]
    (f : α → β) (s : Set α) (x : α) : Prop := ∀ y, y < f x → ∀ᶠ z in nhdsWithin x s, y < f z

def LowerSemicontinuousAt {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β)
    (x : α) : Prop := ∀ y, y < f x → ∀ᶠ z in nhds x, y < f z

def LowerSemicontinuousOn {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β)
    (s : Set α) : Prop := ∀ x, x ∈ s → LowerSemicontinuousWithinAt f s x

def LowerSemicontinuous {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β) :
    Prop := ∀ x, LowerSemicontinuousAt f x

def UpperSemicontinuousWithinAt {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β]
    (f : α → β) (s : Set α) (x : α) : Prop := ∀ y, f x < y → ∀ᶠ z in nhdsWithin x s, f z < y

def UpperSemicontinuousAt {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β)
    (x : α) : Prop := ∀ y, f x < y → ∀ᶠ z in nhds x, f z < y

def UpperSemicontinuousOn {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β)
    (s : Set α) : Prop := ∀ x, x ∈ s → UpperSemicontinuousWithinAt f s x

def UpperSemicontinuous {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β) :
    Prop := ∀ x, UpperSemicontinuousAt f x

-- ## Extrema

def IsMinFilter {α : Type u} {β : Type v} [Preorder β] (f : α → β) (l : Filter α) (a : α) : Prop :=
  ∀ᶠ x in l, f a ≤ f x

def IsMaxFilter {α : Type u} {β : Type v} [Preorder β] (f : α → β) (l : Filter α) (a : α) : Prop :=
  ∀ᶠ x in l, f x ≤ f a

def IsLocalMin {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β) (a : α) :
    Prop := IsMinFilter f (nhds a) a

def IsLocalMax {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β) (a : α) :
    Prop := IsMaxFilter f (nhds a) a

def IsLocalMinOn {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β)
    (s : Set α) (a : α) : Prop := IsMinFilter f (nhdsWithin a s) a

def IsLocalMaxOn {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β)
    (s : Set α) (a : α) : Prop := IsMaxFilter f (nhdsWithin a s) a

def IsLocalExtr {α : Type u} {β : Type v} [TopologicalSpace α] [Preorder β] (f : α → β) (a : α) :
    Prop := IsLocalMin f a ∨ IsLocalMax f a

-- ## Metric spaces

/-- Bounded sets, as a structure of their own. -/
class Bornology (α : Type u) where
  IsBounded' : Set α → Prop

instance (priority := 90) PseudoMetricSpace.toBornology {α : Type u} [PseudoMetricSpace α] :
    Bornology α := ⟨fun s => ∃ C : Real, ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → dist x y ≤ C⟩

def Bornology.IsBounded {α : Type u} [Bornology α] (s : Set α) : Prop := Bornology.IsBounded' s

def LocallyLipschitz {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β]
    (f : α → β) : Prop := ∀ x, ∃ K : NNReal, ∃ t, t ∈ nhds x ∧ LipschitzOnWith K f t

def LocallyLipschitzOn {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β]
    (s : Set α) (f : α → β) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∃ K : NNReal, ∃ t, t ∈ nhdsWithin x s ∧ LipschitzOnWith K f t

def AntilipschitzWith {α : Type u} {β : Type v} [PseudoMetricSpace α] [PseudoMetricSpace β]
    (K : NNReal) (f : α → β) : Prop := ∀ x y, dist x y ≤ (K : Real) * dist (f x) (f y)

def ContractingWith {α : Type u} [PseudoMetricSpace α] (K : NNReal) (f : α → α) : Prop :=
  K < 1 ∧ LipschitzWith K f

/-- Distance from a point to a set; 0 to the empty set. -/
opaque Metric.infDist {α : Type u} [PseudoMetricSpace α] (x : α) (s : Set α) : Real

/-- Distance from a point to a set; infinite to the empty set. -/
opaque Metric.infEDist {α : Type u} [PseudoMetricSpace α] (x : α) (s : Set α) : ENNReal

/-- Distance from a point to a set; infinite to the empty set. -/
opaque EMetric.infEdist {α : Type u} [PseudoMetricSpace α] (x : α) (s : Set α) : ENNReal

/-- The largest distance in a set; 0 where unbounded. -/
opaque Metric.diam {α : Type u} [PseudoMetricSpace α] (s : Set α) : Real

def Metric.thickening {α : Type u} [PseudoMetricSpace α] (δ : Real) (E : Set α) : Set α :=
  {x | ∃ z, z ∈ E ∧ dist x z < δ}

/-- An isometric bijection. -/
structure IsometryEquiv (α : Type u) (β : Type v) [PseudoMetricSpace α] [PseudoMetricSpace β]
    extends Equiv α β where
  isometry_toFun : Isometry toFun

instance IsometryEquiv.instEquivLike {α : Type u} {β : Type v} [PseudoMetricSpace α]
    [PseudoMetricSpace β] : EquivLike (IsometryEquiv α β) α β := ⟨fun f => f.toFun, fun f => f.invFun⟩

-- ## Extended reals

namespace EReal

/-- A real as an extended real. -/
protected opaque ofReal : Real → EReal

/-- Infinity. -/
protected opaque infinity : EReal

/-- The value of a finite one, 0 at the infinities. -/
opaque toReal : EReal → Real

/-- Negation. -/
protected opaque neg : EReal → EReal

/-- Addition; `∞ + -∞` is `-∞`. -/
protected opaque add : EReal → EReal → EReal

/-- Multiplication; 0 times an infinity is 0. -/
protected opaque mul : EReal → EReal → EReal

/-- The order. -/
protected opaque le : EReal → EReal → Prop

/-- The supremum of a set. -/
protected opaque sSup : Set EReal → EReal

/-- The infimum of a set. -/
protected opaque sInf : Set EReal → EReal

end EReal

@[coe]
def Real.toEReal (x : Real) : EReal := EReal.ofReal x

instance EReal.instCoeReal : Coe Real EReal := ⟨Real.toEReal⟩
instance EReal.instZero : Zero EReal := ⟨EReal.ofReal 0⟩
instance EReal.instOne : One EReal := ⟨EReal.ofReal 1⟩
instance EReal.instNatCast : NatCast EReal := ⟨fun n => EReal.ofReal (n : Real)⟩
instance EReal.instTop : Top EReal := ⟨EReal.infinity⟩
instance EReal.instBot : Bot EReal := ⟨EReal.neg EReal.infinity⟩
instance EReal.instNeg : Neg EReal := ⟨EReal.neg⟩
instance EReal.instAdd : Add EReal := ⟨EReal.add⟩
instance EReal.instSub : Sub EReal := ⟨fun a b => EReal.add a (EReal.neg b)⟩
instance EReal.instMul : Mul EReal := ⟨EReal.mul⟩
instance EReal.instLE : LE EReal := ⟨EReal.le⟩
instance EReal.instLT : LT EReal := ⟨fun a b => EReal.le a b ∧ ¬EReal.le b a⟩
instance EReal.instPartialOrder : PartialOrder EReal :=
  { toPreorder := { toLE := EReal.instLE, toLT := EReal.instLT } }
open Classical in
noncomputable instance EReal.instLinearOrder : LinearOrder EReal :=
  { toPartialOrder := EReal.instPartialOrder, toMin := ⟨fun a b => if EReal.le a b then a else b⟩,
    toMax := ⟨fun a b => if EReal.le a b then b else a⟩ }
noncomputable instance EReal.instCompleteLinearOrder : CompleteLinearOrder EReal :=
  { toCompleteLattice := { toLattice := LinearOrder.toLattice, toSupSet := ⟨EReal.sSup⟩,
    toInfSet := ⟨EReal.sInf⟩, toTop := EReal.instTop, toBot := EReal.instBot } }
instance EReal.instTopologicalSpace : TopologicalSpace EReal := ⟨Denotary.someIsOpen⟩
