"""Terms: one construct each, the whole tree as text."""

from __future__ import annotations

import pytest
from sexpr import sexpr

from denotary.parser.syntax import parse_term

OPERATORS = [
    (
        "f x⁻¹ ^ 2",
        "(^ (f (post ⁻¹ x)) 2)",
    ),
    (
        "-x ^ 2 * y",
        "(* (pre - (^ x 2)) y)",
    ),
    (
        "a - -b",
        "(- a (pre - b))",
    ),
    (
        "x ^ 2 ^ n",
        "(^ x (^ 2 n))",
    ),
    (
        "a - b - c",
        "(- (- a b) c)",
    ),
    (
        "¬ a = b ∧ c",
        "(∧ (pre ¬ (= a b)) c)",
    ),
    (
        "a ∧ b ∨ c ↔ d → e",
        "(↔ (∨ (∧ a b) c) (→ d e))",
    ),
    (
        "p → q → r",
        "(→ p (→ q r))",
    ),
    (
        "a :: b :: [] ++ l",
        "(++ (:: a (:: b (list))) l)",
    ),
    (
        "f <$> x <*> y >>= g",
        "(>>= (<*> (<$> f x) y) g)",
    ),
    (
        "f <| g x <| h",
        "(<| f (<| (g x) h))",
    ),
    (
        "x |> f |> g",
        "(|> (|> x f) g)",
    ),
    (
        "xs |>.map f |>.sum",
        "(field ((field xs map) f) sum)",
    ),
    (
        "fun x => x |>.foo y",
        "(fun x => ((field x foo) y))",
    ),
    (
        "!a && b || !c",
        "(|| (&& (pre ! a) b) (pre ! c))",
    ),
    (
        "sᶜ ∩ tᵀ ×ˢ u",
        "(∩ (post ᶜ s) (×ˢ (post ᵀ t) u))",
    ),
    (
        "2 • x + c",
        "(+ (• 2 x) c)",
    ),
    (
        "f ∘ g ∘ h x",
        "(∘ f (∘ g (h x)))",
    ),
    (
        "a ∣ b % c",
        "(∣ a (% b c))",
    ),
    (
        "f '' s ⊆ g ⁻¹' t",
        "(⊆ ('' f s) (⁻¹' g t))",
    ),
    (
        "a <= b -> b >= c",
        "(→ (≤ a b) (≥ b c))",
    ),
    (
        "n ! + (n)! + n.factorial",
        "(+ (+ (post ! n) (post ! (paren n))) n.factorial)",
    ),
    (
        "h ▸ rfl",
        "(▸ h rfl)",
    ),
    (
        "E →L[ℝ] F →L[ℝ] G",
        "(notation '→L[_]' E ℝ (notation '→L[_]' F ℝ G))",
    ),
    (
        "f =ᶠ[𝓝 x] g",
        "(notation '=ᶠ[_]' f (𝓝 x) g)",
    ),
    (
        "a ≡ b + c [MOD n]",
        "(notation '≡[MOD]' a (+ b c) n)",
    ),
    (
        "a ≡ f b [ZMOD n]",
        "(notation '≡[ZMOD]' a (f b) n)",
    ),
    (
        "ℝ≥0∞ → ℝ≥0",
        "(→ ℝ≥0∞ ℝ≥0)",
    ),
]

BIG_OPERATORS = [
    (
        "∑ i, f i + b",
        "(+ (∑ i, (f i)) b)",
    ),
    (
        "a * ∑ i : Fin n, f i * g i + c",
        "(+ (* a (∑ (i : (Fin n)), (* (f i) (g i)))) c)",
    ),
    (
        "∑ x ∈ s with p x, f x / n",
        "(∑ x ∈ s with (p x), (/ (f x) n))",
    ),
    (
        "∑ i, ∑ j, A i j ^ 2",
        "(∑ i, (∑ j, (^ (A i j) 2)))",
    ),
    (
        "∑ (i ∈ s) (j ∈ t), f i j",
        "(∑ i ∈ s, (∑ j ∈ t, (f i j)))",
    ),
    (
        "∑ i ∈ Finset.range n, if i = 0 then 1 else f i",
        "(∑ i ∈ (Finset.range n), (if (= i 0) 1 (f i)))",
    ),
    (
        "∏ i : Fin 3, ∑ j, f i j",
        "(∏ (i : (Fin 3)), (∑ j, (f i j)))",
    ),
    (
        "⨆ i, f i + 1",
        "(⨆ i, (+ (f i) 1))",
    ),
    (
        "∫ x in s, f x ∂μ",
        "(∫ x ∈ s, (f x) ∂μ)",
    ),
    (
        "∫ x in (0:ℝ)..1, f x",
        "(∫ x ∈ (notation '..' (: 0 ℝ) 1), (f x))",
    ),
    (
        "∫ x, f x + g x ∂μ + c",
        "(+ (∫ x, (+ (f x) (g x)) ∂μ) c)",
    ),
    (
        "∀ᶠ x in 𝓝 a, f x = g x",
        "(notation '∀ᶠ' (𝓝 a) (fun x => (= (f x) (g x))))",
    ),
]

BARS = [
    (
        "|x| ≤ |y - |z||",
        "(≤ (abs x) (abs (- y (abs z))))",
    ),
    (
        "||x| - |y|| ≤ |x - y|",
        "(≤ (abs (- (abs x) (abs y))) (abs (- x y)))",
    ),
    (
        "a || b",
        "(|| a b)",
    ),
    (
        "‖x‖ ^ 2 + ‖a • ‖x‖‖",
        "(+ (^ (norm x) 2) (norm (• a (norm x))))",
    ),
    (
        "‖‖x‖ - |y|‖",
        "(norm (- (norm x) (abs y)))",
    ),
    (
        "f |x| ‖y‖",
        "(f (abs x) (norm y))",
    ),
    (
        "{x : ℝ | |x| < 1}",
        "(set (x : ℝ) | (< (abs x) 1))",
    ),
    (
        "⌊x⌋ + ⌈y⌉₊ + √x * √(y + 1)",
        "(+ (+ (notation '⌊_⌋' x) (notation '⌈_⌉₊' y)) (* (pre √ x) (pre √ (paren (+ y 1)))))",
    ),
    (
        "⟪x, y⟫_ℝ + ⟪x, y⟫",
        "(+ (notation '⟪_,_⟫' x y ℝ) (notation '⟪_,_⟫' x y))",
    ),
]

BINDERS = [
    (
        "fun x ↦ x",
        "(fun x => x)",
    ),
    (
        "fun x y : ℝ => x",
        "(fun (x : ℝ) (y : ℝ) => x)",
    ),
    (
        "fun ⟨a, b⟩ (x y : ℕ) {z} h => a",
        "(fun ⟨a, b⟩ (x : ℕ) (y : ℕ) {z} h => a)",
    ),
    (
        "fun (i, j) => f i j",
        "(fun (tuple i j) => (f i j))",
    ),
    (
        "fun | 0, _ => 1 | n+1, x => n",
        "(fun | 0, _ => 1 | (+ n 1), x => n)",
    ),
    (
        "f fun x => x",
        "(f (fun x => x))",
    ),
    (
        "∀ x ∈ s, ∃ y > 0, ∃! z, p x y z",
        "(∀ x ∈ s, (∃ y > 0, (∃! z, (p x y z))))",
    ),
    (
        "∀ {n : ℕ} (x : Fin n) y, x = y",
        "(∀ {n : ℕ} (x : (Fin n)) y, (= x y))",
    ),
    (
        "∃ x y : ℕ, x < y ∧ p",
        "(∃ (x : ℕ) (y : ℕ), (∧ (< x y) p))",
    ),
    (
        "(x : A) → (y z : B x) → {w : C} → [Inhabited C] → ⦃u : D⦄ → x = y",
        "(pi (x : A), (pi (y : (B x)) (z : (B x)), (pi {w : C}, (pi [(Inhabited C)], (pi "
        "⦃u : D⦄, (= x y))))))",
    ),
    (
        "f (x : ℝ) → y",
        "(→ (f (: x ℝ)) y)",
    ),
    (
        "(i : ℕ) × Fin i → x",
        "(→ (Σ (i : ℕ), (Fin i)) x)",
    ),
    (
        "(· + 1) ∘ f",
        "(∘ (paren (fun ·0 => (+ ·0 1))) f)",
    ),
    (
        "(f · (g · y) x)",
        "(paren (fun ·0 => (f ·0 (paren (fun ·0 => (g ·0 y))) x)))",
    ),
]

ACCESS_AND_APPLICATION = [
    (
        "x.1.2.foo + (f x).bar.2 y",
        "(+ (field (field (field x 1) 2) foo) ((field (field (paren (f x)) bar) 2) y))",
    ),
    (
        "x.foo⁻¹.bar",
        "(field (post ⁻¹ x.foo) bar)",
    ),
    (
        "(a, b, c).2.1",
        "(field (field (tuple a b c) 2) 1)",
    ),
    (
        "f (x := 1) y ..",
        "(f (x := 1) y ..)",
    ),
    (
        "@foo ℝ _ x + @Nat.rec (fun _ => ℕ)",
        "(+ (@foo ℝ _ x) (@Nat.rec (paren (fun _ => ℕ))))",
    ),
    (
        "f.{u, v} x",
        "(f x)",
    ),
    (
        "f .none (.some x)",
        "(f .none (paren (.some x)))",
    ),
    (
        "![a, b] 0 + a[i] + a[i]! + a[i]?.x + a[i]'h",
        "(+ (+ (+ (+ ((vector a b) 0) (index a i)) (index! a i)) (field (index? a i) x)) "
        "(index' a i h))",
    ),
    (
        "«foo bar».baz + «x».y",
        "(+ foo bar.baz x.y)",
    ),
]

LITERALS = [
    (
        "0.5 + 1e-3 + 2E5 + 0xFF + 1_000",
        "(+ (+ (+ (+ 5e-1 1e-3) 2e5) 255) 1000)",
    ),
    (
        "'a' = '\\n' ∧ x' = y'",
        "(∧ (= (char 'a') (char '\\n')) (= x' y'))",
    ),
    (
        's!"a{x + f "q"}b{s!"{y}"}\\n"',
        "(s! 'a' (+ x (f 'q')) 'b' (s! y) '\\n')",
    ),
    (
        'r#"a "b" \\"#',
        "'a \"b\" \\\\'",
    ),
    (
        "Type* → Type u → Sort (max u v) → Prop",
        "(→ Type (→ Type (→ Sort Prop)))",
    ),
    (
        "(rfl :)",
        "(: rfl -)",
    ),
    (
        "(x : ℝ) / (n : ℝ) * ↑k + (↑(f x) : ℝ)",
        "(+ (* (/ (: x ℝ) (: n ℝ)) (↑ k)) (: (↑ (paren (f x))) ℝ))",
    ),
    (
        "↥S → ⇑f x = y",
        "(→ (↥ S) (= ((⇑ f) x) y))",
    ),
    (
        "?_ + ?x + _",
        "(+ (+ ?_ ?x) _)",
    ),
    (
        "f ⊤ ∅ + ∞",
        "(+ (f ⊤ ∅) ∞)",
    ),
]

COLLECTIONS = [
    (
        "⟨a, ⟨b, c⟩, fun x ↦ x⟩",
        "⟨a, ⟨b, c⟩, (fun x => x)⟩",
    ),
    (
        "[a, b] ++ #[c] ++ []",
        "(++ (++ (list a b) (array c)) (list))",
    ),
    (
        "!![1, 2; 3, 4]",
        "(matrix (vector 1 2) (vector 3 4))",
    ),
    (
        "s(a, b)",
        "(notation 's(_,_)' a b)",
    ),
    (
        "{a, b, c}",
        "(set-of a b c)",
    ),
    (
        "{}",
        "{}",
    ),
    (
        "{x | x ∈ s ∧ p x}",
        "(set x | (∧ (∈ x s) (p x)))",
    ),
    (
        "{x ∈ s | p x}",
        "(set x ∈ s | (p x))",
    ),
    (
        "{x : A // p x}",
        "(set (x : A) // (p x))",
    ),
    (
        "{(x, y) : ℕ × ℕ | x < y}",
        "(set ((tuple x y) : (× ℕ ℕ)) | (< x y))",
    ),
    (
        "{ s with x := 1, y := f 2 }",
        "{s with x := 1, y := (f 2)}",
    ),
    (
        "{ s, t with x := 1, .. : T }",
        "{s, t with x := 1, .. : T}",
    ),
    (
        "{ x, y := 2 }",
        "{x := x, y := 2}",
    ),
    (
        "{ toFun | 0 => 1 | n + 1 => 2 }",
        "{toFun := (fun | 0 => 1 | (+ n 1) => 2)}",
    ),
    (
        """\
{ toFun := fun x => x
  map_add' := by simp
  left_inv x := by
    simp
    ring }""",
        "{toFun := (fun x => x), map_add' := (by simp), left_inv x := (by simp; ring)}",
    ),
]

CONTROL = [
    (
        "if h : x < 3 then a else if y then b else c",
        "(if h : (< x 3) a (if y b c))",
    ),
    (
        "if let some x := o then x else 0",
        "(if let (some x) := o x 0)",
    ),
    (
        """\
match h : x, y with
| .some a, (b, c) => a
| none, _ | _, (x@(.cons _ _), _) => match b with
  | true => 1
  | false => 2""",
        "(match h : x, y with | (.some a), (tuple b c) => a | none, _ | _, (tuple "
        "x@(paren (.cons _ _)) _) => (match b with | true => 1 | false => 2))",
    ),
    (
        "match (motive := m) x with | .(e) => 1",
        "(match motive m x with | .(e) => 1)",
    ),
    (
        "show a = b from rfl",
        "(show (= a b) from rfl)",
    ),
    (
        """\
suffices h : a from h.b
foo""",
        "(have h : a := foo; h.b)",
    ),
    (
        """\
have h : a = b := by simp
h ▸ rfl""",
        "(have h : (= a b) := (by simp); (▸ h rfl))",
    ),
    (
        "haveI : A := b; c",
        "(have this : A := b; c)",
    ),
    (
        "nomatch h",
        "(match h with )",
    ),
    (
        "open Real in π",
        "(notation 'open' Real π)",
    ),
    (
        """\
calc a = b := by simp
  _ = c := foo x
  _ ≤ d := by
    ring""",
        "(notation 'calc' (= a b) (by simp) (= _ c) (foo x) (≤ _ d) (by ring))",
    ),
]

LAYOUT = [
    (
        """\
let x := f a
let (y, z) : ℕ × ℕ := g
x + y""",
        "(let x := (f a); (let (tuple y z) : (× ℕ ℕ) := g; (+ x y)))",
    ),
    (
        """\
let x := a
  + b
x""",
        "(let x := (+ a b); x)",
    ),
    (
        """\
let f := fun x =>
  x + 1
f 3""",
        "(let f := (fun x => (+ x 1)); (f 3))",
    ),
    (
        """\
let f : ℕ → ℕ := fun
  | 0 => 1
  | n + 1 => f
      n
f 2""",
        "(let f : (→ ℕ ℕ) := (fun | 0 => 1 | (+ n 1) => (f n)); (f 2))",
    ),
    (
        """\
let rec go : ℕ → ℕ
  | 0 => 1
  | n + 1 => go n
go 3""",
        "(let rec go : (→ ℕ ℕ) := (fun | 0 => 1 | (+ n 1) => (go n)); (go 3))",
    ),
    (
        """\
let x := (f
 a
b)
x""",
        "(let x := (paren (f a b)); x)",
    ),
    (
        """\
match a with
| 0 =>
  let y := b
  f y
| _ => c""",
        "(match a with | 0 => (let y := b; (f y)) | _ => c)",
    ),
    (
        """\
by
  unfold f
  exact ⟨x, y⟩""",
        "(by unfold f; exact ⟨x, y⟩)",
    ),
    (
        """\
by
  intro x
  have h : a := by
    simp
  refine f x
    y""",
        "(by intro x; have (have h : a := (by simp); _); refine (f x y))",
    ),
    (
        """\
by
  have h : a := by
    rw [b]; exact c
  · simp; ring
  exact fun x => h; done""",
        "(by have (have h : a := (by rw; exact c); _); ·; exact (fun x => h); done)",
    ),
    (
        "(by exact fun x : A => h x : a = b)",
        "(: (by exact (fun (x : A) => (h x))) (= a b))",
    ),
    (
        "(by simp, by intro x; exact f x)",
        "(tuple (by simp) (by intro x; exact (f x)))",
    ),
    (
        """\
⟨fun x => by
  simp, h⟩""",
        "⟨(fun x => (by simp)), h⟩",
    ),
    (
        "if a then by simp else by ring",
        "(if a (by simp) (by ring))",
    ),
    (
        """\
f (do
  let x ← g
  return x) y""",
        "(f (paren (do)) y)",
    ),
]

MATHLIB = [
    (
        "f ∈ closure (Set.range ((↑) : (M₁ →ₛₗ[σ] M₂) → M₁ → M₂))",
        "(∈ f (closure (paren (Set.range (: (paren (fun ·0 => (↑ ·0))) (→ (paren "
        "(notation '→ₛₗ[_]' M₁ σ M₂)) (→ M₁ M₂)))))))",
    ),
    (
        "∏ i > a.cast h, f i = ∏ i ≤ a, f i.succ",
        "(= (∏ i ∈ (notation '>' (a.cast h)), (f i)) (∏ i ∈ (notation '≤' a), (f i.succ)))",
    ),
    (
        "∀ᵐ x ∂μ, f x = 0",
        "(notation '∀ᵐ' μ (fun x => (= (f x) 0)))",
    ),
    (
        "∀ᶠ n : ℕ in atTop, ∃ᶠ x in 𝓝[≠] a, f n x < ε",
        "(notation '∀ᶠ' atTop (fun (n : ℕ) => (notation '∃ᶠ' (notation '𝓝[_]' ≠ a) (fun "
        "x => (< (f n x) ε)))))",
    ),
    (
        "∑ᶠ (i) (hi : p i), f i",
        "(∑ᶠ i (hi : (p i)), (f i))",
    ),
    (
        "∑' n : ℕ, (1 : ℝ) / n ^ 2 = π ^ 2 / 6",
        "(= (∑' (n : ℕ), (/ (: 1 ℝ) (^ n 2))) (/ (^ π 2) 6))",
    ),
    (
        "∫⁻ x in s, ‖f x‖₊ ∂μ < ⊤",
        "(< (∫⁻ x ∈ s, (notation '‖_‖₊' (f x)) ∂μ) ⊤)",
    ),
    (
        "A *ᵥ v ⬝ᵥ w = v ᵥ* A ⬝ᵥ w",
        "(= (⬝ᵥ (*ᵥ A v) w) (⬝ᵥ (ᵥ* v A) w))",
    ),
    (
        "n.choose k * k ! * (n - k)! = n !",
        "(= (* (* (n.choose k) (post ! k)) (post ! (paren (- n k)))) (post ! n))",
    ),
    (
        "#s ≤ #t + (s \\ t).card",
        "(≤ (pre # s) (+ (pre # t) (field (paren (\\ s t)) card)))",
    ),
    (
        "(hf : ∀ x ∈ s, ∀ y ∈ s, x ≤ y → f x ≤ f y) → MonotoneOn f s",
        "(pi (hf : (∀ x ∈ s, (∀ y ∈ s, (→ (≤ x y) (≤ (f x) (f y)))))), (MonotoneOn f s))",
    ),
    (
        "∀ ε > 0, ∃ δ > 0, ∀ {x : α}, dist x a < δ → dist (f x) b < ε",
        "(∀ ε > 0, (∃ δ > 0, (∀ {x : α}, (→ (< (dist x a) δ) (< (dist (paren (f x)) b) ε)))))",
    ),
    (
        "Nat.rec (motive := fun _ => ℕ) 0 (fun _ ih => ih + 1) n",
        "(Nat.rec (motive := (fun _ => ℕ)) 0 (paren (fun _ ih => (+ ih 1))) n)",
    ),
    (
        "f =ᵐ[μ] g → ∫ x, f x ∂μ = ∫ x, g x ∂μ",
        "(→ (notation '=ᵐ[_]' f μ g) (= (∫ x, (f x) ∂μ) (∫ x, (g x) ∂μ)))",
    ),
    (
        "M ⊗[R] N →ₗ[R] P ⧸ Q",
        "(notation '→ₗ[_]' (notation '⊗[_]' M R N) R (⧸ P Q))",
    ),
    (
        "(show x = y by simp) ▸ h",
        "(▸ (paren (show (= x y) from (by simp))) h)",
    ),
    (
        "(h.trans <| by simp).le",
        "(field (paren (<| h.trans (by simp))) le)",
    ),
    (
        "μ[f | m] =ᵐ[μ] g",
        "(notation '=ᵐ[_]' (notation '_[_|_]' μ f m) μ g)",
    ),
    (
        "(f · + g ·)",
        "(paren (fun ·0 ·1 => (+ (f ·0) (g ·1))))",
    ),
    (
        "⋃₀ S ⊆ ⋃ x ∈ s, ⋂ (y : ℝ) (_ : y > 0), ball x y",
        "(⊆ (pre ⋃₀ S) (⋃ x ∈ s, (⋂ (y : ℝ) (_ : (> y 0)), (ball x y))))",
    ),
    (
        "xᵒᵖ + Rˣ",
        "(+ (post ᵒᵖ x) (post ˣ R))",
    ),
    (
        "@[inline] fun x => x",
        "(fun x => x)",
    ),
]

ALL = [
    *MATHLIB,
    *OPERATORS,
    *BIG_OPERATORS,
    *BARS,
    *BINDERS,
    *ACCESS_AND_APPLICATION,
    *LITERALS,
    *COLLECTIONS,
    *CONTROL,
    *LAYOUT,
]


@pytest.mark.parametrize(("text", "tree"), ALL, ids=[a[:40].replace("\n", " ") for a, _ in ALL])
def test_term(text: str, tree: str) -> None:
    assert sexpr(parse_term(text)) == tree
