import Denotary.Prelude.Order

/-!
# Algebra: groups, rings, modules, their maps

One chain of parents, each with its operations: `AddSemigroup`, `AddMonoid`, `AddCommMonoid`,
`NonUnitalNonAssocSemiring`, `NonAssocSemiring`, `Semiring`, `Ring`, `CommRing`, `Field`; the
multiplicative side and the other classes are given as instances of it, so that two ways from one
class to another agree up to unfolding.
-/

universe u v w

-- ## Additive

class AddSemigroup (G : Type u) extends Add G

class AddCommSemigroup (G : Type u) extends AddSemigroup G

class AddZeroClass (M : Type u) extends Zero M, Add M

class AddMonoid (M : Type u) extends AddSemigroup M, Zero M where
  nsmul : Nat → M → M

class AddCommMonoid (M : Type u) extends AddMonoid M

class SubNegMonoid (G : Type u) extends AddMonoid G, Neg G, Sub G where
  zsmul : Int → G → G

class AddGroup (A : Type u) extends SubNegMonoid A

class AddCommGroup (G : Type u) extends AddGroup G

class AddMonoidWithOne (R : Type u) extends NatCast R, AddMonoid R, One R

class AddGroupWithOne (R : Type u) extends IntCast R, NatCast R, AddGroup R, One R

class IsLeftCancelAdd (G : Type u) [Add G] : Prop

class IsRightCancelAdd (G : Type u) [Add G] : Prop

class IsCancelAdd (G : Type u) [Add G] : Prop

instance (priority := 100) AddCommGroup.toAddCommMonoid {G : Type u} [i : AddCommGroup G] :
    AddCommMonoid G := { toAddMonoid := i.toAddGroup.toSubNegMonoid.toAddMonoid }

instance (priority := 90) AddCommMonoid.toAddCommSemigroup {M : Type u} [i : AddCommMonoid M] :
    AddCommSemigroup M := { toAddSemigroup := i.toAddMonoid.toAddSemigroup }

instance (priority := 90) AddMonoid.toAddZeroClass {M : Type u} [i : AddMonoid M] :
    AddZeroClass M := { toZero := i.toZero, toAdd := i.toAddSemigroup.toAdd }

-- ## Multiplicative

class Semigroup (G : Type u) extends Mul G

class CommMagma (G : Type u) extends Mul G

class CommSemigroup (G : Type u) extends Semigroup G

class MulOneClass (M : Type u) extends One M, Mul M

class Monoid (M : Type u) extends Semigroup M, One M where
  npow : Nat → M → M

class CommMonoid (M : Type u) extends Monoid M

class DivInvMonoid (G : Type u) extends Monoid G, Inv G, Div G where
  zpow : Int → G → G

class Group (G : Type u) extends DivInvMonoid G

class CommGroup (G : Type u) extends Group G

class MulZeroClass (M₀ : Type u) extends Mul M₀, Zero M₀

class MonoidWithZero (M₀ : Type u) extends Monoid M₀, Zero M₀

class CommMonoidWithZero (M₀ : Type u) extends CommMonoid M₀, Zero M₀

class GroupWithZero (G₀ : Type u) extends DivInvMonoid G₀, Zero G₀

class CommGroupWithZero (G₀ : Type u) extends GroupWithZero G₀

class NoZeroDivisors (M₀ : Type u) [Mul M₀] [Zero M₀] : Prop

instance (priority := 90) Monoid.toMulOneClass {M : Type u} [i : Monoid M] : MulOneClass M :=
  { toOne := i.toOne, toMul := i.toSemigroup.toMul }

instance (priority := 90) CommMonoid.toCommSemigroup {M : Type u} [i : CommMonoid M] :
    CommSemigroup M := { toSemigroup := i.toMonoid.toSemigroup }

instance (priority := 90) CommGroup.toCommMonoid {G : Type u} [i : CommGroup G] : CommMonoid G :=
  { toMonoid := i.toGroup.toDivInvMonoid.toMonoid }

instance (priority := 90) MonoidWithZero.toMulZeroClass {M₀ : Type u} [i : MonoidWithZero M₀] :
    MulZeroClass M₀ := { toMul := i.toMonoid.toSemigroup.toMul, toZero := i.toZero }

instance (priority := 90) GroupWithZero.toMonoidWithZero {G₀ : Type u} [i : GroupWithZero G₀] :
    MonoidWithZero G₀ := { toMonoid := i.toDivInvMonoid.toMonoid, toZero := i.toZero }

-- ## Rings

class Distrib (R : Type u) extends Mul R, Add R

class NonUnitalNonAssocSemiring (α : Type u) extends AddCommMonoid α, Mul α

class NonUnitalSemiring (α : Type u) extends NonUnitalNonAssocSemiring α

class NonAssocSemiring (α : Type u) extends NonUnitalNonAssocSemiring α, One α, NatCast α

class Semiring (α : Type u) extends NonAssocSemiring α where
  npow : Nat → α → α

class CommSemiring (R : Type u) extends Semiring R

class Ring (R : Type u) extends Semiring R, Neg R, Sub R, IntCast R where
  zsmul : Int → R → R

class CommRing (α : Type u) extends Ring α

class DivisionSemiring (K : Type u) extends Semiring K, Inv K, Div K, NNRatCast K where
  zpow : Int → K → K

class Semifield (K : Type u) extends CommSemiring K, Inv K, Div K, NNRatCast K where
  zpow : Int → K → K

class DivisionRing (K : Type u) extends Ring K, Inv K, Div K, NNRatCast K, RatCast K where
  zpow : Int → K → K

class Field (K : Type u) extends CommRing K, Inv K, Div K, NNRatCast K, RatCast K where
  zpow : Int → K → K

class IsDomain (α : Type u) [Semiring α] : Prop

class CharZero (R : Type u) [AddMonoidWithOne R] : Prop

class StarRing (R : Type u) [NonUnitalNonAssocSemiring R] extends Star R

instance (priority := 90) NonUnitalNonAssocSemiring.toDistrib {α : Type u}
    [i : NonUnitalNonAssocSemiring α] : Distrib α :=
  { toMul := i.toMul, toAdd := i.toAddCommMonoid.toAddMonoid.toAddSemigroup.toAdd }

instance (priority := 90) NonUnitalNonAssocSemiring.toMulZeroClass {α : Type u}
    [i : NonUnitalNonAssocSemiring α] : MulZeroClass α :=
  { toMul := i.toMul, toZero := i.toAddCommMonoid.toAddMonoid.toZero }

instance (priority := 90) NonAssocSemiring.toAddMonoidWithOne {α : Type u}
    [i : NonAssocSemiring α] : AddMonoidWithOne α :=
  { toNatCast := i.toNatCast,
    toAddMonoid := i.toNonUnitalNonAssocSemiring.toAddCommMonoid.toAddMonoid, toOne := i.toOne }

instance (priority := 90) NonAssocSemiring.toMulOneClass {α : Type u} [i : NonAssocSemiring α] :
    MulOneClass α := { toOne := i.toOne, toMul := i.toNonUnitalNonAssocSemiring.toMul }

instance (priority := 90) Semiring.toNonUnitalSemiring {α : Type u} [i : Semiring α] :
    NonUnitalSemiring α :=
  { toNonUnitalNonAssocSemiring := i.toNonAssocSemiring.toNonUnitalNonAssocSemiring }

instance (priority := 100) Semiring.toMonoidWithZero {α : Type u} [i : Semiring α] :
    MonoidWithZero α :=
  { toMonoid := { toSemigroup := { toMul := i.toNonAssocSemiring.toNonUnitalNonAssocSemiring.toMul
      },
    toOne := i.toNonAssocSemiring.toOne, npow := Semiring.npow },
    toZero := i.toNonAssocSemiring.toNonUnitalNonAssocSemiring.toAddCommMonoid.toAddMonoid.toZero }

instance (priority := 100) CommSemiring.toCommMonoid {R : Type u} [i : CommSemiring R] :
    CommMonoid R := { toMonoid := Semiring.toMonoidWithZero.toMonoid }

instance (priority := 90) CommSemiring.toCommMonoidWithZero {R : Type u} [i : CommSemiring R] :
    CommMonoidWithZero R :=
  { toCommMonoid := CommSemiring.toCommMonoid, toZero := Semiring.toMonoidWithZero.toZero }

instance (priority := 100) Ring.toAddCommGroup {R : Type u} [i : Ring R] : AddCommGroup R :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid :=
      i.toSemiring.toNonAssocSemiring.toNonUnitalNonAssocSemiring.toAddCommMonoid.toAddMonoid,
    toNeg := i.toNeg, toSub := i.toSub, zsmul := Ring.zsmul } } }

instance (priority := 90) Ring.toAddGroupWithOne {R : Type u} [i : Ring R] : AddGroupWithOne R :=
  { toIntCast := i.toIntCast, toNatCast := i.toSemiring.toNonAssocSemiring.toNatCast,
    toAddGroup := Ring.toAddCommGroup.toAddGroup, toOne := i.toSemiring.toNonAssocSemiring.toOne }

instance (priority := 100) CommRing.toCommSemiring {R : Type u} [i : CommRing R] :
    CommSemiring R := { toSemiring := i.toRing.toSemiring }

instance (priority := 90) DivisionRing.toDivisionSemiring {K : Type u} [i : DivisionRing K] :
    DivisionSemiring K :=
  { toSemiring := i.toRing.toSemiring, toInv := i.toInv, toDiv := i.toDiv,
    toNNRatCast := i.toNNRatCast, zpow := DivisionRing.zpow }

instance (priority := 100) Field.toDivisionRing {K : Type u} [i : Field K] : DivisionRing K :=
  { toRing := i.toCommRing.toRing, toInv := i.toInv, toDiv := i.toDiv,
    toNNRatCast := i.toNNRatCast, toRatCast := i.toRatCast, zpow := Field.zpow }

instance (priority := 90) Field.toSemifield {K : Type u} [i : Field K] : Semifield K :=
  { toCommSemiring := CommRing.toCommSemiring, toInv := i.toInv, toDiv := i.toDiv,
    toNNRatCast := i.toNNRatCast, zpow := Field.zpow }

instance (priority := 90) Semifield.toDivisionSemiring {K : Type u} [i : Semifield K] :
    DivisionSemiring K :=
  { toSemiring := i.toCommSemiring.toSemiring, toInv := i.toInv, toDiv := i.toDiv,
    toNNRatCast := i.toNNRatCast, zpow := Semifield.zpow }

instance (priority := 90) DivisionSemiring.toGroupWithZero {K : Type u} [i : DivisionSemiring K] :
    GroupWithZero K :=
  { toDivInvMonoid := { toMonoid := Semiring.toMonoidWithZero.toMonoid, toInv := i.toInv,
    toDiv := i.toDiv, zpow := DivisionSemiring.zpow }, toZero := Semiring.toMonoidWithZero.toZero }

instance (priority := 90) Semifield.toCommGroupWithZero {K : Type u} [i : Semifield K] :
    CommGroupWithZero K := { toGroupWithZero := DivisionSemiring.toGroupWithZero }

instance (priority := 80) RatCast.toOfScientific {K : Type u} [RatCast K] : OfScientific K :=
  ⟨fun m b d => Rat.cast (OfScientific.ofScientific m b d : Rat)⟩

-- ## Powers and multiples

instance Monoid.Pow {M : Type u} [Monoid M] : Pow M Nat := ⟨fun x n => Monoid.npow n x⟩

instance DivInvMonoid.toZPow {M : Type u} [DivInvMonoid M] : Pow M Int :=
  ⟨fun x n => DivInvMonoid.zpow n x⟩

instance (priority := 90) AddMonoid.toNatSMul {M : Type u} [AddMonoid M] : SMul Nat M :=
  ⟨AddMonoid.nsmul⟩

instance (priority := 90) SubNegMonoid.toZSMul {M : Type u} [SubNegMonoid M] : SMul Int M :=
  ⟨SubNegMonoid.zsmul⟩

instance (priority := 100) Mul.toSMul (α : Type u) [Mul α] : SMul α α := ⟨fun a b => a * b⟩

def npowRec {M : Type u} [One M] [Mul M] : Nat → M → M
  | 0, _ => 1
  | n + 1, a => npowRec n a * a

def nsmulRec {M : Type u} [Zero M] [Add M] : Nat → M → M
  | 0, _ => 0
  | n + 1, a => nsmulRec n a + a

def zpowRec {G : Type u} [One G] [Mul G] [Inv G] : Int → G → G
  | Int.ofNat n, a => npowRec n a
  | Int.negSucc n, a => (npowRec (n + 1) a)⁻¹

def zsmulRec {G : Type u} [Zero G] [Add G] [Neg G] : Int → G → G
  | Int.ofNat n, a => nsmulRec n a
  | Int.negSucc n, a => -(nsmulRec (n + 1) a)

-- ## Modules

class MulAction (α : Type u) (β : Type v) [Monoid α] extends SMul α β

class SMulZeroClass (M : Type u) (A : Type v) [Zero A] extends SMul M A

class DistribSMul (M : Type u) (A : Type v) [AddZeroClass A] extends SMul M A

class DistribMulAction (M : Type u) (A : Type v) [Monoid M] [AddMonoid A] extends MulAction M A

class MulActionWithZero (M₀ : Type u) (A : Type v) [MonoidWithZero M₀] [Zero A] extends
  MulAction M₀ A

class Module (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] extends DistribMulAction R M

class IsScalarTower (M : Type u) (N : Type v) (α : Type w) [SMul M N] [SMul N α] [SMul M α] : Prop

class SMulCommClass (M : Type u) (N : Type v) (α : Type w) [SMul M α] [SMul N α] : Prop

instance (priority := 100) Semiring.toModule {R : Type u} [Semiring R] : Module R R :=
  { toDistribMulAction := { toMulAction := { toSMul := ⟨fun a b => a * b⟩ } } }

instance (priority := 80) AddCommMonoid.toNatModule {M : Type u} [AddCommMonoid M] : Module Nat M :=
  { toDistribMulAction := { toMulAction := { toSMul := ⟨AddMonoid.nsmul⟩ } } }

instance (priority := 80) AddCommGroup.toIntModule {M : Type u} [AddCommGroup M] : Module Int M :=
  { toDistribMulAction := { toMulAction := { toSMul := ⟨SubNegMonoid.zsmul⟩ } } }

-- ## Maps

structure ZeroHom (M : Type u) (N : Type v) [Zero M] [Zero N] where
  toFun : M → N
  map_zero' : toFun 0 = 0

structure AddHom (M : Type u) (N : Type v) [Add M] [Add N] where
  toFun : M → N
  map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y

structure AddMonoidHom (M : Type u) (N : Type v) [AddZeroClass M] [AddZeroClass N] extends
  ZeroHom M N where
  map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y

structure OneHom (M : Type u) (N : Type v) [One M] [One N] where
  toFun : M → N
  map_one' : toFun 1 = 1

structure MulHom (M : Type u) (N : Type v) [Mul M] [Mul N] where
  toFun : M → N
  map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y

structure MonoidHom (M : Type u) (N : Type v) [MulOneClass M] [MulOneClass N] extends
  OneHom M N where
  map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y

structure RingHom (α : Type u) (β : Type v) [NonAssocSemiring α] [NonAssocSemiring β] extends
  MonoidHom α β where
  map_zero' : toFun 0 = 0
  map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y

structure AddEquiv (A : Type u) (B : Type v) [Add A] [Add B] extends Equiv A B where
  map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y

structure MulEquiv (M : Type u) (N : Type v) [Mul M] [Mul N] extends Equiv M N where
  map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y

instance AddMonoidHom.instFunLike {M : Type u} {N : Type v} [AddZeroClass M] [AddZeroClass N] :
    FunLike (AddMonoidHom M N) M N := ⟨fun f => f.toFun⟩

instance MonoidHom.instFunLike {M : Type u} {N : Type v} [MulOneClass M] [MulOneClass N] :
    FunLike (MonoidHom M N) M N := ⟨fun f => f.toFun⟩

instance RingHom.instFunLike {α : Type u} {β : Type v} [NonAssocSemiring α] [NonAssocSemiring β] :
    FunLike (RingHom α β) α β := ⟨fun f => f.toFun⟩

instance AddHom.instFunLike {M : Type u} {N : Type v} [Add M] [Add N] :
    FunLike (AddHom M N) M N := ⟨fun f => f.toFun⟩

instance AddEquiv.instEquivLike {M : Type u} {N : Type v} [Add M] [Add N] :
    EquivLike (AddEquiv M N) M N := ⟨fun f => f.toFun, fun f => f.invFun⟩

instance MulEquiv.instEquivLike {M : Type u} {N : Type v} [Mul M] [Mul N] :
    EquivLike (MulEquiv M N) M N := ⟨fun f => f.toFun, fun f => f.invFun⟩

def RingHom.id (α : Type u) [NonAssocSemiring α] : RingHom α α :=
  { toFun := fun x => x, map_one' := by rfl, map_mul' := by simp, map_zero' := by rfl,
    map_add' := by simp }

class Algebra (R : Type u) (A : Type v) [CommSemiring R] [Semiring A] extends SMul R A where
  algebraMap : RingHom R A

def algebraMap (R : Type u) (A : Type v) [CommSemiring R] [Semiring A] [Algebra R A] :
    RingHom R A := Algebra.algebraMap

instance (priority := 100) Algebra.toModule {R : Type u} {A : Type v} [CommSemiring R] [Semiring A]
    [i : Algebra R A] : Module R A :=
  { toDistribMulAction := { toMulAction := { toSMul := i.toSMul } } }

instance (priority := 1100) Algebra.id (R : Type u) [CommSemiring R] : Algebra R R :=
  { toSMul := ⟨fun a b => a * b⟩, algebraMap := RingHom.id R }

structure LinearMap {R : Type u} {S : Type u} [Semiring R] [Semiring S] (σ : RingHom R S)
    (M : Type v) (M₂ : Type w) [AddCommMonoid M] [AddCommMonoid M₂] [Module R M] [Module S M₂]
    extends AddHom M M₂ where
  map_smul' : ∀ (m : R) (x : M), toFun (m • x) = σ m • toFun x

instance LinearMap.instFunLike {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {M : Type v} {M₂ : Type w} [AddCommMonoid M] [AddCommMonoid M₂] [Module R M]
    [Module S M₂] : FunLike (LinearMap σ M M₂) M M₂ := ⟨fun f => f.toFun⟩

class RingHomInvPair {R : Type u} {S : Type u} [Semiring R] [Semiring S] (σ : RingHom R S)
    (σ' : outParam (RingHom S R)) : Prop

instance RingHomInvPair.ids {R : Type u} [Semiring R] :
    RingHomInvPair (RingHom.id R) (RingHom.id R) := ⟨⟩

structure LinearEquiv {R : Type u} {S : Type u} [Semiring R] [Semiring S] (σ : RingHom R S)
    {σ' : RingHom S R} [RingHomInvPair σ σ'] [RingHomInvPair σ' σ] (M : Type v) (M₂ : Type w)
    [AddCommMonoid M] [AddCommMonoid M₂] [Module R M] [Module S M₂] extends LinearMap σ M M₂ where
  invFun : M₂ → M
  left_inv : Function.LeftInverse invFun toFun
  right_inv : Function.RightInverse invFun toFun

instance LinearEquiv.instEquivLike {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {σ' : RingHom S R} [RingHomInvPair σ σ'] [RingHomInvPair σ' σ] {M : Type v}
    {M₂ : Type w} [AddCommMonoid M] [AddCommMonoid M₂] [Module R M] [Module S M₂] :
    EquivLike (LinearEquiv σ M M₂) M M₂ := ⟨fun f => f.toFun, fun f => f.invFun⟩

def LinearMap.id {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    LinearMap (RingHom.id R) M M :=
  { toFun := fun x => x, map_add' := by simp, map_smul' := by simp }

structure IsLinearMap (R : Type u) {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] (f : M → M₂) : Prop where
  map_add : ∀ x y, f (x + y) = f x + f y
  map_smul : ∀ (c : R) (x : M), f (c • x) = c • f x

structure Units (α : Type u) [Monoid α] where
  val : α
  inv : α
  val_inv : val * inv = 1
  inv_val : inv * val = 1

def IsUnit {M : Type u} [Monoid M] (a : M) : Prop := ∃ b : M, a * b = 1 ∧ b * a = 1

def Commute {S : Type u} [Mul S] (a b : S) : Prop := a * b = b * a

-- ## Ordered algebra (no operations of their own)

class IsOrderedAddMonoid (α : Type u) [AddCommMonoid α] [PartialOrder α] : Prop

class IsOrderedCancelAddMonoid (α : Type u) [AddCommMonoid α] [PartialOrder α] : Prop

class IsOrderedMonoid (α : Type u) [CommMonoid α] [PartialOrder α] : Prop

class IsOrderedRing (R : Type u) [Semiring R] [PartialOrder R] : Prop

class IsStrictOrderedRing (R : Type u) [Semiring R] [PartialOrder R] : Prop

class Archimedean (M : Type u) [AddCommMonoid M] [PartialOrder M] : Prop

class OrderedAddCommMonoid (α : Type u) extends AddCommMonoid α, PartialOrder α

class OrderedAddCommGroup (α : Type u) extends AddCommGroup α, PartialOrder α

class OrderedSemiring (α : Type u) extends Semiring α, PartialOrder α

class OrderedRing (α : Type u) extends Ring α, PartialOrder α

class StrictOrderedRing (α : Type u) extends Ring α, PartialOrder α

class LinearOrderedAddCommGroup (α : Type u) extends AddCommGroup α, LinearOrder α

class LinearOrderedRing (α : Type u) extends Ring α, LinearOrder α

class LinearOrderedField (α : Type u) extends Field α, LinearOrder α

def abs {α : Type u} [Lattice α] [AddGroup α] (a : α) : α := a ⊔ -a

def posPart {α : Type u} [Lattice α] [AddGroup α] (a : α) : α := a ⊔ 0

def negPart {α : Type u} [Lattice α] [AddGroup α] (a : α) : α := -a ⊔ 0

class FloorSemiring (α : Type u) [Semiring α] [PartialOrder α] where
  floor : α → Nat
  ceil : α → Nat

class FloorRing (α : Type u) [Ring α] [LinearOrder α] where
  floor : α → Int
  ceil : α → Int

def Nat.floor {α : Type u} [Semiring α] [PartialOrder α] [FloorSemiring α] : α → Nat :=
  FloorSemiring.floor

def Nat.ceil {α : Type u} [Semiring α] [PartialOrder α] [FloorSemiring α] : α → Nat :=
  FloorSemiring.ceil

def Int.floor {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] : α → Int := FloorRing.floor

def Int.ceil {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] : α → Int := FloorRing.ceil

def Int.fract {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] (r : α) : α := r - Int.floor r

def round {α : Type u} [Ring α] [LinearOrder α] [FloorRing α] (x : α) : Int :=
  if 2 * Int.fract x < 1 then Int.floor x else Int.ceil x

instance (priority := 90) FloorRing.toFloorSemiring {α : Type u} [Ring α] [LinearOrder α]
    [FloorRing α] : FloorSemiring α :=
  ⟨fun a => Int.toNat (Int.floor a), fun a => Int.toNat (Int.ceil a)⟩

-- ## Natural numbers, integers, rationals

instance Nat.instAddSemigroup : AddSemigroup Nat := { toAdd := instAddNat }
instance Nat.instAddMonoid : AddMonoid Nat :=
  { toAddSemigroup := Nat.instAddSemigroup, toZero := Nat.instZero, nsmul := Nat.mul }
instance Nat.instAddCommMonoid : AddCommMonoid Nat := { toAddMonoid := Nat.instAddMonoid }
instance Nat.instSemiring : Semiring Nat :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      Nat.instAddCommMonoid,
    toMul := instMulNat }, toOne := Nat.instOne, toNatCast := instNatCastNat },
    npow := fun n x => Nat.pow x n }
instance Nat.instCommSemiring : CommSemiring Nat := { toSemiring := Nat.instSemiring }
instance Nat.instMonoid : Monoid Nat :=
  { toSemigroup := { toMul := instMulNat }, toOne := Nat.instOne, npow := fun n x => Nat.pow x n }
instance Nat.instCommMonoid : CommMonoid Nat := { toMonoid := Nat.instMonoid }
instance Nat.instIsStrictOrderedRing : IsStrictOrderedRing Nat := ⟨⟩
instance Nat.instIsOrderedRing : IsOrderedRing Nat := ⟨⟩
instance Nat.instIsOrderedAddMonoid : IsOrderedAddMonoid Nat := ⟨⟩
instance Nat.instFloorSemiring : FloorSemiring Nat := ⟨id, id⟩

instance Int.instAddSemigroup : AddSemigroup Int := { toAdd := Int.instAddInt }
instance Int.instAddMonoid : AddMonoid Int :=
  { toAddSemigroup := Int.instAddSemigroup, toZero := Int.instZero,
    nsmul := fun n x => Int.mul (Int.ofNat n) x }
instance Int.instAddCommMonoid : AddCommMonoid Int := { toAddMonoid := Int.instAddMonoid }
instance Int.instSemiring : Semiring Int :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      Int.instAddCommMonoid,
    toMul := Int.instMulInt }, toOne := Int.instOne, toNatCast := instNatCastInt },
    npow := fun n x => Int.pow x n }
instance Int.instRing : Ring Int :=
  { toSemiring := Int.instSemiring, toNeg := Int.instNegInt, toSub := Int.instSubInt,
    toIntCast := Int.instIntCastInt, zsmul := Int.mul }
instance Int.instCommRing : CommRing Int := { toRing := Int.instRing }
instance Int.instAddCommGroup : AddCommGroup Int :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := Int.instAddMonoid, toNeg := Int.instNegInt,
    toSub := Int.instSubInt, zsmul := Int.mul } } }
instance Int.instMonoid : Monoid Int :=
  { toSemigroup := { toMul := Int.instMulInt }, toOne := Int.instOne,
    npow := fun n x => Int.pow x n }
instance Int.instCommMonoid : CommMonoid Int := { toMonoid := Int.instMonoid }
instance Int.instIsStrictOrderedRing : IsStrictOrderedRing Int := ⟨⟩
instance Int.instIsOrderedRing : IsOrderedRing Int := ⟨⟩
instance Int.instIsOrderedAddMonoid : IsOrderedAddMonoid Int := ⟨⟩
instance Int.instFloorRing : FloorRing Int := ⟨id, id⟩

instance NNRat.instLE : LE NNRat := ⟨fun a b => a.val ≤ b.val⟩
instance NNRat.instLT : LT NNRat := ⟨fun a b => a.val < b.val⟩
instance Rat.instNNRatCast : NNRatCast Rat := ⟨fun q => q.val⟩

instance Rat.addSemigroup : AddSemigroup Rat := { toAdd := Rat.instAdd }
instance Rat.addMonoid : AddMonoid Rat :=
  { toAddSemigroup := Rat.addSemigroup, toZero := Rat.instZero,
    nsmul := fun n x => Rat.mul (Rat.ofInt (Int.ofNat n)) x }
instance Rat.addCommMonoid : AddCommMonoid Rat := { toAddMonoid := Rat.addMonoid }
instance Rat.semiring : Semiring Rat :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid := Rat.addCommMonoid,
    toMul := Rat.instMul }, toOne := Rat.instOne, toNatCast := Rat.instNatCast },
    npow := fun n x => Rat.pow x n }
instance Rat.instRing : Ring Rat :=
  { toSemiring := Rat.semiring, toNeg := Rat.instNeg, toSub := Rat.instSub,
    toIntCast := Rat.instIntCast, zsmul := fun n x => Rat.mul (Rat.ofInt n) x }
instance Rat.commRing : CommRing Rat := { toRing := Rat.instRing }
instance Rat.instField : Field Rat :=
  { toCommRing := Rat.commRing, toInv := Rat.instInv, toDiv := Rat.instDiv,
    toNNRatCast := Rat.instNNRatCast, toRatCast := Rat.instRatCast, zpow := zpowRec }
instance Rat.commMonoid : CommMonoid Rat :=
  { toMonoid := { toSemigroup := { toMul := Rat.instMul }, toOne := Rat.instOne,
    npow := fun n x => Rat.pow x n } }
instance Rat.monoid : Monoid Rat :=
  { toSemigroup := { toMul := Rat.instMul }, toOne := Rat.instOne, npow := fun n x => Rat.pow x n }
instance Rat.addCommGroup : AddCommGroup Rat :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := Rat.addMonoid, toNeg := Rat.instNeg,
    toSub := Rat.instSub, zsmul := fun n x => Rat.mul (Rat.ofInt n) x } } }
instance Rat.instIsStrictOrderedRing : IsStrictOrderedRing Rat := ⟨⟩
instance Rat.instIsOrderedRing : IsOrderedRing Rat := ⟨⟩
instance Rat.instFloorRing : FloorRing Rat := ⟨Rat.floor, Rat.ceil⟩

-- ## Functions, pointwise

instance Pi.instZero {ι : Type u} {M : ι → Type v} [∀ i, Zero (M i)] : Zero (∀ i, M i) :=
  ⟨fun _ => 0⟩
instance Pi.instOne {ι : Type u} {M : ι → Type v} [∀ i, One (M i)] : One (∀ i, M i) :=
  ⟨fun _ => 1⟩
instance Pi.instAdd {ι : Type u} {M : ι → Type v} [∀ i, Add (M i)] : Add (∀ i, M i) :=
  ⟨fun f g i => f i + g i⟩
instance Pi.instSub {ι : Type u} {G : ι → Type v} [∀ i, Sub (G i)] : Sub (∀ i, G i) :=
  ⟨fun f g i => f i - g i⟩
instance Pi.instMul {ι : Type u} {M : ι → Type v} [∀ i, Mul (M i)] : Mul (∀ i, M i) :=
  ⟨fun f g i => f i * g i⟩
instance Pi.instDiv {ι : Type u} {G : ι → Type v} [∀ i, Div (G i)] : Div (∀ i, G i) :=
  ⟨fun f g i => f i / g i⟩
instance Pi.instNeg {ι : Type u} {G : ι → Type v} [∀ i, Neg (G i)] : Neg (∀ i, G i) :=
  ⟨fun f i => -f i⟩
instance Pi.instInv {ι : Type u} {G : ι → Type v} [∀ i, Inv (G i)] : Inv (∀ i, G i) :=
  ⟨fun f i => (f i)⁻¹⟩
instance Pi.instPow {ι : Type u} {α : Type w} {M : ι → Type v} [∀ i, Pow (M i) α] :
    Pow (∀ i, M i) α := ⟨fun f a i => f i ^ a⟩
instance Pi.instSMul {ι : Type u} {α : Type w} {M : ι → Type v} [∀ i, SMul α (M i)] :
    SMul α (∀ i, M i) := ⟨fun a f i => a • f i⟩
instance Pi.instNatCast {ι : Type u} {π : ι → Type v} [∀ i, NatCast (π i)] : NatCast (∀ i, π i) :=
  ⟨fun n _ => Nat.cast n⟩
instance Pi.instIntCast {ι : Type u} {π : ι → Type v} [∀ i, IntCast (π i)] : IntCast (∀ i, π i) :=
  ⟨fun n _ => Int.cast n⟩

instance Pi.addSemigroup {ι : Type u} {M : ι → Type v} [∀ i, AddSemigroup (M i)] :
    AddSemigroup (∀ i, M i) := { toAdd := Pi.instAdd }
instance Pi.addMonoid {ι : Type u} {M : ι → Type v} [∀ i, AddMonoid (M i)] :
    AddMonoid (∀ i, M i) :=
  { toAddSemigroup := { toAdd := Pi.instAdd }, toZero := Pi.instZero,
    nsmul := fun n f i => AddMonoid.nsmul n (f i) }
instance Pi.addCommMonoid {ι : Type u} {M : ι → Type v} [∀ i, AddCommMonoid (M i)] :
    AddCommMonoid (∀ i, M i) := { toAddMonoid := Pi.addMonoid }
instance Pi.addCommGroup {ι : Type u} {G : ι → Type v} [∀ i, AddCommGroup (G i)] :
    AddCommGroup (∀ i, G i) :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := Pi.addMonoid, toNeg := Pi.instNeg,
    toSub := Pi.instSub, zsmul := fun n f i => SubNegMonoid.zsmul n (f i) } } }
instance Pi.monoid {ι : Type u} {M : ι → Type v} [∀ i, Monoid (M i)] : Monoid (∀ i, M i) :=
  { toSemigroup := { toMul := Pi.instMul }, toOne := Pi.instOne,
    npow := fun n f i => Monoid.npow n (f i) }
instance Pi.commMonoid {ι : Type u} {M : ι → Type v} [∀ i, CommMonoid (M i)] :
    CommMonoid (∀ i, M i) := { toMonoid := Pi.monoid }
instance Pi.semiring {ι : Type u} {f : ι → Type v} [∀ i, Semiring (f i)] : Semiring (∀ i, f i) :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid := Pi.addCommMonoid,
    toMul := Pi.instMul }, toOne := Pi.instOne, toNatCast := Pi.instNatCast },
    npow := fun n f i => Semiring.npow n (f i) }
instance Pi.commSemiring {ι : Type u} {f : ι → Type v} [∀ i, CommSemiring (f i)] :
    CommSemiring (∀ i, f i) := { toSemiring := Pi.semiring }
instance Pi.ring {ι : Type u} {f : ι → Type v} [∀ i, Ring (f i)] : Ring (∀ i, f i) :=
  { toSemiring := Pi.semiring, toNeg := Pi.instNeg, toSub := Pi.instSub,
    toIntCast := Pi.instIntCast, zsmul := fun n f i => Ring.zsmul n (f i) }
instance Pi.commRing {ι : Type u} {f : ι → Type v} [∀ i, CommRing (f i)] : CommRing (∀ i, f i) :=
  { toRing := Pi.ring }

instance Pi.module {I : Type u} (f : I → Type v) (α : Type w) [Semiring α]
    [∀ i, AddCommMonoid (f i)] [∀ i, Module α (f i)] : Module α (∀ i, f i) :=
  { toDistribMulAction := { toMulAction := { toSMul := Pi.instSMul } } }

/-- The function with value `x` at `i` and 0 elsewhere. -/
def Pi.single {I : Type u} {f : I → Type v} [∀ i, Zero (f i)] [DecidableEq I] (i : I) (x : f i) :
    ∀ j, f j := Function.update 0 i x

def Pi.mulSingle {I : Type u} {f : I → Type v} [∀ i, One (f i)] [DecidableEq I] (i : I) (x : f i) :
    ∀ j, f j := Function.update 1 i x

def Function.support {ι : Type u} {M : Type v} [Zero M] (f : ι → M) : Set ι := { x | f x ≠ 0 }

-- ## Pairs, componentwise

instance Prod.instZero {M : Type u} {N : Type v} [Zero M] [Zero N] : Zero (M × N) := ⟨(0, 0)⟩
instance Prod.instOne {M : Type u} {N : Type v} [One M] [One N] : One (M × N) := ⟨(1, 1)⟩
instance Prod.instAdd {M : Type u} {N : Type v} [Add M] [Add N] : Add (M × N) :=
  ⟨fun p q => (p.1 + q.1, p.2 + q.2)⟩
instance Prod.instSub {M : Type u} {N : Type v} [Sub M] [Sub N] : Sub (M × N) :=
  ⟨fun p q => (p.1 - q.1, p.2 - q.2)⟩
instance Prod.instMul {M : Type u} {N : Type v} [Mul M] [Mul N] : Mul (M × N) :=
  ⟨fun p q => (p.1 * q.1, p.2 * q.2)⟩
instance Prod.instNeg {M : Type u} {N : Type v} [Neg M] [Neg N] : Neg (M × N) :=
  ⟨fun p => (-p.1, -p.2)⟩
instance Prod.instSMul {M : Type u} {α : Type v} {β : Type w} [SMul M α] [SMul M β] :
    SMul M (α × β) := ⟨fun a p => (a • p.1, a • p.2)⟩
instance Prod.instAddMonoid {M : Type u} {N : Type v} [AddMonoid M] [AddMonoid N] :
    AddMonoid (M × N) :=
  { toAddSemigroup := { toAdd := Prod.instAdd }, toZero := Prod.instZero,
    nsmul := fun n p => (AddMonoid.nsmul n p.1, AddMonoid.nsmul n p.2) }
instance Prod.instAddCommMonoid {M : Type u} {N : Type v} [AddCommMonoid M] [AddCommMonoid N] :
    AddCommMonoid (M × N) := { toAddMonoid := Prod.instAddMonoid }
instance Prod.instAddCommGroup {M : Type u} {N : Type v} [AddCommGroup M] [AddCommGroup N] :
    AddCommGroup (M × N) :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := Prod.instAddMonoid, toNeg := Prod.instNeg,
    toSub := Prod.instSub, zsmul := fun n p => (SubNegMonoid.zsmul n p.1,
    SubNegMonoid.zsmul n p.2) } } }
instance Prod.instModule {R : Type u} {M : Type v} {N : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid N] [Module R M] [Module R N] : Module R (M × N) :=
  { toDistribMulAction := { toMulAction := { toSMul := Prod.instSMul } } }
