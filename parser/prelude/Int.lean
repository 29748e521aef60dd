import Denotary.Prelude.Nat

/-!
# Integers and rationals
-/

universe u v w

inductive Int where
  | ofNat : Nat → Int
  | negSucc : Nat → Int

notation "ℤ" => Int

/-- Addition. -/
protected opaque Int.add (m n : Int) : Int

/-- Subtraction. -/
protected opaque Int.sub (m n : Int) : Int

/-- Multiplication. -/
protected opaque Int.mul (m n : Int) : Int

/-- Negation. -/
protected opaque Int.neg (n : Int) : Int

/-- Quotient of the Euclidean division (`m = (m / n) * n + r`, `0 ≤ r < |n|`); `m / 0 = 0`. This is
what `/` means on integers. -/
opaque Int.ediv : Int → Int → Int

/-- Remainder of the Euclidean division, never negative; `m % 0 = m`. This is what `%` means on
integers. -/
opaque Int.emod : Int → Int → Int

/-- Quotient rounded towards zero; `m / 0 = 0`. -/
opaque Int.tdiv : Int → Int → Int

/-- Remainder of `Int.tdiv`, with the dividend's sign. -/
opaque Int.tmod : Int → Int → Int

/-- Quotient rounded down; `m / 0 = 0`. -/
opaque Int.fdiv : Int → Int → Int

/-- Remainder of `Int.fdiv`, with the divisor's sign. -/
opaque Int.fmod : Int → Int → Int

/-- Power; `0 ^ 0 = 1`. -/
protected opaque Int.pow (m : Int) : Nat → Int

/-- `m ≤ n`. -/
protected opaque Int.le (m n : Int) : Prop

/-- `m < n`. -/
protected opaque Int.lt (m n : Int) : Prop

/-- The natural number, 0 for a negative integer. -/
opaque Int.toNat : Int → Nat

/-- The absolute value. -/
opaque Int.natAbs (m : Int) : Nat

/-- The sign: -1, 0 or 1. -/
opaque Int.sign : Int → Int

/-- The integer logarithm: the greatest `k` with `b ^ k ≤ r`; 0 for `r ≤ 0`. -/
opaque Int.log {R : Type u} [Semifield R] [LinearOrder R] [FloorSemiring R] (b : Nat) (r : R) : Int

/-- The least `k` with `r ≤ b ^ k`; 0 for `r ≤ 0`. -/
opaque Int.clog {R : Type u} [Semifield R] [LinearOrder R] [FloorSemiring R] (b : Nat) (r : R) :
    Int

def Int.subNatNat (m n : Nat) : Int := Int.sub (Int.ofNat m) (Int.ofNat n)

instance Int.instAddInt : Add Int := ⟨Int.add⟩
instance Int.instSubInt : Sub Int := ⟨Int.sub⟩
instance Int.instMulInt : Mul Int := ⟨Int.mul⟩
instance Int.instNegInt : Neg Int := ⟨Int.neg⟩
instance Int.instDivInt : Div Int := ⟨Int.ediv⟩
instance Int.instModInt : Mod Int := ⟨Int.emod⟩
instance Int.instNatPow : NatPow Int := ⟨Int.pow⟩
instance Int.instLEInt : LE Int := ⟨Int.le⟩
instance Int.instLTInt : LT Int := ⟨Int.lt⟩
instance Int.instMinInt : Min Int := ⟨fun a b => if a ≤ b then a else b⟩
instance Int.instMaxInt : Max Int := ⟨fun a b => if a ≤ b then b else a⟩
instance Int.instDvdInt : Dvd Int := ⟨fun a b => ∃ c, b = a * c⟩
instance Int.instOfNat {n : Nat} : OfNat Int n := ⟨Int.ofNat n⟩
instance Int.instZero : Zero Int := ⟨0⟩
instance Int.instOne : One Int := ⟨1⟩
instance instNatCastInt : NatCast Int := ⟨Int.ofNat⟩
instance Int.instIntCastInt : IntCast Int := ⟨id⟩
instance instNatCastIntCoe : Coe Nat Int := ⟨Nat.cast⟩

-- ## Rationals

/-- The rationals, as exact fractions. -/
axiom Rat : Type

notation "ℚ" => Rat

/-- The numerator in lowest terms, with the number's sign. -/
opaque Rat.num (self : Rat) : Int

/-- The denominator in lowest terms, positive. -/
opaque Rat.den (self : Rat) : Nat

/-- `num / den`; 0 for `den = 0`. -/
opaque mkRat (num : Int) (den : Nat) : Rat

/-- `n / d`; 0 for `d = 0`. -/
opaque Rat.divInt (n d : Int) : Rat

/-- Addition. -/
protected opaque Rat.add (a b : Rat) : Rat

/-- Subtraction. -/
protected opaque Rat.sub (a b : Rat) : Rat

/-- Multiplication. -/
protected opaque Rat.mul (a b : Rat) : Rat

/-- Negation. -/
protected opaque Rat.neg (a : Rat) : Rat

/-- Reciprocal; `0⁻¹ = 0`. -/
protected opaque Rat.inv (a : Rat) : Rat

/-- Quotient; `a / 0 = 0`. -/
protected opaque Rat.div (a b : Rat) : Rat

/-- Power; `0 ^ 0 = 1`. -/
protected opaque Rat.pow (q : Rat) (n : Nat) : Rat

/-- `a ≤ b`. -/
protected opaque Rat.le (a b : Rat) : Prop

/-- `a < b`. -/
protected opaque Rat.lt (a b : Rat) : Prop

/-- The rational of an integer. -/
opaque Rat.ofInt (num : Int) : Rat

/-- The decimal `m * 10 ^ (-e)` for a true sign, `m * 10 ^ e` otherwise. -/
protected opaque Rat.ofScientific (m : Nat) (s : Bool) (e : Nat) : Rat

/-- The greatest integer below. -/
protected opaque Rat.floor (a : Rat) : Int

/-- The least integer above. -/
protected opaque Rat.ceil (a : Rat) : Int

instance Rat.instAdd : Add Rat := ⟨Rat.add⟩
instance Rat.instSub : Sub Rat := ⟨Rat.sub⟩
instance Rat.instMul : Mul Rat := ⟨Rat.mul⟩
instance Rat.instNeg : Neg Rat := ⟨Rat.neg⟩
instance Rat.instInv : Inv Rat := ⟨Rat.inv⟩
instance Rat.instDiv : Div Rat := ⟨Rat.div⟩
instance Rat.instNatPow : NatPow Rat := ⟨Rat.pow⟩
instance Rat.instLE : LE Rat := ⟨Rat.le⟩
instance Rat.instLT : LT Rat := ⟨Rat.lt⟩
instance Rat.instMin : Min Rat := ⟨fun a b => if a ≤ b then a else b⟩
instance Rat.instMax : Max Rat := ⟨fun a b => if a ≤ b then b else a⟩
instance Rat.instNatCast : NatCast Rat := ⟨fun n => Rat.ofInt (Int.ofNat n)⟩
instance Rat.instIntCast : IntCast Rat := ⟨Rat.ofInt⟩
instance Rat.instRatCast : RatCast Rat := ⟨id⟩
instance Rat.instOfNat {n : Nat} : OfNat Rat n := ⟨Rat.ofInt (Int.ofNat n)⟩
instance Rat.instOfScientific : OfScientific Rat := ⟨Rat.ofScientific⟩
instance Rat.instZero : Zero Rat := ⟨0⟩
instance Rat.instOne : One Rat := ⟨1⟩

def NNRat : Type := { q : Rat // 0 ≤ q }

notation "ℚ≥0" => NNRat
