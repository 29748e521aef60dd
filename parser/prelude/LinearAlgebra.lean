import Denotary.Prelude.Topology

/-!
# Submodules, independence, bases, adjoints

Substructures are their sets of elements. Bases, adjoints and dimensions have their types only.
-/

universe u v w

-- ## Substructures

structure AddSubgroup (G : Type u) [AddGroup G] where
  carrier : Set G
  add_mem' : ∀ {a b : G}, a ∈ carrier → b ∈ carrier → a + b ∈ carrier
  zero_mem' : 0 ∈ carrier
  neg_mem' : ∀ {x : G}, x ∈ carrier → -x ∈ carrier

structure Subgroup (G : Type u) [Group G] where
  carrier : Set G
  mul_mem' : ∀ {a b : G}, a ∈ carrier → b ∈ carrier → a * b ∈ carrier
  one_mem' : 1 ∈ carrier
  inv_mem' : ∀ {x : G}, x ∈ carrier → x⁻¹ ∈ carrier

structure Submonoid (M : Type u) [MulOneClass M] where
  carrier : Set M
  mul_mem' : ∀ {a b : M}, a ∈ carrier → b ∈ carrier → a * b ∈ carrier
  one_mem' : 1 ∈ carrier

structure Submodule (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] where
  carrier : Set M
  add_mem' : ∀ {a b : M}, a ∈ carrier → b ∈ carrier → a + b ∈ carrier
  zero_mem' : 0 ∈ carrier
  smul_mem' : ∀ (c : R) {x : M}, x ∈ carrier → c • x ∈ carrier

instance AddSubgroup.instSetLike {G : Type u} [AddGroup G] : SetLike (AddSubgroup G) G :=
  ⟨fun s => s.carrier⟩
instance Subgroup.instSetLike {G : Type u} [Group G] : SetLike (Subgroup G) G :=
  ⟨fun s => s.carrier⟩
instance Submonoid.instSetLike {M : Type u} [MulOneClass M] : SetLike (Submonoid M) M :=
  ⟨fun s => s.carrier⟩
instance Submodule.setLike {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    SetLike (Submodule R M) M := ⟨fun s => s.carrier⟩

namespace Submodule

/-- The elements of a submodule are closed under the operations, so that these restrict to it. -/
instance addCommMonoid {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M]
    (p : Submodule R M) : AddCommMonoid { x : M // x ∈ p } :=
  { toAddMonoid := { toAddSemigroup := { toAdd := ⟨fun a b => ⟨a.val + b.val, by simp⟩⟩ },
    toZero := ⟨⟨0, by simp⟩⟩, nsmul := fun n a => ⟨AddMonoid.nsmul n a.val, by simp⟩ } }

instance module {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M]
    (p : Submodule R M) : Module R { x : M // x ∈ p } :=
  { toDistribMulAction := { toMulAction := { toSMul := ⟨fun c a => ⟨c • a.val, by simp⟩⟩ } } }

instance instPartialOrder {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    PartialOrder (Submodule R M) :=
  { toPreorder := { toLE := ⟨fun p q => ∀ ⦃x⦄, x ∈ p → x ∈ q⟩,
    toLT := ⟨fun p q => (∀ ⦃x⦄, x ∈ p → x ∈ q) ∧ ¬∀ ⦃x⦄, x ∈ q → x ∈ p⟩ } }

def span (R : Type u) {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] (s : Set M) :
    Submodule R M := { carrier := {x | ∀ p : Submodule R M, s ⊆ p.carrier → x ∈ p} }

def map {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M] [AddCommMonoid M₂]
    [Module R M] [Module R M₂] (f : LinearMap (RingHom.id R) M M₂) (p : Submodule R M) :
    Submodule R M₂ := { carrier := f.toFun '' p.carrier }

def comap {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M] [AddCommMonoid M₂]
    [Module R M] [Module R M₂] (f : LinearMap (RingHom.id R) M M₂) (p : Submodule R M₂) :
    Submodule R M := { carrier := f.toFun ⁻¹' p.carrier }

def subtype {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M]
    (p : Submodule R M) : LinearMap (RingHom.id R) { x : M // x ∈ p } M :=
  { toFun := fun x => x.val, map_add' := by simp, map_smul' := by simp }

protected def sup {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M]
    (p q : Submodule R M) : Submodule R M :=
  { carrier := {x | ∃ y, y ∈ p ∧ ∃ z, z ∈ q ∧ y + z = x} }

instance completeLattice {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    CompleteLattice (Submodule R M) :=
  { toLattice := { toSemilatticeSup := { toPartialOrder := Submodule.instPartialOrder,
      sup := Submodule.sup }, inf := fun p q => { carrier := {x | x ∈ p ∧ x ∈ q} } },
    toSupSet := ⟨fun S => Submodule.span R {x | ∃ p, p ∈ S ∧ x ∈ p}⟩,
    toInfSet := ⟨fun S => { carrier := {x | ∀ p, p ∈ S → x ∈ p} }⟩,
    toTop := ⟨{ carrier := Set.univ }⟩, toBot := ⟨{ carrier := {x | x = 0} }⟩ }

end Submodule

abbrev Ideal (R : Type u) [Semiring R] : Type u := Submodule R R

namespace LinearMap

def ker {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M] [AddCommMonoid M₂]
    [Module R M] [Module R M₂] (f : LinearMap (RingHom.id R) M M₂) : Submodule R M :=
  { carrier := {x | f.toFun x = 0} }

def range {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] (f : LinearMap (RingHom.id R) M M₂) :
    Submodule R M₂ := { carrier := Set.range f.toFun }

end LinearMap

-- ## Maps

namespace LinearMap

def comp {R : Type u} {M₁ : Type v} {M₂ : Type v} {M₃ : Type v} [Semiring R] [AddCommMonoid M₁]
    [AddCommMonoid M₂] [AddCommMonoid M₃] [Module R M₁] [Module R M₂] [Module R M₃]
    (f : LinearMap (RingHom.id R) M₂ M₃) (g : LinearMap (RingHom.id R) M₁ M₂) :
    LinearMap (RingHom.id R) M₁ M₃ :=
  { toFun := fun x => f (g x), map_add' := by simp, map_smul' := by simp }

instance instZero {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] : Zero (LinearMap (RingHom.id R) M M₂) :=
  ⟨{ toFun := fun _ => 0, map_add' := by simp, map_smul' := by simp }⟩

instance instAdd {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] : Add (LinearMap (RingHom.id R) M M₂) :=
  ⟨fun f g => { toFun := fun x => f x + g x, map_add' := by simp, map_smul' := by simp }⟩

instance instNeg {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommGroup M₂] [Module R M] [Module R M₂] : Neg (LinearMap (RingHom.id R) M M₂) :=
  ⟨fun f => { toFun := fun x => -f x, map_add' := by simp, map_smul' := by simp }⟩

instance instSub {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommGroup M₂] [Module R M] [Module R M₂] : Sub (LinearMap (RingHom.id R) M M₂) :=
  ⟨fun f g => { toFun := fun x => f x - g x, map_add' := by simp, map_smul' := by simp }⟩

instance instSMul {R : Type u} {M : Type v} {M₂ : Type w} [CommSemiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] : SMul R (LinearMap (RingHom.id R) M M₂) :=
  ⟨fun c f => { toFun := fun x => c • f x, map_add' := by simp, map_smul' := by simp }⟩

instance instOne {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    One (LinearMap (RingHom.id R) M M) := ⟨LinearMap.id⟩

instance instMul {R : Type u} {M : Type v} [Semiring R] [AddCommMonoid M] [Module R M] :
    Mul (LinearMap (RingHom.id R) M M) := ⟨fun f g => LinearMap.comp f g⟩

instance addCommMonoid {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] :
    AddCommMonoid (LinearMap (RingHom.id R) M M₂) :=
  { toAddMonoid := { toAddSemigroup := { toAdd := LinearMap.instAdd }, toZero := LinearMap.instZero,
    nsmul := nsmulRec } }

instance addCommGroup {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommGroup M₂] [Module R M] [Module R M₂] :
    AddCommGroup (LinearMap (RingHom.id R) M M₂) :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid := LinearMap.addCommMonoid.toAddMonoid,
    toNeg := LinearMap.instNeg, toSub := LinearMap.instSub, zsmul := zsmulRec } } }

instance module {R : Type u} {M : Type v} {M₂ : Type w} [CommSemiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] :
    Module R (LinearMap (RingHom.id R) M M₂) :=
  { toDistribMulAction := { toMulAction := { toSMul := LinearMap.instSMul } } }

end LinearMap

abbrev Module.End (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Type v :=
  LinearMap (RingHom.id R) M M

abbrev Module.Dual (R : Type u) (M : Type v) [CommSemiring R] [AddCommMonoid M] [Module R M] :
    Type (max u v) := LinearMap (RingHom.id R) M R

/-- The transpose of linear maps: `f ↦ g ↦ g ∘ f`. -/
def LinearMap.dualMap {R : Type u} {M₁ : Type v} {M₂ : Type v} [CommSemiring R]
    [AddCommMonoid M₁] [Module R M₁] [AddCommMonoid M₂] [Module R M₂]
    (f : LinearMap (RingHom.id R) M₁ M₂) : Module.Dual R M₂ → Module.Dual R M₁ :=
  fun g => LinearMap.comp g f

namespace LinearEquiv

def refl (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] :
    LinearEquiv (RingHom.id R) M M :=
  { toFun := fun x => x, map_add' := by simp, map_smul' := by simp, invFun := fun x => x,
    left_inv := by intro x; rfl, right_inv := by intro x; rfl }

def symm {R : Type u} {M : Type v} {M₂ : Type w} [Semiring R] [AddCommMonoid M]
    [AddCommMonoid M₂] [Module R M] [Module R M₂] (e : LinearEquiv (RingHom.id R) M M₂) :
    LinearEquiv (RingHom.id R) M₂ M :=
  { toFun := e.invFun, map_add' := by simp, map_smul' := by simp, invFun := e.toFun,
    left_inv := by simp, right_inv := by simp }

def trans {R : Type u} {M₁ : Type v} {M₂ : Type v} {M₃ : Type v} [Semiring R] [AddCommMonoid M₁]
    [AddCommMonoid M₂] [AddCommMonoid M₃] [Module R M₁] [Module R M₂] [Module R M₃]
    (e₁₂ : LinearEquiv (RingHom.id R) M₁ M₂) (e₂₃ : LinearEquiv (RingHom.id R) M₂ M₃) :
    LinearEquiv (RingHom.id R) M₁ M₃ :=
  { toFun := fun x => e₂₃ (e₁₂ x), map_add' := by simp, map_smul' := by simp,
    invFun := fun x => e₁₂.invFun (e₂₃.invFun x), left_inv := by simp, right_inv := by simp }

end LinearEquiv

/-- Linear maps that keep norms. -/
structure LinearIsometry {R : Type u} {S : Type u} [Semiring R] [Semiring S] (σ : RingHom R S)
    (E : Type v) (E₂ : Type w) [SeminormedAddCommGroup E] [SeminormedAddCommGroup E₂] [Module R E]
    [Module S E₂] extends LinearMap σ E E₂ where
  norm_map' : ∀ x : E, norm (toFun x) = norm x

instance LinearIsometry.instFunLike {R : Type u} {S : Type u} [Semiring R] [Semiring S]
    {σ : RingHom R S} {E : Type v} {E₂ : Type w} [SeminormedAddCommGroup E]
    [SeminormedAddCommGroup E₂] [Module R E] [Module S E₂] : FunLike (LinearIsometry σ E E₂) E E₂ :=
  ⟨fun f => f.toFun⟩

structure AlgHom (R : Type u) (A : Type v) (B : Type w) [CommSemiring R] [Semiring A] [Semiring B]
    [Algebra R A] [Algebra R B] extends RingHom A B where
  commutes' : ∀ r : R, toFun (algebraMap R A r) = algebraMap R B r

instance AlgHom.instFunLike {R : Type u} {A : Type v} {B : Type w} [CommSemiring R] [Semiring A]
    [Semiring B] [Algebra R A] [Algebra R B] : FunLike (AlgHom R A B) A B := ⟨fun f => f.toFun⟩

structure RingEquiv (R : Type u) (S : Type v) [Mul R] [Mul S] [Add R] [Add S] extends
  Equiv R S where
  map_mul' : ∀ x y, toFun (x * y) = toFun x * toFun y
  map_add' : ∀ x y, toFun (x + y) = toFun x + toFun y

instance RingEquiv.instEquivLike {R : Type u} {S : Type v} [Mul R] [Mul S] [Add R] [Add S] :
    EquivLike (RingEquiv R S) R S := ⟨fun f => f.toFun, fun f => f.invFun⟩

/-- Complex conjugation of a star ring, as a ring map. -/
def starRingEnd (R : Type u) [CommSemiring R] [StarRing R] : RingHom R R :=
  { toFun := fun x => star x, map_one' := by simp, map_mul' := by simp, map_zero' := by simp,
    map_add' := by simp }

-- ## Independence, bases, dimension

/-- Linear independence of a family. -/
opaque LinearIndependent {ι : Type u} (R : Type v) {M : Type w} (v : ι → M) [Semiring R]
    [AddCommMonoid M] [Module R M] : Prop

/-- The dimension as a natural number; 0 where infinite. -/
opaque Module.finrank (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Nat

class Module.Finite (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Prop

class Module.Free (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] [Module R M] : Prop

/-- Functions with finite support. -/
structure Finsupp (α : Type u) (M : Type v) [Zero M] where
  support : Finset α
  toFun : α → M
  mem_support_toFun : ∀ a, a ∈ support ↔ toFun a ≠ 0

instance Finsupp.instFunLike {α : Type u} {M : Type v} [Zero M] : FunLike (Finsupp α M) α M :=
  ⟨fun f => f.toFun⟩

namespace Finsupp

/-- A function as one of finite support. -/
noncomputable def ofSupportFinite {α : Type u} {M : Type v} [Zero M] (f : α → M)
    (hf : Set.Finite (Function.support f)) : Finsupp α M :=
  { support := Set.Finite.toFinset hf, toFun := f }

open Classical in
noncomputable def single {α : Type u} {M : Type v} [Zero M] (a : α) (b : M) : Finsupp α M :=
  { support := {a}, toFun := fun x => if a = x then b else 0 }

def sum {α : Type u} {M : Type v} {N : Type w} [Zero M] [AddCommMonoid N] (f : Finsupp α M)
    (g : α → M → N) : N := Finset.sum f.support fun a => g a (f a)

end Finsupp

noncomputable instance Finsupp.instAddCommMonoid {α : Type u} {M : Type v} [AddCommMonoid M] :
    AddCommMonoid (Finsupp α M) :=
  { toAddMonoid := { toAddSemigroup := { toAdd :=
      ⟨fun f g => Finsupp.ofSupportFinite (fun x => f x + g x) (by simp)⟩ },
    toZero := ⟨{ support := ∅, toFun := fun _ => 0 }⟩,
    nsmul := fun n f => Finsupp.ofSupportFinite (fun x => AddMonoid.nsmul n (f x)) (by simp) } }

noncomputable instance Finsupp.module {α : Type u} {M : Type v} {R : Type w} [Semiring R]
    [AddCommMonoid M] [Module R M] : Module R (Finsupp α M) :=
  { toDistribMulAction := { toMulAction := { toSMul :=
      ⟨fun c f => Finsupp.ofSupportFinite (fun x => c • f x) (by simp)⟩ } } }

structure Module.Basis (ι : Type u) (R : Type v) (M : Type w) [Semiring R] [AddCommMonoid M]
    [Module R M] where
  ofRepr ::
  repr : LinearEquiv (RingHom.id R) M (Finsupp ι R)

/-- The name before it moved into the namespace `Module`. -/
abbrev Basis (ι : Type u) (R : Type v) (M : Type w) [Semiring R] [AddCommMonoid M] [Module R M] :
    Type (max u v w) := Module.Basis ι R M

noncomputable instance Module.Basis.instFunLike {ι : Type u} {R : Type v} {M : Type w} [Semiring R]
    [AddCommMonoid M] [Module R M] : FunLike (Module.Basis ι R M) ι M :=
  ⟨fun b i => b.repr.invFun (Finsupp.single i 1)⟩

-- ## Inner products

def LinearMap.IsSymmetric {𝕜 : Type u} {E : Type v} [RCLike 𝕜] [SeminormedAddCommGroup E]
    [InnerProductSpace 𝕜 E] (T : LinearMap (RingHom.id 𝕜) E E) : Prop :=
  ∀ x y : E, inner 𝕜 (T x) y = inner 𝕜 x (T y)

def Orthonormal (𝕜 : Type u) {E : Type v} {ι : Type w} [RCLike 𝕜] [SeminormedAddCommGroup E]
    [InnerProductSpace 𝕜 E] (v : ι → E) : Prop :=
  (∀ i, norm (v i) = 1) ∧ ∀ i j, i ≠ j → inner 𝕜 (v i) (v j) = 0

def Submodule.orthogonal {𝕜 : Type u} {E : Type v} [RCLike 𝕜] [SeminormedAddCommGroup E]
    [InnerProductSpace 𝕜 E] (K : Submodule 𝕜 E) : Submodule 𝕜 E :=
  { carrier := {v | ∀ u, u ∈ K → inner 𝕜 u v = 0} }

def IsSelfAdjoint {R : Type u} [Star R] (x : R) : Prop := star x = x

class Invertible {α : Type u} [Mul α] [One α] (a : α) where
  invOf : α

export Invertible (invOf)

-- ## Completeness of finite-dimensional spaces

instance (priority := 100) complete_of_proper {α : Type u} [PseudoMetricSpace α] [ProperSpace α] :
    CompleteSpace α := ⟨⟩

instance (priority := 100) FiniteDimensional.proper_real {E : Type u} [NormedAddCommGroup E]
    [NormedSpace Real E] [FiniteDimensional Real E] : ProperSpace E := ⟨⟩

-- ## Tensor products

/-- Sums of pairs, linear in each component. -/
axiom TensorProduct (R : Type u) [CommSemiring R] (M : Type v) (N : Type w) [AddCommMonoid M]
    [AddCommMonoid N] [Module R M] [Module R N] : Type (max v w)

/-- The pair as a tensor. -/
opaque TensorProduct.tmul (R : Type u) [CommSemiring R] {M : Type v} {N : Type w} [AddCommMonoid M]
    [AddCommMonoid N] [Module R M] [Module R N] (m : M) (n : N) : TensorProduct R M N

/-- Addition of tensors. -/
protected opaque TensorProduct.add {R : Type u} [CommSemiring R] {M : Type v} {N : Type w}
    [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N] (s t : TensorProduct R M N) :
    TensorProduct R M N

/-- A multiple of a tensor. -/
protected opaque TensorProduct.smul {R : Type u} [CommSemiring R] {M : Type v} {N : Type w}
    [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N] (c : R)
    (t : TensorProduct R M N) : TensorProduct R M N

instance TensorProduct.addCommMonoid {R : Type u} [CommSemiring R] {M : Type v} {N : Type w}
    [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N] :
    AddCommMonoid (TensorProduct R M N) :=
  { toAddMonoid := { toAddSemigroup := { toAdd := ⟨TensorProduct.add⟩ },
    toZero := ⟨TensorProduct.tmul R 0 0⟩, nsmul := nsmulRec } }

instance TensorProduct.leftModule {R : Type u} [CommSemiring R] {M : Type v} {N : Type w}
    [AddCommMonoid M] [AddCommMonoid N] [Module R M] [Module R N] :
    Module R (TensorProduct R M N) :=
  { toDistribMulAction := { toMulAction := { toSMul := ⟨TensorProduct.smul⟩ } } }

-- ## Groups of matrices

def Matrix.SpecialLinearGroup (n : Type u) [DecidableEq n] [Fintype n] (R : Type v) [CommRing R] :
    Type (max u v) := { A : Matrix n n R // Matrix.det A = 1 }

abbrev Matrix.GeneralLinearGroup (n : Type u) [DecidableEq n] [Fintype n] (R : Type v)
    [CommRing R] : Type (max u v) := Units (Matrix n n R)
