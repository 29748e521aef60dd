import Denotary.Prelude.Int

/-!
# Orders

The laws of classes are left out everywhere in the prelude: nothing here ever constructs a proof.
Operations and the way classes extend each other stay. A class has either one parent or parents
that share nothing; what Mathlib's further parents give comes as instances.
-/

universe u v w

class Preorder (α : Type u) extends LE α, LT α

class PartialOrder (α : Type u) extends Preorder α

class LinearOrder (α : Type u) extends PartialOrder α, Min α, Max α

class SemilatticeSup (α : Type u) extends PartialOrder α where
  sup : α → α → α

class SemilatticeInf (α : Type u) extends PartialOrder α where
  inf : α → α → α

class Lattice (α : Type u) extends SemilatticeSup α where
  inf : α → α → α

class DistribLattice (α : Type u) extends Lattice α

class OrderBot (α : Type u) [LE α] extends Bot α

class OrderTop (α : Type u) [LE α] extends Top α

class BoundedOrder (α : Type u) [LE α] extends OrderTop α, OrderBot α

class ConditionallyCompleteLattice (α : Type u) extends Lattice α, SupSet α, InfSet α

class ConditionallyCompleteLinearOrder (α : Type u) extends ConditionallyCompleteLattice α

class CompleteLattice (α : Type u) extends Lattice α, SupSet α, InfSet α, Top α, Bot α

class CompleteLinearOrder (α : Type u) extends CompleteLattice α

instance (priority := 100) SemilatticeSup.toMax {α : Type u} [SemilatticeSup α] : Max α :=
  ⟨SemilatticeSup.sup⟩

instance (priority := 100) SemilatticeInf.toMin {α : Type u} [SemilatticeInf α] : Min α :=
  ⟨SemilatticeInf.inf⟩

instance (priority := 100) Lattice.toSemilatticeInf {α : Type u} [Lattice α] : SemilatticeInf α :=
  { toPartialOrder := SemilatticeSup.toPartialOrder, inf := Lattice.inf }

instance (priority := 100) LinearOrder.toSemilatticeSup {α : Type u} [i : LinearOrder α] :
    SemilatticeSup α := { toPartialOrder := i.toPartialOrder, sup := i.toMax.max }

instance (priority := 100) LinearOrder.toLattice {α : Type u} [i : LinearOrder α] : Lattice α :=
  { toSemilatticeSup := LinearOrder.toSemilatticeSup, inf := i.toMin.min }

instance (priority := 100) DistribLattice.ofLinearOrder {α : Type u} [LinearOrder α] :
    DistribLattice α := { toLattice := LinearOrder.toLattice }

class LocallyFiniteOrder (α : Type u) [Preorder α] where
  finsetIcc : α → α → Finset α
  finsetIco : α → α → Finset α
  finsetIoc : α → α → Finset α
  finsetIoo : α → α → Finset α

class LocallyFiniteOrderBot (α : Type u) [Preorder α] where
  finsetIic : α → Finset α
  finsetIio : α → Finset α

class LocallyFiniteOrderTop (α : Type u) [Preorder α] where
  finsetIci : α → Finset α
  finsetIoi : α → Finset α

class IsTotal (α : Sort u) (r : α → α → Prop) : Prop

class IsTrans (α : Sort u) (r : α → α → Prop) : Prop

class IsRefl (α : Sort u) (r : α → α → Prop) : Prop

class IsSymm (α : Sort u) (r : α → α → Prop) : Prop

class IsAntisymm (α : Sort u) (r : α → α → Prop) : Prop

class IsIrrefl (α : Sort u) (r : α → α → Prop) : Prop

class Std.Total {α : Sort u} (r : α → α → Prop) : Prop

class NoMaxOrder (α : Type u) [LT α] : Prop

class NoMinOrder (α : Type u) [LT α] : Prop

class DenselyOrdered (α : Type u) [LT α] : Prop

class IsDirected (α : Type u) (r : α → α → Prop) : Prop

def Monotone {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) : Prop :=
  ∀ ⦃a b⦄, a ≤ b → f a ≤ f b

def Antitone {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) : Prop :=
  ∀ ⦃a b⦄, a ≤ b → f b ≤ f a

def StrictMono {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) : Prop :=
  ∀ ⦃a b⦄, a < b → f a < f b

def StrictAnti {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) : Prop :=
  ∀ ⦃a b⦄, a < b → f b < f a

def MonotoneOn {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a⦄ (_ : a ∈ s) ⦃b⦄ (_ : b ∈ s), a ≤ b → f a ≤ f b

def AntitoneOn {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a⦄ (_ : a ∈ s) ⦃b⦄ (_ : b ∈ s), a ≤ b → f b ≤ f a

def StrictMonoOn {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) (s : Set α) :
    Prop := ∀ ⦃a⦄ (_ : a ∈ s) ⦃b⦄ (_ : b ∈ s), a < b → f a < f b

def StrictAntiOn {α : Type u} {β : Type v} [Preorder α] [Preorder β] (f : α → β) (s : Set α) :
    Prop := ∀ ⦃a⦄ (_ : a ∈ s) ⦃b⦄ (_ : b ∈ s), a < b → f b < f a

def upperBounds {α : Type u} [LE α] (s : Set α) : Set α := { x | ∀ ⦃a⦄, a ∈ s → a ≤ x }

def lowerBounds {α : Type u} [LE α] (s : Set α) : Set α := { x | ∀ ⦃a⦄, a ∈ s → x ≤ a }

def BddAbove {α : Type u} [LE α] (s : Set α) : Prop := ∃ x, x ∈ upperBounds s

def BddBelow {α : Type u} [LE α] (s : Set α) : Prop := ∃ x, x ∈ lowerBounds s

def IsLeast {α : Type u} [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ lowerBounds s

def IsGreatest {α : Type u} [LE α] (s : Set α) (a : α) : Prop := a ∈ s ∧ a ∈ upperBounds s

def IsLUB {α : Type u} [LE α] (s : Set α) (a : α) : Prop := IsLeast (upperBounds s) a

def IsGLB {α : Type u} [LE α] (s : Set α) (a : α) : Prop := IsGreatest (lowerBounds s) a

def IsMax {α : Type u} [LE α] (a : α) : Prop := ∀ ⦃b⦄, a ≤ b → b ≤ a

def IsMin {α : Type u} [LE α] (a : α) : Prop := ∀ ⦃b⦄, b ≤ a → a ≤ b

def IsMaxOn {α : Type u} {β : Type v} [Preorder β] (f : α → β) (s : Set α) (a : α) : Prop :=
  ∀ x ∈ s, f x ≤ f a

def IsMinOn {α : Type u} {β : Type v} [Preorder β] (f : α → β) (s : Set α) (a : α) : Prop :=
  ∀ x ∈ s, f a ≤ f x

def iSup {α : Type u} {ι : Sort v} [SupSet α] (s : ι → α) : α := sSup (Set.range s)

def iInf {α : Type u} {ι : Sort v} [InfSet α] (s : ι → α) : α := sInf (Set.range s)

-- ## Orders of natural numbers, integers, rationals, propositions, pairs and functions

instance Nat.instPreorder : Preorder Nat := { toLE := instLENat, toLT := instLTNat }
instance Nat.instPartialOrder : PartialOrder Nat := { toPreorder := Nat.instPreorder }
instance Nat.instLinearOrder : LinearOrder Nat :=
  { toPartialOrder := Nat.instPartialOrder, toMin := instMinNat, toMax := instMaxNat }
instance Nat.instOrderBot : OrderBot Nat := { toBot := Nat.instBot }

instance Int.instPreorder : Preorder Int := { toLE := Int.instLEInt, toLT := Int.instLTInt }
instance Int.instPartialOrder : PartialOrder Int := { toPreorder := Int.instPreorder }
instance Int.instLinearOrder : LinearOrder Int :=
  { toPartialOrder := Int.instPartialOrder, toMin := Int.instMinInt, toMax := Int.instMaxInt }

instance Rat.instPreorder : Preorder Rat := { toLE := Rat.instLE, toLT := Rat.instLT }
instance Rat.instPartialOrder : PartialOrder Rat := { toPreorder := Rat.instPreorder }
instance Rat.linearOrder : LinearOrder Rat :=
  { toPartialOrder := Rat.instPartialOrder, toMin := Rat.instMin, toMax := Rat.instMax }

instance Bool.instLE : LE Bool := ⟨fun a b => a = true → b = true⟩
instance Bool.instLT : LT Bool := ⟨fun a b => a = false ∧ b = true⟩
instance Bool.linearOrder : LinearOrder Bool :=
  { toPartialOrder := { toPreorder := { toLE := Bool.instLE, toLT := Bool.instLT } },
    toMin := ⟨Bool.and⟩, toMax := ⟨Bool.or⟩ }

instance Prop.instLE : LE Prop := ⟨fun p q => p → q⟩

instance Pi.hasLe {ι : Type u} {π : ι → Type v} [∀ i, LE (π i)] : LE (∀ i, π i) :=
  ⟨fun x y => ∀ i, x i ≤ y i⟩

instance Pi.preorder {ι : Type u} {π : ι → Type v} [∀ i, Preorder (π i)] : Preorder (∀ i, π i) :=
  { toLE := Pi.hasLe, toLT := ⟨fun x y => x ≤ y ∧ ¬y ≤ x⟩ }

instance Pi.partialOrder {ι : Type u} {π : ι → Type v} [∀ i, PartialOrder (π i)] :
    PartialOrder (∀ i, π i) := { toPreorder := Pi.preorder }

instance Pi.instMaxForall {ι : Type u} {π : ι → Type v} [∀ i, Max (π i)] : Max (∀ i, π i) :=
  ⟨fun x y i => max (x i) (y i)⟩

instance Pi.instMinForall {ι : Type u} {π : ι → Type v} [∀ i, Min (π i)] : Min (∀ i, π i) :=
  ⟨fun x y i => min (x i) (y i)⟩

instance Pi.instLattice {ι : Type u} {π : ι → Type v} [∀ i, Lattice (π i)] : Lattice (∀ i, π i) :=
  { toSemilatticeSup := { toPartialOrder := Pi.partialOrder,
    sup := fun x y i => SemilatticeSup.sup (x i) (y i) },
    inf := fun x y i => Lattice.inf (x i) (y i) }

instance Prod.instLE {α : Type u} {β : Type v} [LE α] [LE β] : LE (α × β) :=
  ⟨fun p q => p.1 ≤ q.1 ∧ p.2 ≤ q.2⟩

instance Prod.instPreorder {α : Type u} {β : Type v} [Preorder α] [Preorder β] : Preorder (α × β) :=
  { toLE := Prod.instLE, toLT := ⟨fun x y => x ≤ y ∧ ¬y ≤ x⟩ }

instance Prod.instPartialOrder {α : Type u} {β : Type v} [PartialOrder α] [PartialOrder β] :
    PartialOrder (α × β) := { toPreorder := Prod.instPreorder }

instance Subtype.le {α : Type u} [LE α] {p : α → Prop} : LE (Subtype p) :=
  ⟨fun x y => x.val ≤ y.val⟩

instance Subtype.lt {α : Type u} [LT α] {p : α → Prop} : LT (Subtype p) :=
  ⟨fun x y => x.val < y.val⟩

instance Subtype.preorder {α : Type u} [Preorder α] (p : α → Prop) : Preorder (Subtype p) :=
  { toLE := Subtype.le, toLT := Subtype.lt }

instance Subtype.partialOrder {α : Type u} [PartialOrder α] (p : α → Prop) :
    PartialOrder (Subtype p) := { toPreorder := Subtype.preorder p }
