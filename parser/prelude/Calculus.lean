import Denotary.Prelude.Convexity

/-!
# Derivatives within sets, gradients, smoothness

Types only, but for what unfolds to `fderiv`.
-/

universe u v w

/-- `f'` is the derivative of `f` at `x` along a filter. -/
opaque HasFDerivAtFilter {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] {F : Type w} [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] (f : E → F) (f' : ContinuousLinearMap (RingHom.id 𝕜) E F) (x : E)
    (L : Filter E) : Prop

/-- `f'` is the derivative of `f` at `x` along a filter. -/
opaque HasDerivAtFilter {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] (f : 𝕜 → F) (f' : F) (x : 𝕜) (L : Filter 𝕜) : Prop

/-- Strict differentiability in one variable. -/
opaque HasStrictDerivAt {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] (f : 𝕜 → F) (f' : F) (x : 𝕜) : Prop

/-- `f'` is the gradient of `f` at `x` along a filter. -/
opaque HasGradientAtFilter {𝕜 : Type u} {F : Type v} [RCLike 𝕜] [NormedAddCommGroup F]
    [InnerProductSpace 𝕜 F] (f : F → 𝕜) (f' : F) (x : F) (L : Filter F) : Prop

/-- `f'` is a gradient of `f` at `x` within `s`. -/
opaque HasGradientWithinAt {𝕜 : Type u} {F : Type v} [RCLike 𝕜] [NormedAddCommGroup F]
    [InnerProductSpace 𝕜 F] (f : F → 𝕜) (f' : F) (s : Set F) (x : F) : Prop

/-- The gradient within a set; 0 where there is none. -/
opaque gradientWithin {𝕜 : Type u} {F : Type v} [RCLike 𝕜] [NormedAddCommGroup F]
    [InnerProductSpace 𝕜 F] (f : F → 𝕜) (s : Set F) (x : F) : F

/-- The derivative along a line; 0 where there is none. -/
noncomputable def lineDeriv (𝕜 : Type u) [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] {E : Type w} [AddCommGroup E] [Module 𝕜 E] (f : E → F)
    (x v : E) : F := deriv (fun t : 𝕜 => f (x + t • v)) 0

def HasLineDerivAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {F : Type v} [AddCommGroup F]
    [Module 𝕜 F] [TopologicalSpace F] {E : Type w} [AddCommGroup E] [Module 𝕜 E] (f : E → F)
    (f' : F) (x v : E) : Prop := HasDerivAt (fun t : 𝕜 => f (x + t • v)) f' 0

/-- The directions in which a set extends at a point. -/
opaque tangentConeAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] (s : Set E) (x : E) : Set E

/-- The tangent directions along positive multiples. -/
opaque posTangentConeAt {E : Type v} [NormedAddCommGroup E] [NormedSpace Real E] (s : Set E)
    (x : E) : Set E

/-- Derivatives within the set are unique at the point. -/
opaque UniqueDiffWithinAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] (s : Set E) (x : E) : Prop

def UniqueDiffOn (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [AddCommGroup E]
    [Module 𝕜 E] [TopologicalSpace E] (s : Set E) : Prop := ∀ x, x ∈ s → UniqueDiffWithinAt 𝕜 s x

/-- Smoothness of order `n` at a point within a set. -/
opaque ContDiffWithinAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F] (n : WithTop ENat)
    (f : E → F) (s : Set E) (x : E) : Prop

def ContDiffOn (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F] (n : WithTop ENat)
    (f : E → F) (s : Set E) : Prop := ∀ x, x ∈ s → ContDiffWithinAt 𝕜 n f s x

/-- Expansion in a power series near a point. -/
opaque AnalyticAt (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F] (f : E → F) (x : E) :
    Prop

def AnalyticOnNhd (𝕜 : Type u) [NontriviallyNormedField 𝕜] {E : Type v} [NormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F] [NormedSpace 𝕜 F] (f : E → F)
    (s : Set E) : Prop := ∀ x, x ∈ s → AnalyticAt 𝕜 f x

structure IsBoundedLinearMap (𝕜 : Type u) [NormedField 𝕜] {E : Type v} [SeminormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [SeminormedAddCommGroup F] [NormedSpace 𝕜 F] (f : E → F) :
    Prop where
  toIsLinearMap : IsLinearMap 𝕜 f
  bound : ∃ M : Real, 0 < M ∧ ∀ x : E, norm (f x) ≤ M * norm x

/-- The Laplacian: the sum of the second derivatives along an orthonormal basis. -/
opaque Laplacian.laplacian {E : Type u} {F : Type v} [NormedAddCommGroup E]
    [InnerProductSpace Real E] [FiniteDimensional Real E] [NormedAddCommGroup F]
    [NormedSpace Real F] (f : E → F) (x : E) : F

noncomputable def iteratedDerivWithin {𝕜 : Type u} [NontriviallyNormedField 𝕜] {F : Type v}
    [AddCommGroup F] [Module 𝕜 F] [TopologicalSpace F] : Nat → (𝕜 → F) → Set 𝕜 → 𝕜 → F
  | 0, f, _ => f
  | n + 1, f, s => derivWithin (iteratedDerivWithin n f s) s

def Function.HasTemperateGrowth {E : Type u} {F : Type v} [NormedAddCommGroup E]
    [NormedSpace Real E] [NormedAddCommGroup F] [NormedSpace Real F] (f : E → F) : Prop :=
  ContDiff Real ⊤ f ∧ ∃ k : Nat, ∃ C : Real, ∀ x, norm (f x) ≤ C * (1 + norm x) ^ k

abbrev StrongDual (R : Type u) (M : Type v) [Semiring R] [TopologicalSpace R] [TopologicalSpace M]
    [AddCommMonoid M] [Module R M] : Type (max u v) := ContinuousLinearMap (RingHom.id R) M R

abbrev NormedSpace.Dual (R : Type u) (M : Type v) [Semiring R] [TopologicalSpace R]
    [TopologicalSpace M] [AddCommMonoid M] [Module R M] : Type (max u v) :=
  ContinuousLinearMap (RingHom.id R) M R

-- ## Continuous linear maps as a space

namespace ContinuousLinearMap

instance instNeg {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommGroup M₂] [Module R M] [Module R M₂] :
    Neg (ContinuousLinearMap (RingHom.id R) M M₂) :=
  ⟨fun f => { toFun := fun x => -f x, map_add' := by simp, map_smul' := by simp,
    cont := by fun_prop }⟩

instance instSub {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommGroup M₂] [Module R M] [Module R M₂] :
    Sub (ContinuousLinearMap (RingHom.id R) M M₂) :=
  ⟨fun f g => { toFun := fun x => f x - g x, map_add' := by simp, map_smul' := by simp,
    cont := by fun_prop }⟩

instance instMul {R : Type u} [Semiring R] {M : Type v} [TopologicalSpace M] [AddCommMonoid M]
    [Module R M] : Mul (ContinuousLinearMap (RingHom.id R) M M) :=
  ⟨fun f g => ContinuousLinearMap.comp f g⟩

instance addCommMonoid {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M] [Module R M₂] :
    AddCommMonoid (ContinuousLinearMap (RingHom.id R) M M₂) :=
  { toAddMonoid := { toAddSemigroup := { toAdd := ContinuousLinearMap.instAdd },
    toZero := ContinuousLinearMap.instZero, nsmul := nsmulRec } }

instance addCommGroup {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommGroup M₂] [Module R M] [Module R M₂] :
    AddCommGroup (ContinuousLinearMap (RingHom.id R) M M₂) :=
  { toAddGroup := { toSubNegMonoid := { toAddMonoid :=
      ContinuousLinearMap.addCommMonoid.toAddMonoid,
    toNeg := ContinuousLinearMap.instNeg, toSub := ContinuousLinearMap.instSub,
    zsmul := zsmulRec } } }

instance module {R : Type u} [CommSemiring R] {M : Type v} {M₂ : Type w} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M] [Module R M₂] :
    Module R (ContinuousLinearMap (RingHom.id R) M M₂) :=
  { toDistribMulAction := { toMulAction := { toSMul := ContinuousLinearMap.instSMul } } }

/-- The operator norm. -/
opaque opNorm {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v} [SeminormedAddCommGroup E]
    [NormedSpace 𝕜 E] {F : Type w} [SeminormedAddCommGroup F] [NormedSpace 𝕜 F]
    (f : ContinuousLinearMap (RingHom.id 𝕜) E F) : Real

instance hasOpNorm {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v}
    [SeminormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w} [SeminormedAddCommGroup F]
    [NormedSpace 𝕜 F] : Norm (ContinuousLinearMap (RingHom.id 𝕜) E F) :=
  ⟨ContinuousLinearMap.opNorm⟩

instance topologicalSpace {𝕜 : Type u} [Semiring 𝕜] {E : Type v} [TopologicalSpace E]
    [AddCommMonoid E] [Module 𝕜 E] {F : Type w} [TopologicalSpace F] [AddCommMonoid F]
    [Module 𝕜 F] : TopologicalSpace (ContinuousLinearMap (RingHom.id 𝕜) E F) :=
  ⟨Denotary.someIsOpen⟩

noncomputable instance toSeminormedAddCommGroup {𝕜 : Type u} [NontriviallyNormedField 𝕜]
    {E : Type v} [SeminormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w}
    [SeminormedAddCommGroup F] [NormedSpace 𝕜 F] :
    SeminormedAddCommGroup (ContinuousLinearMap (RingHom.id 𝕜) E F) :=
  { toAddCommGroup := ContinuousLinearMap.addCommGroup,
    toPseudoMetricSpace := { toUniformSpace := { toTopologicalSpace :=
      ContinuousLinearMap.topologicalSpace },
      toDist := ⟨fun f g => ContinuousLinearMap.opNorm (f - g)⟩ },
    toNorm := ContinuousLinearMap.hasOpNorm }

noncomputable instance toNormedAddCommGroup {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v}
    [SeminormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w} [NormedAddCommGroup F]
    [NormedSpace 𝕜 F] : NormedAddCommGroup (ContinuousLinearMap (RingHom.id 𝕜) E F) :=
  { toSeminormedAddCommGroup := ContinuousLinearMap.toSeminormedAddCommGroup }

noncomputable instance toNormedSpace {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v}
    [SeminormedAddCommGroup E] [NormedSpace 𝕜 E] {F : Type w} [SeminormedAddCommGroup F]
    [NormedSpace 𝕜 F] : NormedSpace 𝕜 (ContinuousLinearMap (RingHom.id 𝕜) E F) :=
  { toModule := ContinuousLinearMap.module }

end ContinuousLinearMap

namespace ContinuousLinearEquiv

def symm {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w} [TopologicalSpace M]
    [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M] [Module R M₂]
    (e : ContinuousLinearEquiv (RingHom.id R) M M₂) : ContinuousLinearEquiv (RingHom.id R) M₂ M :=
  { toFun := e.invFun, map_add' := by simp, map_smul' := by simp, invFun := e.toFun,
    left_inv := by simp, right_inv := by simp, continuous_toFun := by simp,
    continuous_invFun := by simp }

def toContinuousLinearMap {R : Type u} [Semiring R] {M : Type v} {M₂ : Type w}
    [TopologicalSpace M] [AddCommMonoid M] [TopologicalSpace M₂] [AddCommMonoid M₂] [Module R M]
    [Module R M₂] (e : ContinuousLinearEquiv (RingHom.id R) M M₂) :
    ContinuousLinearMap (RingHom.id R) M M₂ :=
  { toFun := e.toFun, map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

end ContinuousLinearEquiv

def LinearIsometryEquiv.symm {R : Type u} [Semiring R] {E : Type v} {E₂ : Type w}
    [SeminormedAddCommGroup E] [SeminormedAddCommGroup E₂] [Module R E] [Module R E₂]
    (e : LinearIsometryEquiv (RingHom.id R) E E₂) : LinearIsometryEquiv (RingHom.id R) E₂ E :=
  { toFun := e.invFun, map_add' := by simp, map_smul' := by simp, invFun := e.toFun,
    left_inv := by simp, right_inv := by simp, norm_map' := by simp }

-- ## Maps that are linear up to conjugation

instance (priority := 90) RCLike.toStarRing {K : Type u} [i : RCLike K] : StarRing K :=
  { toStar := i.toStar }

instance RingHomInvPair.star {R : Type u} [CommSemiring R] [StarRing R] :
    RingHomInvPair (starRingEnd R) (starRingEnd R) := ⟨⟩

/-- The Riesz representation `x ↦ ⟪x, ·⟫`. -/
opaque InnerProductSpace.toDual (𝕜 : Type u) (E : Type v) [RCLike 𝕜] [NormedAddCommGroup E]
    [InnerProductSpace 𝕜 E] [CompleteSpace E] :
    LinearIsometryEquiv (starRingEnd 𝕜) E (ContinuousLinearMap (RingHom.id 𝕜) E 𝕜)

/-- The adjoint: `⟪A† y, x⟫ = ⟪y, A x⟫`. Not evaluated. -/
opaque ContinuousLinearMap.adjoint {𝕜 : Type u} {E : Type v} {F : Type w} [RCLike 𝕜]
    [NormedAddCommGroup E] [NormedAddCommGroup F] [InnerProductSpace 𝕜 E] [InnerProductSpace 𝕜 F]
    [CompleteSpace E] [CompleteSpace F] :
    LinearIsometryEquiv (starRingEnd 𝕜) (ContinuousLinearMap (RingHom.id 𝕜) E F)
      (ContinuousLinearMap (RingHom.id 𝕜) F E)

/-- The adjoint of a map between finite-dimensional spaces. Not evaluated. -/
opaque LinearMap.adjoint {𝕜 : Type u} {E : Type v} {F : Type w} [RCLike 𝕜]
    [NormedAddCommGroup E] [NormedAddCommGroup F] [InnerProductSpace 𝕜 E] [InnerProductSpace 𝕜 F]
    [FiniteDimensional 𝕜 E] [FiniteDimensional 𝕜 F] :
    LinearEquiv (starRingEnd 𝕜) (LinearMap (RingHom.id 𝕜) E F) (LinearMap (RingHom.id 𝕜) F E)

/-- The inner product as a map into the dual. -/
noncomputable def innerSL (𝕜 : Type u) {E : Type v} [RCLike 𝕜] [SeminormedAddCommGroup E]
    [InnerProductSpace 𝕜 E] :
    ContinuousLinearMap (starRingEnd 𝕜) E (ContinuousLinearMap (RingHom.id 𝕜) E 𝕜) :=
  { toFun := fun x => { toFun := fun y => inner 𝕜 x y, map_add' := by simp, map_smul' := by simp,
      cont := by fun_prop },
    map_add' := by simp, map_smul' := by simp, cont := by fun_prop }

/-- A linear map out of a finite-dimensional space as a continuous one. -/
def LinearMap.toContinuousLinearMap {𝕜 : Type u} [NontriviallyNormedField 𝕜] {E : Type v}
    {F : Type w} [AddCommGroup E] [Module 𝕜 E] [TopologicalSpace E] [AddCommGroup F] [Module 𝕜 F]
    [TopologicalSpace F] : LinearEquiv (RingHom.id 𝕜) (LinearMap (RingHom.id 𝕜) E F)
      (ContinuousLinearMap (RingHom.id 𝕜) E F) :=
  { toFun := fun f => { toFun := f.toFun, map_add' := by simp, map_smul' := by simp,
      cont := by fun_prop },
    map_add' := by simp, map_smul' := by simp, invFun := fun f => f.toLinearMap,
    left_inv := by simp, right_inv := by simp }

/-- Smooth functions all of whose derivatives decay faster than any power. -/
structure SchwartzMap (E : Type u) (F : Type v) [NormedAddCommGroup E] [NormedSpace Real E]
    [NormedAddCommGroup F] [NormedSpace Real F] where
  toFun : E → F
  smooth' : ContDiff Real ⊤ toFun

instance SchwartzMap.instFunLike {E : Type u} {F : Type v} [NormedAddCommGroup E]
    [NormedSpace Real E] [NormedAddCommGroup F] [NormedSpace Real F] :
    FunLike (SchwartzMap E F) E F := ⟨fun f => f.toFun⟩
