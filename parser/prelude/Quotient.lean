import Denotary.Prelude.Calculus

/-!
# Quotients, positive numbers, polynomials, unordered pairs

Quotients and polynomials have their types only: equality in them is not equality of what they are
made from.
-/

universe u v w

-- ## Quotients

/-- A type with related elements made equal. -/
axiom Quot {α : Sort u} (r : α → α → Prop) : Sort u

/-- The class of an element. -/
opaque Quot.mk {α : Sort u} (r : α → α → Prop) (a : α) : Quot r

/-- A function that respects the relation, on classes. -/
opaque Quot.lift {α : Sort u} {r : α → α → Prop} {β : Sort v} (f : α → β)
    (a : ∀ a b : α, r a b → f a = f b) : Quot r → β

structure Equivalence {α : Sort u} (r : α → α → Prop) : Prop where
  refl : ∀ x, r x x
  symm : ∀ {x y}, r x y → r y x
  trans : ∀ {x y z}, r x y → r y z → r x z

class Setoid (α : Sort u) where
  r : α → α → Prop
  iseqv : Equivalence r

class HasEquiv (α : Sort u) where
  Equiv : α → α → Prop

instance instHasEquivOfSetoid {α : Sort u} [Setoid α] : HasEquiv α := ⟨Setoid.r⟩

def Quotient {α : Sort u} (s : Setoid α) : Sort u := Quot s.r

def Quotient.mk {α : Sort u} (s : Setoid α) (a : α) : Quotient s := Quot.mk s.r a

def Quotient.mk' {α : Sort u} [s : Setoid α] (a : α) : Quotient s := Quot.mk s.r a

def Quotient.lift {α : Sort u} {β : Sort v} {s : Setoid α} (f : α → β)
    (h : ∀ a b : α, s.r a b → f a = f b) : Quotient s → β := Quot.lift f h

/-- Some element of a class. -/
opaque Quotient.out {α : Sort u} {s : Setoid α} : Quotient s → α

class Bracket (L : Type u) (M : Type v) where
  bracket : L → M → M

instance Ring.instBracket {A : Type u} [Ring A] : Bracket A A := ⟨fun x y => x * y - y * x⟩

-- ## Positive natural numbers

def PNat : Type := { n : Nat // 0 < n }

@[coe]
def PNat.val : PNat → Nat := Subtype.val

instance coePNatNat : Coe PNat Nat := ⟨PNat.val⟩
instance instOfNatPNatOfNeZeroNat {n : Nat} [NeZero n] : OfNat PNat n := ⟨⟨n, by simp⟩⟩
instance PNat.instOne : One PNat := ⟨⟨1, by simp⟩⟩
instance PNat.instAdd : Add PNat := ⟨fun a b => ⟨a.val + b.val, by simp⟩⟩
instance PNat.instMul : Mul PNat := ⟨fun a b => ⟨a.val * b.val, by simp⟩⟩
instance PNat.instLE : LE PNat := ⟨fun a b => a.val ≤ b.val⟩
instance PNat.instLT : LT PNat := ⟨fun a b => a.val < b.val⟩
instance PNat.instPartialOrder : PartialOrder PNat :=
  { toPreorder := { toLE := PNat.instLE, toLT := PNat.instLT } }
instance PNat.instLinearOrder : LinearOrder PNat :=
  { toPartialOrder := PNat.instPartialOrder,
    toMin := ⟨fun a b => ⟨min a.val b.val, by simp⟩⟩,
    toMax := ⟨fun a b => ⟨max a.val b.val, by simp⟩⟩ }

def Nat.succPNat (n : Nat) : PNat := ⟨n + 1, by simp⟩

def Nat.toPNat' (n : Nat) : PNat := ⟨n - 1 + 1, by simp⟩

def PNat.natPred (i : PNat) : Nat := i.val - 1

-- ## Polynomials

/-- Polynomials in one variable. -/
axiom Polynomial (R : Type u) [Semiring R] : Type u

namespace Polynomial

/-- Addition of polynomials. -/
protected opaque add {R : Type u} [Semiring R] (p q : Polynomial R) : Polynomial R

/-- Multiplication of polynomials. -/
protected opaque mul {R : Type u} [Semiring R] (p q : Polynomial R) : Polynomial R

/-- The constant polynomial. -/
protected opaque constant {R : Type u} [Semiring R] (a : R) : Polynomial R

/-- The variable. -/
opaque X {R : Type u} [Semiring R] : Polynomial R

/-- The coefficient of a power of the variable. -/
opaque coeff {R : Type u} [Semiring R] (p : Polynomial R) : Nat → R

/-- The value at a point. -/
opaque eval {R : Type u} [Semiring R] (x : R) (p : Polynomial R) : R

/-- The degree; 0 for the zero polynomial. -/
opaque natDegree {R : Type u} [Semiring R] (p : Polynomial R) : Nat

/-- The formal derivative; a linear map in Mathlib. -/
opaque derivative {R : Type u} [Semiring R] (p : Polynomial R) : Polynomial R

/-- The value at an element of an algebra; an algebra homomorphism in Mathlib. -/
opaque aeval {R : Type u} {A : Type v} [CommSemiring R] [Semiring A] [Algebra R A] (x : A)
    (p : Polynomial R) : A

/-- The image under a ring homomorphism. -/
protected opaque map {R : Type u} {S : Type v} [Semiring R] [Semiring S] (f : RingHom R S)
    (p : Polynomial R) : Polynomial S

end Polynomial

instance Polynomial.semiring {R : Type u} [Semiring R] : Semiring (Polynomial R) :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid := { toAddMonoid :=
      { toAddSemigroup := { toAdd := ⟨Polynomial.add⟩ }, toZero := ⟨Polynomial.constant 0⟩,
        nsmul := nsmulRec } }, toMul := ⟨Polynomial.mul⟩ },
      toOne := ⟨Polynomial.constant 1⟩, toNatCast := ⟨fun n => Polynomial.constant (n : R)⟩ },
    npow := npowRec }

instance Polynomial.commSemiring {R : Type u} [CommSemiring R] : CommSemiring (Polynomial R) :=
  { toSemiring := Polynomial.semiring }

instance Polynomial.ring {R : Type u} [Ring R] : Ring (Polynomial R) :=
  { toSemiring := Polynomial.semiring,
    toNeg := ⟨fun p => Polynomial.mul (Polynomial.constant (-1)) p⟩,
    toSub := ⟨fun p q => Polynomial.add p (Polynomial.mul (Polynomial.constant (-1)) q)⟩,
    toIntCast := ⟨fun n => Polynomial.constant (n : R)⟩, zsmul := zsmulRec }

instance Polynomial.commRing {R : Type u} [CommRing R] : CommRing (Polynomial R) :=
  { toRing := Polynomial.ring }

instance Polynomial.module {R : Type u} [Semiring R] : Module R (Polynomial R) :=
  { toDistribMulAction := { toMulAction := { toSMul :=
      ⟨fun c p => Polynomial.mul (Polynomial.constant c) p⟩ } } }

/-- The embedding of the coefficients. -/
noncomputable def Polynomial.C {R : Type u} [Semiring R] : RingHom R (Polynomial R) :=
  { toFun := Polynomial.constant, map_one' := by simp, map_mul' := by simp, map_zero' := by simp,
    map_add' := by simp }
