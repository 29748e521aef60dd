import Denotary.Prelude.Probability

/-!
# Notations of Mathlib that are nothing but a constant

In force in every file of a project, the scoped ones where their namespace is open. What needs more
than a name (binders, brackets with a ring in them) is in `parser/elaborate`.
-/

notation "ℕ+" => _root_.PNat
notation "ℕ∞" => _root_.ENat

-- ## Maps

infixr:25 " →+ " => _root_.AddMonoidHom
infixr:25 " →* " => _root_.MonoidHom
infixr:25 " →*₀ " => _root_.MonoidWithZeroHom
infixr:25 " →+* " => _root_.RingHom
infixr:25 " →o " => _root_.OrderHom
infixr:25 " →₀ " => _root_.Finsupp
infixl:25 " ≃+ " => _root_.AddEquiv
infixl:25 " ≃* " => _root_.MulEquiv
infixl:25 " ≃+* " => _root_.RingEquiv
infixl:25 " ≃o " => _root_.OrderIso
infixl:25 " ≃ᵢ " => _root_.IsometryEquiv
infixl:25 " ≃ₜ " => _root_.Homeomorph
infixl:25 " ≃ᵐ " => _root_.MeasurableEquiv
infixr:25 " ↪ " => _root_.Function.Embedding
infixr:25 " ↪o " => _root_.OrderEmbedding

-- ## Operators

infixl:74 " ×₃ " => _root_.crossProduct
infixl:74 " ⨯₃ " => _root_.crossProduct
infixl:100 " ⊙ " => _root_.Matrix.hadamard
infixl:100 " ⊗ₜ " => _root_.TensorProduct.tmul _
infixl:35 " ⧸ " => _root_.HasQuotient.Quotient
infixr:60 " ⇨ " => _root_.himp
infix:50 " ⋖ " => _root_.CovBy
infix:50 " ≍ " => _root_.HEq
notation:50 a:50 " ∤ " b:50 => ¬(a ∣ b)
notation:50 a:50 " ⊇ " b:50 => b ⊆ a
notation:50 a:50 " ⊃ " b:50 => b ⊂ a
postfix:1024 "ˣ" => _root_.Units
postfix:1024 "ᵐᵒᵖ" => _root_.MulOpposite
postfix:1024 "ᗮ" => _root_.Submodule.orthogonal
postfix:1024 "⁺" => _root_.posPart
postfix:1024 "⁻" => _root_.negPart
prefix:1024 "⅟" => _root_.Invertible.invOf
prefix:1024 "↿" => _root_.Function.HasUncurry.uncurry

-- ## Scoped

scoped[Topology] notation "𝓝" => _root_.nhds
scoped[Filter] notation "𝓟" => _root_.Filter.principal
scoped[Real] notation "π" => _root_.Real.pi
scoped[ENNReal] notation "∞" => (⊤ : _root_.ENNReal)
scoped[ContDiff] notation "∞" => ((⊤ : _root_.ENat) : _root_.WithTop _root_.ENat)
scoped[ContDiff] notation "ω" => (⊤ : _root_.WithTop _root_.ENat)
scoped[ComplexConjugate] notation "conj" => _root_.starRingEnd _
scoped[InnerProduct] postfix:1000 "†" => _root_.ContinuousLinearMap.adjoint
scoped[Gradient] notation "∇" => _root_.gradient
scoped[Laplacian] notation "Δ" => _root_.Laplacian.laplacian
scoped[Finset] prefix:1024 "#" => _root_.Finset.card
scoped[symmDiff] infixl:100 " ∆ " => _root_.symmDiff
scoped[ProbabilityTheory] notation "ℙ" => _root_.MeasureTheory.MeasureSpace.volume
scoped[MatrixGroups] notation "SL(" n ", " R ")" => _root_.Matrix.SpecialLinearGroup (Fin n) R
scoped[MatrixGroups] notation "GL" => _root_.Matrix.GeneralLinearGroup
scoped[SchwartzMap] notation "𝓢(" E ", " F ")" => _root_.SchwartzMap E F
