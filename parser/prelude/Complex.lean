import Denotary.Prelude.Matrix

/-!
# Complex numbers
-/

universe u v w

structure Complex where
  re : Real
  im : Real

notation "ℂ" => Complex

namespace Complex

def I : Complex := ⟨0, 1⟩

@[coe]
def ofReal (r : Real) : Complex := ⟨r, 0⟩

def normSq (z : Complex) : Real := z.re * z.re + z.im * z.im

def conj (z : Complex) : Complex := ⟨z.re, -z.im⟩

/-- The argument, in (-π, π]; 0 at 0. -/
opaque arg (x : Complex) : Real

def exp (z : Complex) : Complex :=
  ⟨Real.exp z.re * Real.cos z.im, Real.exp z.re * Real.sin z.im⟩

def log (z : Complex) : Complex := ⟨Real.log (Real.sqrt (Complex.normSq z)), Complex.arg z⟩

end Complex

instance Complex.instCoeReal : Coe Real Complex := ⟨Complex.ofReal⟩
instance Complex.instZero : Zero Complex := ⟨⟨0, 0⟩⟩
instance Complex.instOne : One Complex := ⟨⟨1, 0⟩⟩
instance Complex.instAdd : Add Complex := ⟨fun z w => ⟨z.re + w.re, z.im + w.im⟩⟩
instance Complex.instSub : Sub Complex := ⟨fun z w => ⟨z.re - w.re, z.im - w.im⟩⟩
instance Complex.instNeg : Neg Complex := ⟨fun z => ⟨-z.re, -z.im⟩⟩
instance Complex.instMul : Mul Complex :=
  ⟨fun z w => ⟨z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re⟩⟩
instance Complex.instInv : Inv Complex :=
  ⟨fun z => ⟨z.re * (Complex.normSq z)⁻¹, -z.im * (Complex.normSq z)⁻¹⟩⟩
instance Complex.instDiv : Div Complex := ⟨fun z w => z * w⁻¹⟩
instance Complex.instNatCast : NatCast Complex := ⟨fun n => ⟨(n : Real), 0⟩⟩
instance Complex.instIntCast : IntCast Complex := ⟨fun n => ⟨(n : Real), 0⟩⟩
instance Complex.instRatCast : RatCast Complex := ⟨fun q => ⟨(q : Real), 0⟩⟩
instance Complex.instNNRatCast : NNRatCast Complex := ⟨fun q => ⟨(q.val : Real), 0⟩⟩
instance Complex.instOfScientific : OfScientific Complex :=
  ⟨fun m s e => ⟨Real.ofScientific m s e, 0⟩⟩
instance Complex.instInhabited : Inhabited Complex := ⟨0⟩
instance Complex.addCommMonoid : AddCommMonoid Complex :=
  { toAddMonoid := { toAddSemigroup := { toAdd := Complex.instAdd }, toZero := Complex.instZero,
    nsmul := fun n z => ⟨(n : Real) * z.re, (n : Real) * z.im⟩ } }
instance Complex.semiring : Semiring Complex :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      Complex.addCommMonoid,
    toMul := Complex.instMul }, toOne := Complex.instOne, toNatCast := Complex.instNatCast },
    npow := npowRec }
instance Complex.instRing : Ring Complex :=
  { toSemiring := Complex.semiring, toNeg := Complex.instNeg, toSub := Complex.instSub,
    toIntCast := Complex.instIntCast, zsmul := fun n z => ⟨(n : Real) * z.re, (n : Real) * z.im⟩ }
instance Complex.commRing : CommRing Complex := { toRing := Complex.instRing }
instance Complex.instField : Field Complex :=
  { toCommRing := Complex.commRing, toInv := Complex.instInv, toDiv := Complex.instDiv,
    toNNRatCast := Complex.instNNRatCast, toRatCast := Complex.instRatCast, zpow := zpowRec }
instance Complex.instStar : Star Complex := ⟨Complex.conj⟩
instance Complex.instStarRing : StarRing Complex := { toStar := Complex.instStar }
instance Complex.instSMulReal : SMul Real Complex := ⟨fun r z => ⟨r * z.re, r * z.im⟩⟩
instance Complex.instModuleReal : Module Real Complex :=
  { toDistribMulAction := { toMulAction := { toSMul := Complex.instSMulReal } } }
