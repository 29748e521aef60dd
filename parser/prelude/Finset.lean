import Denotary.Prelude.Equiv

/-!
# Finite sets, finite types, sums and products over them
-/

universe u v w

/-- Finite sets: the elements, each once. -/
axiom Finset : Type u → Type u

/-- Finite collections with repetition. -/
axiom Multiset : Type u → Type u

class Fintype (α : Type u) where
  elems : Finset α
  complete : ∀ x : α, x ∈ elems

class Finite (α : Sort u) : Prop

class Infinite (α : Sort u) : Prop

class Countable (α : Sort u) : Prop

namespace Finset

/-- The sum of `f` over `s`; 0 over the empty set. -/
protected opaque sum {ι : Type u} {M : Type v} [AddCommMonoid M] (s : Finset ι) (f : ι → M) : M

/-- The product of `f` over `s`; 1 over the empty set. -/
protected opaque prod {ι : Type u} {M : Type v} [CommMonoid M] (s : Finset ι) (f : ι → M) : M

/-- `op` folded over the values of `f`, starting from `b`. -/
opaque fold {α : Type u} {β : Type v} (op : β → β → β) [hc : Std.Commutative op]
    [ha : Std.Associative op] (b : β) (f : α → β) (s : Finset α) : β

/-- The supremum of `f` over `s`; `⊥` over the empty set. -/
opaque sup {α : Type u} {β : Type v} [SemilatticeSup α] [OrderBot α] (s : Finset β) (f : β → α) : α

/-- The infimum of `f` over `s`; `⊤` over the empty set. -/
opaque inf {α : Type u} {β : Type v} [SemilatticeInf α] [OrderTop α] (s : Finset β) (f : β → α) : α

/-- The supremum of `f` over a nonempty `s`. -/
opaque sup' {α : Type u} {β : Type v} [SemilatticeSup α] (s : Finset β) (H : Finset.Nonempty s)
    (f : β → α) : α

/-- The infimum of `f` over a nonempty `s`. -/
opaque inf' {α : Type u} {β : Type v} [SemilatticeInf α] (s : Finset β) (H : Finset.Nonempty s)
    (f : β → α) : α

/-- The greatest element of a nonempty set. -/
opaque max' {α : Type u} [LinearOrder α] (s : Finset α) (H : Finset.Nonempty s) : α

/-- The least element of a nonempty set. -/
opaque min' {α : Type u} [LinearOrder α] (s : Finset α) (H : Finset.Nonempty s) : α

/-- Number of elements. -/
opaque card {α : Type u} (s : Finset α) : Nat

/-- Membership. -/
protected opaque Mem {α : Type u} (s : Finset α) (a : α) : Prop

/-- The elements of `s` that satisfy `p`. -/
opaque filter {α : Type u} (p : α → Prop) [DecidablePred p] (s : Finset α) : Finset α

/-- The values of `f` on `s`. -/
opaque image {α : Type u} {β : Type v} [DecidableEq β] (f : α → β) (s : Finset α) : Finset β

/-- The values of an embedding on `s`. -/
opaque map {α : Type u} {β : Type v} (f : Function.Embedding α β) (s : Finset α) : Finset β

/-- `{0, …, n - 1}`. -/
opaque range (n : Nat) : Finset Nat

/-- The pairs. -/
protected opaque product {α : Type u} {β : Type v} (s : Finset α) (t : Finset β) : Finset (α × β)

/-- The disjoint union. -/
opaque disjSum {α : Type u} {β : Type v} (s : Finset α) (t : Finset β) : Finset (Sum α β)

/-- The dependent pairs. -/
protected opaque sigma {ι : Type u} {σ : ι → Type v} (s : Finset ι) (t : ∀ i, Finset (σ i)) :
    Finset (Sigma σ)

/-- The union over `s`. -/
protected opaque biUnion {α : Type u} {β : Type v} [DecidableEq β] (s : Finset α)
    (t : α → Finset β) : Finset β

/-- No elements. -/
protected opaque empty {α : Type u} : Finset α

/-- One element. -/
protected opaque singleton {α : Type u} (a : α) : Finset α

/-- One more element. -/
protected opaque insert {α : Type u} [DecidableEq α] (a : α) (s : Finset α) : Finset α

/-- `insert` of an element that is not in. -/
opaque cons {α : Type u} (a : α) (s : Finset α) (h : ¬a ∈ s) : Finset α

/-- One element less. -/
opaque erase {α : Type u} [DecidableEq α] (s : Finset α) (a : α) : Finset α

/-- Union. -/
protected opaque union {α : Type u} [DecidableEq α] (s t : Finset α) : Finset α

/-- Intersection. -/
protected opaque inter {α : Type u} [DecidableEq α] (s t : Finset α) : Finset α

/-- Difference. -/
protected opaque sdiff {α : Type u} [DecidableEq α] (s t : Finset α) : Finset α

/-- The subsets. -/
opaque powerset {α : Type u} (s : Finset α) : Finset (Finset α)

/-- The elements as a subtype. -/
opaque attach {α : Type u} (s : Finset α) : Finset { x // x ∈ s }

/-- The elements in some order. -/
opaque toList {α : Type u} (s : Finset α) : List α

/-- The elements in increasing order of `r`. -/
opaque sort {α : Type u} (r : α → α → Prop) [DecidableRel r] (s : Finset α) : List α

def univ {α : Type u} [Fintype α] : Finset α := Fintype.elems

protected def Nonempty {α : Type u} (s : Finset α) : Prop := ∃ x : α, x ∈ s

def Icc {α : Type u} [Preorder α] [LocallyFiniteOrder α] (a b : α) : Finset α :=
  LocallyFiniteOrder.finsetIcc a b

def Ico {α : Type u} [Preorder α] [LocallyFiniteOrder α] (a b : α) : Finset α :=
  LocallyFiniteOrder.finsetIco a b

def Ioc {α : Type u} [Preorder α] [LocallyFiniteOrder α] (a b : α) : Finset α :=
  LocallyFiniteOrder.finsetIoc a b

def Ioo {α : Type u} [Preorder α] [LocallyFiniteOrder α] (a b : α) : Finset α :=
  LocallyFiniteOrder.finsetIoo a b

def Iic {α : Type u} [Preorder α] [LocallyFiniteOrderBot α] (a : α) : Finset α :=
  LocallyFiniteOrderBot.finsetIic a

def Iio {α : Type u} [Preorder α] [LocallyFiniteOrderBot α] (a : α) : Finset α :=
  LocallyFiniteOrderBot.finsetIio a

def Ici {α : Type u} [Preorder α] [LocallyFiniteOrderTop α] (a : α) : Finset α :=
  LocallyFiniteOrderTop.finsetIci a

def Ioi {α : Type u} [Preorder α] [LocallyFiniteOrderTop α] (a : α) : Finset α :=
  LocallyFiniteOrderTop.finsetIoi a

/-- The pairs of natural numbers with sum `n`. -/
def antidiagonal (n : Nat) : Finset (Nat × Nat) :=
  Finset.image (fun i => (i, n - i)) (Finset.range (n + 1))

def powersetCard {α : Type u} (n : Nat) (s : Finset α) : Finset (Finset α) :=
  Finset.filter (fun t => Finset.card t = n) (Finset.powerset s)

end Finset

class Std.Commutative {α : Sort u} (op : α → α → α) : Prop

class Std.Associative {α : Sort u} (op : α → α → α) : Prop

instance (priority := 10) Std.instCommutativeAny {α : Sort u} (op : α → α → α) :
    Std.Commutative op := ⟨⟩

instance (priority := 10) Std.instAssociativeAny {α : Sort u} (op : α → α → α) :
    Std.Associative op := ⟨⟩

instance Finset.instMembership {α : Type u} : Membership α (Finset α) := ⟨Finset.Mem⟩
instance Finset.instHasSubset {α : Type u} : HasSubset (Finset α) :=
  ⟨fun s t => ∀ ⦃a⦄, a ∈ s → a ∈ t⟩
instance Finset.instHasSSubset {α : Type u} : HasSSubset (Finset α) := ⟨fun s t => s ⊆ t ∧ ¬t ⊆ s⟩
instance Finset.instLE {α : Type u} : LE (Finset α) := ⟨fun s t => s ⊆ t⟩
instance Finset.instEmptyCollection {α : Type u} : EmptyCollection (Finset α) := ⟨Finset.empty⟩
instance Finset.instSingleton {α : Type u} : Singleton α (Finset α) := ⟨Finset.singleton⟩
instance Finset.instInsert {α : Type u} [DecidableEq α] : Insert α (Finset α) := ⟨Finset.insert⟩
instance Finset.instUnion {α : Type u} [DecidableEq α] : Union (Finset α) := ⟨Finset.union⟩
instance Finset.instInter {α : Type u} [DecidableEq α] : Inter (Finset α) := ⟨Finset.inter⟩
instance Finset.instSDiff {α : Type u} [DecidableEq α] : SDiff (Finset α) := ⟨Finset.sdiff⟩
instance Finset.instCompl {α : Type u} [Fintype α] [DecidableEq α] : HasCompl (Finset α) :=
  ⟨fun s => Finset.univ \ s⟩
instance Finset.instSProd {α : Type u} {β : Type v} : SProd (Finset α) (Finset β) (Finset (α × β)) :=
  ⟨Finset.product⟩
instance Finset.instInhabited {α : Type u} : Inhabited (Finset α) := ⟨∅⟩
instance Finset.instCoeSet {α : Type u} : CoeTC (Finset α) (Set α) :=
  ⟨fun s => setOf fun a => a ∈ s⟩
instance Finset.instCoeSort {α : Type u} : CoeSort (Finset α) (Type u) := ⟨fun s => { x // x ∈ s }⟩
instance Finset.instPreorder {α : Type u} : Preorder (Finset α) :=
  { toLE := Finset.instLE, toLT := ⟨fun s t => s ⊆ t ∧ ¬t ⊆ s⟩ }
instance Finset.instPartialOrder {α : Type u} : PartialOrder (Finset α) :=
  { toPreorder := Finset.instPreorder }

/-- All indices below `n`, in order. -/
opaque Denotary.finElems (n : Nat) : Finset (Fin n)

/-- The functions whose value at each `a` lies in `t a`. -/
opaque Fintype.piFinset {α : Type u} {δ : α → Type v} [DecidableEq α] [Fintype α]
    (t : ∀ a, Finset (δ a)) : Finset (∀ a, δ a)

/-- The elements of `s` with a property, as a subtype. -/
opaque Finset.subtype {α : Type u} (p : α → Prop) [DecidablePred p] (s : Finset α) :
    Finset (Subtype p)

/-- Number of elements; 0 for an infinite type. -/
protected opaque Nat.card (α : Type u) : Nat

/-- The elements of a finite type; only evaluated where a `Fintype` instance is found. -/
opaque Fintype.ofFinite (α : Type u) [Finite α] : Fintype α

def Fintype.card (α : Type u) [Fintype α] : Nat := Finset.card (Finset.univ (α := α))

instance Fin.fintype (n : Nat) : Fintype (Fin n) := ⟨Denotary.finElems n, by simp⟩
instance Bool.fintype : Fintype Bool := ⟨{true, false}, by simp⟩
instance PUnit.fintype : Fintype PUnit := ⟨{PUnit.unit}, by simp⟩
instance Empty.fintype : Fintype Empty := ⟨∅, by simp⟩
instance instFintypeProd (α : Type u) (β : Type v) [Fintype α] [Fintype β] : Fintype (α × β) :=
  ⟨Finset.product Finset.univ Finset.univ, by simp⟩
instance instFintypeSum (α : Type u) (β : Type v) [Fintype α] [Fintype β] : Fintype (Sum α β) :=
  ⟨Finset.disjSum Finset.univ Finset.univ, by simp⟩
instance instFintypeSigma {ι : Type u} (α : ι → Type v) [Fintype ι] [∀ i, Fintype (α i)] :
    Fintype (Sigma α) := ⟨Finset.sigma Finset.univ fun _ => Finset.univ, by simp⟩
instance instFintypeOption {α : Type u} [Fintype α] : Fintype (Option α) :=
  ⟨insert none (Finset.image some Finset.univ), by simp⟩
instance Pi.instFintype {α : Type u} {β : α → Type v} [DecidableEq α] [Fintype α]
    [∀ a, Fintype (β a)] : Fintype (∀ a, β a) := ⟨Fintype.piFinset fun _ => Finset.univ, by simp⟩
instance Subtype.fintype {α : Type u} (p : α → Prop) [DecidablePred p] [Fintype α] :
    Fintype { x // p x } := ⟨Finset.subtype p Finset.univ, by simp⟩

instance Finset.fintypeCoeSort {α : Type u} (s : Finset α) : Fintype { x // x ∈ s } :=
  ⟨Finset.attach s, by simp⟩

def Fintype.ofEquiv {β : Type v} (α : Type u) [Fintype α] (f : Equiv α β) : Fintype β :=
  ⟨Finset.map (Equiv.toEmbedding f) Finset.univ, by simp⟩

instance Finite.of_fintype (α : Type u) [Fintype α] : Finite α := ⟨⟩

/-- Some numbering of a finite type. -/
opaque Fintype.equivFin (α : Type u) [Fintype α] : Equiv α (Fin (Fintype.card α))

instance Nat.instLocallyFiniteOrder : LocallyFiniteOrder Nat :=
  ⟨fun a b => Finset.image (fun i => a + i) (Finset.range (b + 1 - a)),
    fun a b => Finset.image (fun i => a + i) (Finset.range (b - a)),
    fun a b => Finset.image (fun i => a + 1 + i) (Finset.range (b - a)),
    fun a b => Finset.image (fun i => a + 1 + i) (Finset.range (b - a - 1))⟩

instance Nat.instLocallyFiniteOrderBot : LocallyFiniteOrderBot Nat :=
  ⟨fun b => Finset.range (b + 1), fun b => Finset.range b⟩

instance Int.instLocallyFiniteOrder : LocallyFiniteOrder Int :=
  ⟨fun a b => Finset.image (fun i : Nat => a + (i : Int)) (Finset.range (Int.toNat (b + 1 - a))),
    fun a b => Finset.image (fun i : Nat => a + (i : Int)) (Finset.range (Int.toNat (b - a))),
    fun a b => Finset.image (fun i : Nat => a + 1 + (i : Int)) (Finset.range (Int.toNat (b - a))),
    fun a b => Finset.image (fun i : Nat => a + 1 + (i : Int))
      (Finset.range (Int.toNat (b - a - 1)))⟩

instance (priority := 90) Fintype.toLocallyFiniteOrder {α : Type u} [Fintype α] [Preorder α] :
    LocallyFiniteOrder α :=
  ⟨fun a b => Finset.filter (fun x => a ≤ x ∧ x ≤ b) Finset.univ,
    fun a b => Finset.filter (fun x => a ≤ x ∧ x < b) Finset.univ,
    fun a b => Finset.filter (fun x => a < x ∧ x ≤ b) Finset.univ,
    fun a b => Finset.filter (fun x => a < x ∧ x < b) Finset.univ⟩

instance (priority := 90) Fintype.toLocallyFiniteOrderBot {α : Type u} [Fintype α] [Preorder α] :
    LocallyFiniteOrderBot α :=
  ⟨fun b => Finset.filter (fun x => x ≤ b) Finset.univ,
    fun b => Finset.filter (fun x => x < b) Finset.univ⟩

instance (priority := 90) Fintype.toLocallyFiniteOrderTop {α : Type u} [Fintype α] [Preorder α] :
    LocallyFiniteOrderTop α :=
  ⟨fun a => Finset.filter (fun x => a ≤ x) Finset.univ,
    fun a => Finset.filter (fun x => a < x) Finset.univ⟩

def List.toFinset {α : Type u} [DecidableEq α] (l : List α) : Finset α :=
  List.foldr (fun a s => Finset.insert a s) Finset.empty l

/-- The sum over the support where that is finite, else 0; only evaluated on finite types. -/
opaque finsum {M : Type u} {α : Sort v} [AddCommMonoid M] (f : α → M) : M

/-- The sum of a series; 0 where it does not converge. Not evaluated. -/
opaque tsum {α : Type u} {β : Type v} [AddCommMonoid α] [TopologicalSpace α] (f : β → α) : α

def Disjoint {α : Type u} [PartialOrder α] [Bot α] (a b : α) : Prop :=
  ∀ ⦃x⦄, x ≤ a → x ≤ b → x ≤ ⊥

axiom Finset.mem_univ {α : Type u} [Fintype α] (x : α) : x ∈ Finset.univ

axiom Finset.univ_nonempty {α : Type u} [Fintype α] [Nonempty α] :
    Finset.Nonempty (Finset.univ (α := α))

axiom Finset.mem_range {n m : Nat} : m ∈ Finset.range n ↔ m < n

axiom Finset.mem_filter {α : Type u} {p : α → Prop} [DecidablePred p] {s : Finset α} {a : α} :
    a ∈ Finset.filter p s ↔ a ∈ s ∧ p a

axiom Finset.exists_max_image {α : Type u} {β : Type v} [LinearOrder β] (s : Finset α) (f : α → β)
    (h : Finset.Nonempty s) : ∃ x ∈ s, ∀ x' ∈ s, f x' ≤ f x

axiom Finset.exists_min_image {α : Type u} {β : Type v} [LinearOrder β] (s : Finset α) (f : α → β)
    (h : Finset.Nonempty s) : ∃ x ∈ s, ∀ x' ∈ s, f x ≤ f x'

axiom Finset.card_pos {α : Type u} {s : Finset α} : 0 < Finset.card s ↔ Finset.Nonempty s

axiom Finset.sum_congr {ι : Type u} {M : Type v} [AddCommMonoid M] {s₁ s₂ : Finset ι} {f g : ι → M}
    (h : s₁ = s₂) : (∀ x ∈ s₂, f x = g x) → Finset.sum s₁ f = Finset.sum s₂ g

axiom Equiv.sum_comp {ι : Type u} {κ : Type v} {M : Type w} [Fintype ι] [Fintype κ]
    [AddCommMonoid M] (e : Equiv ι κ) (g : κ → M) :
    Finset.sum Finset.univ (fun i => g (e i)) = Finset.sum Finset.univ g

axiom Fintype.sum_prod_type {γ : Type u} {α₁ : Type v} {α₂ : Type w} [Fintype α₁] [Fintype α₂]
    [AddCommMonoid γ] (f : α₁ × α₂ → γ) :
    Finset.sum Finset.univ f = Finset.sum Finset.univ fun x => Finset.sum Finset.univ fun y =>
      f (x, y)

axiom Finset.sum_nonneg {ι : Type u} {N : Type v} [AddCommMonoid N] [PartialOrder N]
    [IsOrderedAddMonoid N] {f : ι → N} {s : Finset ι} (h : ∀ i ∈ s, 0 ≤ f i) : 0 ≤ Finset.sum s f

axiom Fin.sum_univ_succ {M : Type u} [AddCommMonoid M] {n : Nat} (f : Fin (n + 1) → M) :
    Finset.sum Finset.univ f = f 0 + Finset.sum Finset.univ fun i : Fin n => f (Fin.succ i)

axiom Fintype.card_pos {α : Type u} [Fintype α] [h : Nonempty α] : 0 < Fintype.card α

axiom Fintype.card_fin (n : Nat) : Fintype.card (Fin n) = n
