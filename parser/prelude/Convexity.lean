import Denotary.Prelude.LinearAlgebra

/-!
# Convexity
-/

universe u v w

def segment (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E] [SMul 𝕜 E]
    (x y : E) : Set E := {z | ∃ a b : 𝕜, 0 ≤ a ∧ 0 ≤ b ∧ a + b = 1 ∧ a • x + b • y = z}

def openSegment (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E]
    [SMul 𝕜 E] (x y : E) : Set E := {z | ∃ a b : 𝕜, 0 < a ∧ 0 < b ∧ a + b = 1 ∧ a • x + b • y = z}

def StarConvex (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E]
    [SMul 𝕜 E] (x : E) (s : Set E) : Prop :=
  ∀ ⦃y : E⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 → a • x + b • y ∈ s

def StrictConvex (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [TopologicalSpace E]
    [AddCommMonoid E] [SMul 𝕜 E] (s : Set E) : Prop :=
  ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 →
    a • x + b • y ∈ interior s

structure ConcaveOn (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜]
    [AddCommMonoid E] [AddCommMonoid β] [PartialOrder β] [SMul 𝕜 E] [SMul 𝕜 β] (s : Set E)
    (f : E → β) : Prop where
  left : Convex 𝕜 s
  right : ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : 𝕜⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    a • f x + b • f y ≤ f (a • x + b • y)

structure StrictConvexOn (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜]
    [AddCommMonoid E] [AddCommMonoid β] [PartialOrder β] [SMul 𝕜 E] [SMul 𝕜 β] (s : Set E)
    (f : E → β) : Prop where
  left : Convex 𝕜 s
  right : ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 →
    f (a • x + b • y) < a • f x + b • f y

structure StrictConcaveOn (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜]
    [AddCommMonoid E] [AddCommMonoid β] [PartialOrder β] [SMul 𝕜 E] [SMul 𝕜 β] (s : Set E)
    (f : E → β) : Prop where
  left : Convex 𝕜 s
  right : ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → x ≠ y → ∀ ⦃a b : 𝕜⦄, 0 < a → 0 < b → a + b = 1 →
    a • f x + b • f y < f (a • x + b • y)

def QuasiconvexOn (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜]
    [AddCommMonoid E] [LE β] [SMul 𝕜 E] (s : Set E) (f : E → β) : Prop :=
  ∀ r, Convex 𝕜 {x | x ∈ s ∧ f x ≤ r}

def QuasiconcaveOn (𝕜 : Type u) {E : Type v} {β : Type w} [Semiring 𝕜] [PartialOrder 𝕜]
    [AddCommMonoid E] [LE β] [SMul 𝕜 E] (s : Set E) (f : E → β) : Prop :=
  ∀ r, Convex 𝕜 {x | x ∈ s ∧ r ≤ f x}

structure UniformConvexOn {E : Type u} [NormedAddCommGroup E] [NormedSpace Real E] (s : Set E)
    (φ : Real → Real) (f : E → Real) : Prop where
  left : Convex Real s
  right : ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : Real⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    f (a • x + b • y) ≤ a • f x + b • f y - a * b * φ (norm (x - y))

structure UniformConcaveOn {E : Type u} [NormedAddCommGroup E] [NormedSpace Real E] (s : Set E)
    (φ : Real → Real) (f : E → Real) : Prop where
  left : Convex Real s
  right : ∀ ⦃x⦄, x ∈ s → ∀ ⦃y⦄, y ∈ s → ∀ ⦃a b : Real⦄, 0 ≤ a → 0 ≤ b → a + b = 1 →
    a • f x + b • f y + a * b * φ (norm (x - y)) ≤ f (a • x + b • y)

def StrongConvexOn {E : Type u} [NormedAddCommGroup E] [NormedSpace Real E] (s : Set E) (m : Real) :
    (E → Real) → Prop := UniformConvexOn s fun r => m / 2 * r ^ 2

def StrongConcaveOn {E : Type u} [NormedAddCommGroup E] [NormedSpace Real E] (s : Set E)
    (m : Real) : (E → Real) → Prop := UniformConcaveOn s fun r => m / 2 * r ^ 2

/-- The smallest convex set that contains `s`; a closure operator in Mathlib. -/
def convexHull (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E]
    [Module 𝕜 E] (s : Set E) : Set E := {x | ∀ t : Set E, s ⊆ t → Convex 𝕜 t → x ∈ t}

def Set.extremePoints (𝕜 : Type u) {E : Type v} [Semiring 𝕜] [PartialOrder 𝕜] [AddCommMonoid E]
    [SMul 𝕜 E] (A : Set E) : Set E :=
  {x | x ∈ A ∧ ∀ ⦃y⦄, y ∈ A → ∀ ⦃z⦄, z ∈ A → x ∈ openSegment 𝕜 y z → y = x}

def stdSimplex (𝕜 : Type u) (ι : Type v) [Semiring 𝕜] [PartialOrder 𝕜] [Fintype ι] :
    Set (ι → 𝕜) := {f | (∀ x, 0 ≤ f x) ∧ ∑ x, f x = 1}

structure ConvexCone (R : Type u) (M : Type v) [Semiring R] [PartialOrder R] [AddCommMonoid M]
    [SMul R M] where
  carrier : Set M
  smul_mem' : ∀ ⦃c : R⦄, 0 < c → ∀ ⦃x : M⦄, x ∈ carrier → c • x ∈ carrier
  add_mem' : ∀ ⦃x⦄, x ∈ carrier → ∀ ⦃y⦄, y ∈ carrier → x + y ∈ carrier

instance ConvexCone.instSetLike {R : Type u} {M : Type v} [Semiring R] [PartialOrder R]
    [AddCommMonoid M] [SMul R M] : SetLike (ConvexCone R M) M := ⟨fun s => s.carrier⟩
