import Denotary.Prelude.Algebra

/-!
# Real numbers

Every operation is total, with Mathlib's values outside the usual domain.
-/

universe u v w

/-- The real numbers: floating-point numbers of the run's precision, or exact expressions. -/
axiom Real : Type

notation "ℝ" => Real

namespace Real

/-- 0. -/
protected opaque zero : Real

/-- 1. -/
protected opaque one : Real

/-- The real of a natural number. -/
protected opaque natCast : Nat → Real

/-- The real of an integer. -/
protected opaque intCast : Int → Real

/-- The real of a rational; decimal literals come this way too. -/
protected opaque ratCast : Rat → Real

/-- The decimal `m * 10 ^ (-e)` for a true sign, `m * 10 ^ e` otherwise. -/
protected opaque ofScientific (m : Nat) (s : Bool) (e : Nat) : Real

/-- Addition. -/
protected opaque add : Real → Real → Real

/-- Subtraction. -/
protected opaque sub : Real → Real → Real

/-- Multiplication. -/
protected opaque mul : Real → Real → Real

/-- Negation. -/
protected opaque neg : Real → Real

/-- Reciprocal; `0⁻¹ = 0`. -/
protected opaque inv : Real → Real

/-- Quotient; `x / 0 = 0`. -/
protected opaque div : Real → Real → Real

/-- Power with a natural exponent; `x ^ 0 = 1`, `0 ^ 0 = 1`. -/
protected opaque npow : Nat → Real → Real

/-- Power with an integer exponent; `x ^ 0 = 1`, `0 ^ (-n) = 0` for `n > 0`. -/
protected opaque zpow : Int → Real → Real

/-- `x ≤ y`. -/
protected opaque le : Real → Real → Prop

/-- `x < y`. -/
protected opaque lt : Real → Real → Prop

/-- The smaller of two. -/
protected opaque min : Real → Real → Real

/-- The larger of two. -/
protected opaque max : Real → Real → Real

/-- The greatest integer below. -/
protected opaque floor : Real → Int

/-- The least integer above. -/
protected opaque ceil : Real → Int

/-- Least upper bound; 0 for an empty set or one without upper bound. -/
protected opaque sSup : Set Real → Real

/-- Greatest lower bound; 0 for an empty set or one without lower bound. -/
protected opaque sInf : Set Real → Real

/-- Square root; `√x = 0` for `x ≤ 0`. -/
opaque sqrt (x : Real) : Real

/-- The exponential function. -/
opaque exp (x : Real) : Real

/-- The natural logarithm; `log 0 = 0`, `log (-x) = log x`. -/
opaque log (x : Real) : Real

/-- Sine. -/
opaque sin (x : Real) : Real

/-- Cosine. -/
opaque cos (x : Real) : Real

/-- Hyperbolic tangent. -/
opaque tanh (x : Real) : Real

/-- Hyperbolic sine. -/
opaque sinh (x : Real) : Real

/-- Hyperbolic cosine. -/
opaque cosh (x : Real) : Real

/-- Arctangent, between -π/2 and π/2. -/
opaque arctan (x : Real) : Real

/-- Arcsine of `x` clamped to [-1, 1]: π/2 for `x ≥ 1`, -π/2 for `x ≤ -1`. -/
opaque arcsin (x : Real) : Real

/-- Arccosine, `π/2 - arcsin x`: 0 for `x ≥ 1`, π for `x ≤ -1`. -/
opaque arccos (x : Real) : Real

/-- The inverse of `sinh`. -/
opaque arsinh (x : Real) : Real

/-- π. -/
opaque pi : Real

/-- Power with a real exponent: `exp (y * log x)` for `x > 0`, `0 ^ 0 = 1`, `0 ^ y = 0` for
`y ≠ 0`, and `exp (y * log |x|) * cos (y * π)` for `x < 0`. -/
opaque rpow (x y : Real) : Real

/-- Euler's gamma function; 0 at its poles. -/
opaque Gamma (s : Real) : Real

/-- The tangent `sin x / cos x`; 0 where `cos x = 0`. -/
def tan (x : Real) : Real := sin x / cos x

/-- The logarithm to base `b`, `log x / log b`. -/
def logb (b x : Real) : Real := log x / log b

def sign (r : Real) : Real := if r < 0 then -1 else if 0 < r then 1 else 0

def log2 (x : Real) : Real := logb 2 x

def sinc (x : Real) : Real := if x = 0 then 1 else sin x / x

def binEntropy (p : Real) : Real := p * log p⁻¹ + (1 - p) * log (1 - p)⁻¹

def negMulLog (x : Real) : Real := -x * log x

def sigmoid (x : Real) : Real := (1 + exp (-x))⁻¹

end Real

instance Real.instZero : Zero Real := ⟨Real.zero⟩
instance Real.instOne : One Real := ⟨Real.one⟩
instance Real.instNatCast : NatCast Real := ⟨Real.natCast⟩
instance Real.instIntCast : IntCast Real := ⟨Real.intCast⟩
instance Real.instRatCast : RatCast Real := ⟨Real.ratCast⟩
instance Real.instNNRatCast : NNRatCast Real := ⟨fun q => Real.ratCast q.val⟩
instance Real.instOfScientific : OfScientific Real := ⟨Real.ofScientific⟩

instance Real.instInhabited : Inhabited Real := ⟨0⟩

instance Real.instAddSemigroup : AddSemigroup Real := { toAdd := ⟨Real.add⟩ }
instance Real.instAddMonoid : AddMonoid Real :=
  { toAddSemigroup := { toAdd := ⟨Real.add⟩ }, toZero := Real.instZero,
    nsmul := fun n x => Real.mul (Real.natCast n) x }
instance Real.instAddCommMonoid : AddCommMonoid Real := { toAddMonoid := Real.instAddMonoid }
instance Real.instAddGroup : AddGroup Real :=
  { toSubNegMonoid := { toAddMonoid := Real.instAddMonoid, toNeg := ⟨Real.neg⟩,
    toSub := ⟨Real.sub⟩, zsmul := fun n x => Real.mul (Real.intCast n) x } }
instance Real.instAddCommGroup : AddCommGroup Real := { toAddGroup := Real.instAddGroup }
instance Real.instMonoid : Monoid Real :=
  { toSemigroup := { toMul := ⟨Real.mul⟩ }, toOne := Real.instOne, npow := Real.npow }
instance Real.instCommMonoid : CommMonoid Real := { toMonoid := Real.instMonoid }
instance Real.semiring : Semiring Real :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      Real.instAddCommMonoid,
    toMul := ⟨Real.mul⟩ }, toOne := Real.instOne, toNatCast := Real.instNatCast },
    npow := Real.npow }
instance Real.instCommSemiring : CommSemiring Real := { toSemiring := Real.semiring }
instance Real.instRing : Ring Real :=
  { toSemiring := Real.semiring, toNeg := ⟨Real.neg⟩, toSub := ⟨Real.sub⟩,
    toIntCast := Real.instIntCast, zsmul := fun n x => Real.mul (Real.intCast n) x }
instance Real.commRing : CommRing Real := { toRing := Real.instRing }
instance Real.instField : Field Real :=
  { toCommRing := Real.commRing, toInv := ⟨Real.inv⟩, toDiv := ⟨Real.div⟩,
    toNNRatCast := Real.instNNRatCast, toRatCast := Real.instRatCast, zpow := Real.zpow }
instance Real.instDivisionRing : DivisionRing Real :=
  { toRing := Real.instRing, toInv := ⟨Real.inv⟩, toDiv := ⟨Real.div⟩,
    toNNRatCast := Real.instNNRatCast, toRatCast := Real.instRatCast, zpow := Real.zpow }
instance Real.instDivInvMonoid : DivInvMonoid Real :=
  { toMonoid := Real.instMonoid, toInv := ⟨Real.inv⟩, toDiv := ⟨Real.div⟩, zpow := Real.zpow }
instance Real.instStar : Star Real := ⟨id⟩
instance Real.instStarRing : StarRing Real := { toStar := Real.instStar }

instance Real.instLE : LE Real := ⟨Real.le⟩
instance Real.instLT : LT Real := ⟨Real.lt⟩
instance Real.instMin : Min Real := ⟨Real.min⟩
instance Real.instMax : Max Real := ⟨Real.max⟩
instance Real.instSupSet : SupSet Real := ⟨Real.sSup⟩
instance Real.instInfSet : InfSet Real := ⟨Real.sInf⟩
instance Real.instPreorder : Preorder Real := { toLE := Real.instLE, toLT := Real.instLT }
instance Real.partialOrder : PartialOrder Real := { toPreorder := Real.instPreorder }
instance Real.linearOrder : LinearOrder Real :=
  { toPartialOrder := Real.partialOrder, toMin := Real.instMin, toMax := Real.instMax }
instance Real.lattice : Lattice Real :=
  { toSemilatticeSup := { toPartialOrder := Real.partialOrder, sup := Real.max }, inf := Real.min }
instance Real.instConditionallyCompleteLattice : ConditionallyCompleteLattice Real :=
  { toLattice := Real.lattice, toSupSet := Real.instSupSet, toInfSet := Real.instInfSet }
instance Real.instConditionallyCompleteLinearOrder : ConditionallyCompleteLinearOrder Real :=
  { toConditionallyCompleteLattice := Real.instConditionallyCompleteLattice }
instance Real.instIsStrictOrderedRing : IsStrictOrderedRing Real := ⟨⟩
instance Real.instIsOrderedRing : IsOrderedRing Real := ⟨⟩
instance Real.instIsOrderedAddMonoid : IsOrderedAddMonoid Real := ⟨⟩
instance Real.instArchimedean : Archimedean Real := ⟨⟩
instance Real.instFloorRing : FloorRing Real := ⟨Real.floor, Real.ceil⟩
instance Real.instNontrivial : Nontrivial Real := ⟨by exact ⟨0, 1, zero_ne_one⟩⟩

instance Real.instPow : Pow Real Real := ⟨Real.rpow⟩

instance Real.instAdd : Add Real := ⟨Real.add⟩
instance Real.instSub : Sub Real := ⟨Real.sub⟩
instance Real.instMul : Mul Real := ⟨Real.mul⟩
instance Real.instNeg : Neg Real := ⟨Real.neg⟩
instance Real.instInv : Inv Real := ⟨Real.inv⟩
instance Real.instDiv : Div Real := ⟨Real.div⟩

-- ## Nonnegative reals, and those with infinity

def NNReal : Type := { r : Real // 0 ≤ r }

notation "ℝ≥0" => NNReal

@[coe]
def NNReal.toReal (a : NNReal) : Real := a.val

instance NNReal.instCoeReal : Coe NNReal Real := ⟨NNReal.toReal⟩

/-- `r`, or 0 for a negative `r`. -/
def Real.toNNReal (r : Real) : NNReal := ⟨max r 0, by simp⟩

def Real.nnabs (x : Real) : NNReal := ⟨|x|, by simp⟩

instance NNReal.instZero : Zero NNReal := ⟨⟨0, by simp⟩⟩
instance NNReal.instOne : One NNReal := ⟨⟨1, by simp⟩⟩
instance NNReal.instNatCast : NatCast NNReal := ⟨fun n => ⟨(n : Real), by simp⟩⟩
instance NNReal.instAdd : Add NNReal := ⟨fun a b => ⟨a.val + b.val, by positivity⟩⟩
instance NNReal.instMul : Mul NNReal := ⟨fun a b => ⟨a.val * b.val, by positivity⟩⟩
instance NNReal.instSub : Sub NNReal := ⟨fun a b => Real.toNNReal (a.val - b.val)⟩
instance NNReal.instInv : Inv NNReal := ⟨fun a => ⟨a.val⁻¹, by positivity⟩⟩
instance NNReal.instDiv : Div NNReal := ⟨fun a b => ⟨a.val / b.val, by positivity⟩⟩
instance NNReal.instLE : LE NNReal := ⟨fun a b => a.val ≤ b.val⟩
instance NNReal.instLT : LT NNReal := ⟨fun a b => a.val < b.val⟩
instance NNReal.instMin : Min NNReal := ⟨fun a b => ⟨min a.val b.val, by simp⟩⟩
instance NNReal.instMax : Max NNReal := ⟨fun a b => ⟨max a.val b.val, by simp⟩⟩
instance NNReal.instLinearOrder : LinearOrder NNReal :=
  { toPartialOrder := { toPreorder := { toLE := NNReal.instLE, toLT := NNReal.instLT } },
    toMin := NNReal.instMin, toMax := NNReal.instMax }
instance NNReal.instBot : Bot NNReal := ⟨⟨0, by simp⟩⟩
instance NNReal.instOrderBot : OrderBot NNReal := { toBot := NNReal.instBot }
instance NNReal.instAddCommMonoid : AddCommMonoid NNReal :=
  { toAddMonoid := { toAddSemigroup := { toAdd := NNReal.instAdd }, toZero := NNReal.instZero,
    nsmul := nsmulRec } }
instance NNReal.instCommSemiring : CommSemiring NNReal :=
  { toSemiring := { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      NNReal.instAddCommMonoid,
    toMul := NNReal.instMul }, toOne := NNReal.instOne, toNatCast := NNReal.instNatCast },
    npow := fun n x => ⟨Real.npow n x.val, by positivity⟩ } }

def NNReal.sqrt (x : NNReal) : NNReal := ⟨Real.sqrt x.val, by positivity⟩

/-- The reals from 0 to infinity, both included. -/
axiom ENNReal : Type

notation "ℝ≥0∞" => ENNReal

/-- The finite value of a nonnegative real. -/
@[coe]
opaque ENNReal.ofNNReal (r : NNReal) : ENNReal

/-- Infinity. -/
protected opaque ENNReal.infinity : ENNReal

/-- The real value; 0 for infinity. -/
opaque ENNReal.toReal (a : ENNReal) : Real

/-- The nonnegative real value; 0 for infinity. -/
opaque ENNReal.toNNReal (a : ENNReal) : NNReal

/-- Addition, infinite if a summand is. -/
protected opaque ENNReal.add : ENNReal → ENNReal → ENNReal

/-- Subtraction stopped at 0; `∞ - r = ∞` for finite `r`, `r - ∞ = 0`. -/
protected opaque ENNReal.sub : ENNReal → ENNReal → ENNReal

/-- Multiplication; `0 * ∞ = 0`. -/
protected opaque ENNReal.mul : ENNReal → ENNReal → ENNReal

/-- Reciprocal; `0⁻¹ = ∞`, `∞⁻¹ = 0`. -/
protected opaque ENNReal.inv : ENNReal → ENNReal

/-- `a ≤ b`, with infinity at the top. -/
protected opaque ENNReal.le : ENNReal → ENNReal → Prop

/-- `a < b`, with infinity at the top. -/
protected opaque ENNReal.lt : ENNReal → ENNReal → Prop

def ENNReal.ofReal (r : Real) : ENNReal := ENNReal.ofNNReal (Real.toNNReal r)

instance ENNReal.instCoe : Coe NNReal ENNReal := ⟨ENNReal.ofNNReal⟩
instance ENNReal.instZero : Zero ENNReal := ⟨ENNReal.ofNNReal 0⟩
instance ENNReal.instOne : One ENNReal := ⟨ENNReal.ofNNReal 1⟩
instance ENNReal.instNatCast : NatCast ENNReal := ⟨fun n => ENNReal.ofNNReal (Nat.cast n)⟩
instance ENNReal.instTop : Top ENNReal := ⟨ENNReal.infinity⟩
instance ENNReal.instBot : Bot ENNReal := ⟨ENNReal.ofNNReal 0⟩
instance ENNReal.instAdd : Add ENNReal := ⟨ENNReal.add⟩
instance ENNReal.instSub : Sub ENNReal := ⟨ENNReal.sub⟩
instance ENNReal.instMul : Mul ENNReal := ⟨ENNReal.mul⟩
instance ENNReal.instInv : Inv ENNReal := ⟨ENNReal.inv⟩
instance ENNReal.instDiv : Div ENNReal := ⟨fun a b => a * b⁻¹⟩
instance ENNReal.instLE : LE ENNReal := ⟨ENNReal.le⟩
instance ENNReal.instLT : LT ENNReal := ⟨ENNReal.lt⟩
instance ENNReal.instMin : Min ENNReal := ⟨fun a b => if a ≤ b then a else b⟩
instance ENNReal.instMax : Max ENNReal := ⟨fun a b => if a ≤ b then b else a⟩
instance ENNReal.instLinearOrder : LinearOrder ENNReal :=
  { toPartialOrder := { toPreorder := { toLE := ENNReal.instLE, toLT := ENNReal.instLT } },
    toMin := ENNReal.instMin, toMax := ENNReal.instMax }
instance ENNReal.instOrderBot : OrderBot ENNReal := { toBot := ENNReal.instBot }
instance ENNReal.instOrderTop : OrderTop ENNReal := { toTop := ENNReal.instTop }
instance ENNReal.instAddCommMonoid : AddCommMonoid ENNReal :=
  { toAddMonoid := { toAddSemigroup := { toAdd := ENNReal.instAdd }, toZero := ENNReal.instZero,
    nsmul := nsmulRec } }
instance ENNReal.instCommSemiring : CommSemiring ENNReal :=
  { toSemiring := { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      ENNReal.instAddCommMonoid,
    toMul := ENNReal.instMul }, toOne := ENNReal.instOne, toNatCast := ENNReal.instNatCast },
    npow := npowRec } }

/-- The reals with both infinities. -/
axiom EReal : Type
