import Denotary.Prelude.Finset

/-!
# Matrices
-/

universe u v w

def Matrix (m : Type u) (n : Type v) (α : Type w) : Type w := m → n → α

def dotProduct {m : Type u} {α : Type v} [Fintype m] [Mul α] [AddCommMonoid α] (v w : m → α) : α :=
  Finset.sum Finset.univ fun i => v i * w i

namespace Matrix

def of {m : Type u} {n : Type v} {α : Type w} : Equiv (m → n → α) (Matrix m n α) :=
  { toFun := fun f => f, invFun := fun f => f, left_inv := by intro f; rfl,
    right_inv := by intro f; rfl }

def transpose {m : Type u} {n : Type v} {α : Type w} (M : Matrix m n α) : Matrix n m α :=
  fun i j => M j i

def conjTranspose {m : Type u} {n : Type v} {α : Type w} [Star α] (M : Matrix m n α) :
    Matrix n m α := fun i j => star (M j i)

def map {m : Type u} {n : Type v} {α : Type w} {β : Type w} (M : Matrix m n α) (f : α → β) :
    Matrix m n β := fun i j => f (M i j)

def submatrix {l : Type u} {m : Type u} {n : Type v} {o : Type v} {α : Type w} (A : Matrix m n α)
    (r_reindex : l → m) (c_reindex : o → n) : Matrix l o α :=
  fun i j => A (r_reindex i) (c_reindex j)

def row {m : Type u} {n : Type v} {α : Type w} (A : Matrix m n α) : m → n → α := fun i j => A i j

def col {m : Type u} {n : Type v} {α : Type w} (A : Matrix m n α) : n → m → α := fun j i => A i j

def diagonal {n : Type u} {α : Type v} [DecidableEq n] [Zero α] (d : n → α) : Matrix n n α :=
  fun i j => if i = j then d i else 0

def diag {n : Type u} {α : Type v} (A : Matrix n n α) (i : n) : α := A i i

def trace {n : Type u} {R : Type v} [Fintype n] [AddCommMonoid R] (A : Matrix n n R) : R :=
  Finset.sum Finset.univ fun i => A i i

def mulVec {m : Type u} {n : Type v} {α : Type w} [NonUnitalNonAssocSemiring α] [Fintype n]
    (M : Matrix m n α) (v : n → α) : m → α := fun i => dotProduct (fun j => M i j) v

def vecMul {m : Type u} {n : Type v} {α : Type w} [NonUnitalNonAssocSemiring α] [Fintype m]
    (v : m → α) (M : Matrix m n α) : n → α := fun j => dotProduct v fun i => M i j

def vecMulVec {m : Type u} {n : Type v} {α : Type w} [Mul α] (w : m → α) (v : n → α) :
    Matrix m n α := fun x y => w x * v y

def hadamard {m : Type u} {n : Type v} {α : Type w} [Mul α] (A B : Matrix m n α) : Matrix m n α :=
  fun i j => A i j * B i j

def kroneckerMap {l : Type u} {m : Type u} {n : Type v} {p : Type v} {α : Type w} {β : Type w}
    {γ : Type w} (f : α → β → γ) (A : Matrix l m α) (B : Matrix n p β) :
    Matrix (l × n) (m × p) γ := fun i j => f (A i.1 j.1) (B i.2 j.2)

def updateRow {m : Type u} {n : Type v} {α : Type w} [DecidableEq m] (M : Matrix m n α) (i : m)
    (b : n → α) : Matrix m n α := Function.update M i b

def updateCol {m : Type u} {n : Type v} {α : Type w} [DecidableEq n] (M : Matrix m n α) (j : n)
    (b : m → α) : Matrix m n α := fun i => Function.update (M i) j (b i)

def fromBlocks {l : Type u} {m : Type v} {n : Type u} {o : Type v} {α : Type w} (A : Matrix n l α)
    (B : Matrix n m α) (C : Matrix o l α) (D : Matrix o m α) : Matrix (Sum n o) (Sum l m) α :=
  Sum.elim (fun i => Sum.elim (A i) (B i)) fun i => Sum.elim (C i) (D i)

def reindex {l : Type u} {m : Type u} {n : Type v} {o : Type v} {α : Type w} (eₘ : Equiv m l)
    (eₙ : Equiv n o) : Equiv (Matrix m n α) (Matrix l o α) :=
  { toFun := fun M => Matrix.submatrix M eₘ.invFun eₙ.invFun,
    invFun := fun M => Matrix.submatrix M eₘ.toFun eₙ.toFun, left_inv := by simp,
    right_inv := by simp }

/-- The determinant. -/
opaque det {n : Type u} {R : Type v} [DecidableEq n] [Fintype n] [CommRing R] (M : Matrix n n R) : R

/-- The inverse; 0 for a matrix whose determinant is not invertible. -/
opaque nonsingInv {n : Type u} {α : Type v} [Fintype n] [DecidableEq n] [CommRing α]
    (A : Matrix n n α) : Matrix n n α

/-- Number of linearly independent columns. -/
opaque rank {m : Type u} {n : Type v} {R : Type w} [Fintype n] [CommRing R] (A : Matrix m n R) : Nat

def IsSymm {n : Type u} {α : Type v} (A : Matrix n n α) : Prop := Matrix.transpose A = A

def IsHermitian {n : Type u} {α : Type v} [Star α] (A : Matrix n n α) : Prop :=
  Matrix.conjTranspose A = A

/-- Positive semidefiniteness. -/
opaque PosSemidef {n : Type u} {R : Type v} [CommRing R] [PartialOrder R] [StarRing R]
    (M : Matrix n n R) : Prop

/-- Positive definiteness. -/
opaque PosDef {n : Type u} {R : Type v} [CommRing R] [PartialOrder R] [StarRing R]
    (M : Matrix n n R) : Prop

def vecEmpty {α : Type u} : Fin 0 → α := Fin.elim0

def vecCons {α : Type u} {n : Nat} (h : α) (t : Fin n → α) : Fin (n + 1) → α := Fin.cons h t

def vecHead {α : Type u} {n : Nat} (v : Fin (n + 1) → α) : α := v 0

def vecTail {α : Type u} {n : Nat} (v : Fin (n + 1) → α) : Fin n → α := fun i => v (Fin.succ i)

end Matrix

instance Matrix.zero {m : Type u} {n : Type v} {α : Type w} [Zero α] : Zero (Matrix m n α) :=
  ⟨fun _ _ => 0⟩
instance Matrix.one {n : Type u} {α : Type v} [DecidableEq n] [Zero α] [One α] :
    One (Matrix n n α) := ⟨fun i j => if i = j then 1 else 0⟩
instance Matrix.add {m : Type u} {n : Type v} {α : Type w} [Add α] : Add (Matrix m n α) :=
  ⟨fun A B i j => A i j + B i j⟩
instance Matrix.sub {m : Type u} {n : Type v} {α : Type w} [Sub α] : Sub (Matrix m n α) :=
  ⟨fun A B i j => A i j - B i j⟩
instance Matrix.neg {m : Type u} {n : Type v} {α : Type w} [Neg α] : Neg (Matrix m n α) :=
  ⟨fun A i j => -A i j⟩
instance Matrix.smul {m : Type u} {n : Type v} {R : Type w} {α : Type w} [SMul R α] :
    SMul R (Matrix m n α) := ⟨fun r A i j => r • A i j⟩
instance Matrix.instHMulOfFintypeOfMulOfAddCommMonoid {l : Type u} {m : Type u} {n : Type v}
    {α : Type w} [Fintype m] [Mul α] [AddCommMonoid α] :
    HMul (Matrix l m α) (Matrix m n α) (Matrix l n α) :=
  ⟨fun M N i k => dotProduct (fun j => M i j) fun j => N j k⟩
instance Matrix.instMulOfFintypeOfAddCommMonoid {n : Type u} {α : Type v} [Fintype n] [Mul α]
    [AddCommMonoid α] : Mul (Matrix n n α) :=
  ⟨fun M N i k => dotProduct (fun j => M i j) fun j => N j k⟩
instance Matrix.inv {n : Type u} {α : Type v} [Fintype n] [DecidableEq n] [CommRing α] :
    Inv (Matrix n n α) := ⟨Matrix.nonsingInv⟩
instance Matrix.addMonoid {m : Type u} {n : Type v} {α : Type w} [AddMonoid α] :
    AddMonoid (Matrix m n α) :=
  { toAddSemigroup := { toAdd := Matrix.add }, toZero := Matrix.zero,
    nsmul := fun k A i j => AddMonoid.nsmul k (A i j) }
instance Matrix.addCommMonoid {m : Type u} {n : Type v} {α : Type w} [AddCommMonoid α] :
    AddCommMonoid (Matrix m n α) := { toAddMonoid := Matrix.addMonoid }
instance Matrix.addCommGroup {m : Type u} {n : Type v} {α : Type w} [AddCommGroup α] :
    AddCommGroup (Matrix m n α) :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := Matrix.addMonoid, toNeg := Matrix.neg,
    toSub := Matrix.sub, zsmul := fun k A i j => SubNegMonoid.zsmul k (A i j) } } }
instance Matrix.module {m : Type u} {n : Type v} {R : Type w} {α : Type w} [Semiring R]
    [AddCommMonoid α] [Module R α] : Module R (Matrix m n α) :=
  { toDistribMulAction := { toMulAction := { toSMul := Matrix.smul } } }
instance Matrix.semiring {n : Type u} {α : Type v} [Fintype n] [DecidableEq n] [Semiring α] :
    Semiring (Matrix n n α) :=
  { toNonAssocSemiring := { toNonUnitalNonAssocSemiring := { toAddCommMonoid :=
      Matrix.addCommMonoid,
    toMul := Matrix.instMulOfFintypeOfAddCommMonoid }, toOne := Matrix.one,
    toNatCast := ⟨fun k => Matrix.diagonal fun _ => Nat.cast k⟩ }, npow := npowRec }
instance Matrix.instRing {n : Type u} {α : Type v} [Fintype n] [DecidableEq n] [Ring α] :
    Ring (Matrix n n α) :=
  { toSemiring := Matrix.semiring, toNeg := Matrix.neg, toSub := Matrix.sub,
    toIntCast := ⟨fun k => Matrix.diagonal fun _ => Int.cast k⟩, zsmul := zsmulRec }
instance Matrix.instMonoid {n : Type u} {α : Type v} [Fintype n] [DecidableEq n] [Semiring α] :
    Monoid (Matrix n n α) :=
  { toSemigroup := { toMul := Matrix.instMulOfFintypeOfAddCommMonoid }, toOne := Matrix.one,
    npow := npowRec }

def Matrix.mulVecLin {m : Type u} {n : Type v} {R : Type w} [CommSemiring R] [Fintype n]
    (M : Matrix m n R) : LinearMap (RingHom.id R) (n → R) (m → R) :=
  { toFun := fun v => Matrix.mulVec M v, map_add' := by simp, map_smul' := by simp }

/-- Matrices with determinant 1 (`SpecialLinearGroup`) and unitary ones are only propositions. -/
def Matrix.unitaryGroup (n : Type u) [DecidableEq n] [Fintype n] (α : Type v) [CommRing α]
    [StarRing α] : Set (Matrix n n α) :=
  setOf fun U => Matrix.conjTranspose U * U = 1 ∧ U * Matrix.conjTranspose U = 1

def Matrix.orthogonalGroup (n : Type u) [DecidableEq n] [Fintype n] (β : Type v) [CommRing β]
    [StarRing β] : Set (Matrix n n β) := Matrix.unitaryGroup n β

