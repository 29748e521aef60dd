import Denotary.Prelude.Real

/-!
# Sets
-/

universe u v w

def Set (α : Type u) := α → Prop

def setOf {α : Type u} (p : α → Prop) : Set α := p

namespace Set

protected def Mem {α : Type u} (s : Set α) (a : α) : Prop := s a

protected def Subset {α : Type u} (s₁ s₂ : Set α) : Prop := ∀ a, a ∈ s₁ → a ∈ s₂

def univ {α : Type u} : Set α := setOf fun _ => True

protected def insert {α : Type u} (a : α) (s : Set α) : Set α := setOf fun b => b = a ∨ b ∈ s

protected def singleton {α : Type u} (a : α) : Set α := setOf fun b => b = a

protected def union {α : Type u} (s₁ s₂ : Set α) : Set α := setOf fun a => a ∈ s₁ ∨ a ∈ s₂

protected def inter {α : Type u} (s₁ s₂ : Set α) : Set α := setOf fun a => a ∈ s₁ ∧ a ∈ s₂

protected def compl {α : Type u} (s : Set α) : Set α := setOf fun a => ¬a ∈ s

protected def diff {α : Type u} (s t : Set α) : Set α := setOf fun a => a ∈ s ∧ ¬a ∈ t

end Set

instance Set.instMembership {α : Type u} : Membership α (Set α) := ⟨fun s a => s a⟩
instance Set.instLE {α : Type u} : LE (Set α) := ⟨fun s t => ∀ ⦃a⦄, a ∈ s → a ∈ t⟩
instance Set.instHasSubset {α : Type u} : HasSubset (Set α) := ⟨Set.Subset⟩
instance Set.instHasSSubset {α : Type u} : HasSSubset (Set α) := ⟨fun s t => s ⊆ t ∧ ¬t ⊆ s⟩
instance Set.instEmptyCollection {α : Type u} : EmptyCollection (Set α) :=
  ⟨setOf fun _ => False⟩
instance Set.instInsert {α : Type u} : Insert α (Set α) := ⟨Set.insert⟩
instance Set.instSingletonSet {α : Type u} : Singleton α (Set α) := ⟨Set.singleton⟩
instance Set.instUnion {α : Type u} : Union (Set α) := ⟨Set.union⟩
instance Set.instInter {α : Type u} : Inter (Set α) := ⟨Set.inter⟩
instance Set.instCompl {α : Type u} : HasCompl (Set α) := ⟨Set.compl⟩
instance Set.instSDiff {α : Type u} : SDiff (Set α) := ⟨Set.diff⟩
instance Set.instInhabited {α : Type u} : Inhabited (Set α) := ⟨∅⟩
instance Set.instPreorder {α : Type u} : Preorder (Set α) :=
  { toLE := Set.instLE, toLT := ⟨fun s t => s ⊆ t ∧ ¬t ⊆ s⟩ }
instance Set.instPartialOrder {α : Type u} : PartialOrder (Set α) :=
  { toPreorder := Set.instPreorder }
instance Set.instSupSet {α : Type u} : SupSet (Set α) :=
  ⟨fun S => setOf fun a => ∃ t, t ∈ S ∧ a ∈ t⟩
instance Set.instInfSet {α : Type u} : InfSet (Set α) :=
  ⟨fun S => setOf fun a => ∀ t, t ∈ S → a ∈ t⟩

/-- The elements of a set as a type. -/
@[coe, reducible]
def Set.Elem {α : Type u} (s : Set α) : Type u := { x : α // x ∈ s }

instance Set.instCoeSortType {α : Type u} : CoeSort (Set α) (Type u) := ⟨Set.Elem⟩

namespace Set

protected def Nonempty {α : Type u} (s : Set α) : Prop := ∃ x, x ∈ s

def range {α : Type u} {ι : Sort v} (f : ι → α) : Set α := setOf fun x => ∃ y, f y = x

def image {α : Type u} {β : Type v} (f : α → β) (s : Set α) : Set β :=
  setOf fun b => ∃ a, a ∈ s ∧ f a = b

def preimage {α : Type u} {β : Type v} (f : α → β) (s : Set β) : Set α := setOf fun a => f a ∈ s

def iUnion {α : Type u} {ι : Sort v} (s : ι → Set α) : Set α := setOf fun a => ∃ i, a ∈ s i

def iInter {α : Type u} {ι : Sort v} (s : ι → Set α) : Set α := setOf fun a => ∀ i, a ∈ s i

def sUnion {α : Type u} (S : Set (Set α)) : Set α := sSup S

def sInter {α : Type u} (S : Set (Set α)) : Set α := sInf S

protected def prod {α : Type u} {β : Type v} (s : Set α) (t : Set β) : Set (α × β) :=
  setOf fun p => p.1 ∈ s ∧ p.2 ∈ t

def pi {ι : Type u} {α : ι → Type v} (s : Set ι) (t : ∀ i, Set (α i)) : Set (∀ i, α i) :=
  setOf fun f => ∀ i, i ∈ s → f i ∈ t i

def powerset {α : Type u} (s : Set α) : Set (Set α) := setOf fun t => t ⊆ s

def Ioo {α : Type u} [Preorder α] (a b : α) : Set α := setOf fun x => a < x ∧ x < b

def Ico {α : Type u} [Preorder α] (a b : α) : Set α := setOf fun x => a ≤ x ∧ x < b

def Iio {α : Type u} [Preorder α] (b : α) : Set α := setOf fun x => x < b

def Icc {α : Type u} [Preorder α] (a b : α) : Set α := setOf fun x => a ≤ x ∧ x ≤ b

def Iic {α : Type u} [Preorder α] (b : α) : Set α := setOf fun x => x ≤ b

def Ioc {α : Type u} [Preorder α] (a b : α) : Set α := setOf fun x => a < x ∧ x ≤ b

def Ici {α : Type u} [Preorder α] (a : α) : Set α := setOf fun x => a ≤ x

def Ioi {α : Type u} [Preorder α] (a : α) : Set α := setOf fun x => a < x

def MapsTo {α : Type u} {β : Type v} (f : α → β) (s : Set α) (t : Set β) : Prop :=
  ∀ ⦃x⦄, x ∈ s → f x ∈ t

def InjOn {α : Type u} {β : Type v} (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a₁⦄, a₁ ∈ s → ∀ ⦃a₂⦄, a₂ ∈ s → f a₁ = f a₂ → a₁ = a₂

def SurjOn {α : Type u} {β : Type v} (f : α → β) (s : Set α) (t : Set β) : Prop :=
  t ⊆ Set.image f s

def BijOn {α : Type u} {β : Type v} (f : α → β) (s : Set α) (t : Set β) : Prop :=
  Set.MapsTo f s t ∧ Set.InjOn f s ∧ Set.SurjOn f s t

def EqOn {α : Type u} {β : Type v} (f₁ f₂ : α → β) (s : Set α) : Prop :=
  ∀ ⦃x⦄, x ∈ s → f₁ x = f₂ x

protected def Subsingleton {α : Type u} (s : Set α) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x = y

def restrict {α : Type u} {π : α → Type v} (s : Set α) (f : ∀ a : α, π a) : ∀ a : s, π a.val :=
  fun x => f x.val

/-- `f` on the set and 0 outside. -/
noncomputable def indicator {α : Type u} {M : Type v} [Zero M] (s : Set α) (f : α → M) (x : α) :
    M := if x ∈ s then f x else 0

/-- `f` on the set, `g` outside. -/
def piecewise {α : Type u} {β : α → Sort v} (s : Set α) (f g : ∀ i, β i)
    [∀ j, Decidable (j ∈ s)] : ∀ i, β i := fun i => if i ∈ s then f i else g i

/-- Finiteness of a set. -/
protected opaque Finite {α : Type u} (s : Set α) : Prop

/-- Number of elements; 0 for an infinite set. -/
protected opaque ncard {α : Type u} (s : Set α) : Nat

/-- The elements of a finite set. -/
protected opaque toFinset {α : Type u} (s : Set α) [Fintype (Set.Elem s)] : Finset α

/-- The elements of a finite set. -/
protected opaque Finite.toFinset {α : Type u} {s : Set α} (h : Set.Finite s) : Finset α

/-- Countability. -/
protected opaque Countable {α : Type u} (s : Set α) : Prop

end Set

instance Set.instSProd {α : Type u} {β : Type v} : SProd (Set α) (Set β) (Set (α × β)) :=
  ⟨Set.prod⟩

def Convex (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [SMul 𝕜 E]
    (s : Set E) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • x + b • y ∈ s

structure ConvexOn (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜]
    [AddCommMonoid E] [AddCommMonoid β] [PartialOrder β] [SMul 𝕜 E] [SMul 𝕜 β] (s : Set E)
    (f : E → β) : Prop where
  left : Convex 𝕜 s
  right : ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    f (a • x + b • y) ≤ a • f x + b • f y
