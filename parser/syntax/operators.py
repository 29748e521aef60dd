"""Operators and their precedences, as Lean and Mathlib declare them."""

from __future__ import annotations

MAX, LEAD = 1024, 1023
"""`max`: atoms and arguments; `lead`: applications and what starts with a keyword."""


def signs(text: str) -> frozenset[str]:
    """The set of the signs in a text that separates them by blanks."""
    return frozenset(text.split())


Fixity = tuple[int, int, int]
"""(own precedence, least precedence of the left operand, precedence of the right operand)"""


def _infixl(prec: int, ops: str) -> dict[str, Fixity]:
    return {op: (prec, prec, prec + 1) for op in ops.split()}


def _infixr(prec: int, ops: str) -> dict[str, Fixity]:
    return {op: (prec, prec + 1, prec) for op in ops.split()}


def _infix(prec: int, ops: str) -> dict[str, Fixity]:
    return {op: (prec, prec + 1, prec + 1) for op in ops.split()}


INFIX: dict[str, Fixity] = {
    **_infixr(10, "<| $ ⟶"),
    **_infixl(10, "|>"),
    **_infixr(20, "<|>"),
    **_infix(20, "↔ <->"),
    **_infixl(25, "≃ ≃+* ≃+ ≃* ≃ᵢ ≃ᵐ ≃ₜ ≃o"),
    **_infixr(25, "→+* →+ →* →*₀ →₀ →ᵇ →o →ₙ* ↪ ↪o"),
    **_infixr(26, "⥤"),
    **_infixr(30, "∨ \\/ ⊕"),
    **_infixl(30, "||"),
    **_infix(33, "^^"),
    **_infixl(35, "⧸"),
    **_infixr(35, "∧ /\\ × ×'"),
    **_infixl(35, "&&"),
    **_infix(50, "= ≠ < > ≤ ≥ <= >= == != ∈ ∉ ∋ ⊆ ⊂ ⊇ ⊃ ∣ ∤ ~ ≈ ≍ ⊢ ≺ ≼ ⋖ ∥ ⟂ ≡ ≅ ∼"),
    **_infixl(55, ">>= ||| >=> <=<"),
    **_infixl(58, "^^^"),
    **_infix(60, "⟂ₘ"),
    **_infixl(60, "<*> <* *> >> &&& ⇨"),
    **_infixl(65, "+ - ++ ∪ +ᵥ -ᵥ"),
    **_infixr(67, "::"),
    **_infixl(68, "⊔"),
    **_infixl(69, "⊓"),
    **_infixl(70, "* / % ∩ \\ ⊗ ∖"),
    **_infixl(72, "⬝ᵥ"),
    **_infixr(73, "• *ᵥ"),
    **_infixl(73, "ᵥ*"),
    **_infixr(75, "^ ▸"),
    **_infixl(75, "<<< >>>"),
    **_infixl(80, "'' ⁻¹' ≫ ≪≫ₗ"),
    **_infixr(80, "∘ₗ ∘L ≪≫"),
    **_infixr(82, "×ˢ"),
    **_infixr(90, "∘"),
    **_infixl(100, "⊗ₜ ⊗ₖ ⊗ₘ ∆ <&>"),
    **_infixr(100, "<$>"),
}

ASCII = {
    "<=": "≤", ">=": "≥", "->": "→", "<->": "↔", "/\\": "∧", "\\/": "∨", "$": "<|", "↦": "=>",
}  # fmt: skip
"""Spellings that mean the same: the tree has the second."""

BRACKETED: dict[str, Fixity] = {
    # `A →ₗ[R] B`: the token includes the bracket, the ring is read up to `]`.
    **_infixr(25, "→ₗ[ →ₗ⋆[ →L[ →L⋆[ →SL[ →ₛₗ[ →ₐ[ →ₗᵢ[ →ₛₗᵢ[ →ₘ["),
    **_infix(50, "≃ₗ[ ≃L[ ≃SL[ ≃ₛₗ[ ≃ₐ[ ≃ₗᵢ[ ≃ₛₗᵢ[ =ᶠ[ ≤ᶠ[ <ᶠ[ =ᵐ[ ≤ᵐ[ ~["),
    **_infixl(100, "⊗[ ⊗ₜ["),
    **_infix(100, "=o[ =O[ =Θ["),
}

ITERATE = "^["
"""Opens the exponent of `f^[n]`; glued to the function."""

POSTFIX = signs("⁻¹ ᵀ ᴴ ᶜ ˣ ᗮ ᵒᵖ ᵐᵒᵖ ᵃᵒᵖ ⁺ ⁻ ᵈ ᵛ † ᘁ ‼")

PREFIX: dict[str, int] = {
    "-": 75, "¬": 40, "!": 40, "√": 100, "~~~": 100, "~": 100, "#": MAX, "𝒫": 100,
    "⋃₀": 110, "⋂₀": 110, "∛": 100, "∜": 100, "↿": MAX,
}  # fmt: skip
"""Prefix operators and the precedence of their operand."""

BIG: dict[str, int] = {
    **dict.fromkeys(["∑", "∏", "∑'", "∏'", "∑ᶠ", "∏ᶠ", "Σ", "Σ'", "∐", "⨁", "⨂", "Π₀"], 67),
    **dict.fromkeys(["⨆", "⨅", "⋃", "⋂", "∫", "∫⁻", "⨍"], 60),
}
"""Binding operators and the precedence of their body."""

RELATIONS = signs("∈ ∉ < ≤ > ≥ <= >= ≠ ⊆ ⊂ ⊇ ⊃")
"""May follow the names of a binder: `∀ x ∈ s, p`."""
