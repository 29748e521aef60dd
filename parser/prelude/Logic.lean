import Denotary.Prelude.Core

/-!
# Propositions, equality, decisions
-/

universe u v w

inductive True : Prop where
  | intro : True

inductive False : Prop

def Not (a : Prop) : Prop := a → False

inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a

abbrev Ne {α : Sort u} (a b : α) : Prop := Not (a = b)

inductive HEq {α : Sort u} : α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a

structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b

inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b

structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a

inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

def ExistsUnique {α : Sort u} (p : α → Prop) : Prop := ∃ x, p x ∧ ∀ y, p y → y = x

def Xor' (a b : Prop) : Prop := (a ∧ ¬b) ∨ (b ∧ ¬a)

class Fact (p : Prop) : Prop where
  out : p

-- ## Decidable propositions

/-- Evidence of a proposition or of its negation. Which one an instance carries is never looked at:
conditions are evaluated as propositions, so every two instances are the same. -/
class inductive Decidable (p : Prop) where
  | isFalse (h : Not p) : Decidable p
  | isTrue (h : p) : Decidable p

abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)

abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) :=
  (a : α) → (b : β) → Decidable (r a b)

abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (a = b)

abbrev DecidableLT (α : Type u) [LT α] := DecidableRel (fun a b : α => a < b)

abbrev DecidableLE (α : Type u) [LE α] := DecidableRel (fun a b : α => a ≤ b)

/-- The decision of `p` that classical logic gives; carries no information at run time. -/
opaque Classical.propDecidable (a : Prop) : Decidable a

abbrev Classical.dec (p : Prop) : Decidable p := Classical.propDecidable p

abbrev Classical.decPred {α : Sort u} (p : α → Prop) : DecidablePred p :=
  fun a => Classical.propDecidable (p a)

abbrev Classical.decEq (α : Sort u) : DecidableEq α :=
  fun a b => Classical.propDecidable (a = b)

abbrev Classical.typeDecidableEq (α : Sort u) : DecidableEq α := Classical.decEq α

/-- Every proposition is decidable, so that instance search never fails. -/
instance (priority := 10) instDecidableAny (p : Prop) : Decidable p := Classical.propDecidable p

instance (priority := 10) instDecidableEqAny (α : Sort u) : DecidableEq α := Classical.decEq α

instance (priority := 10) instDecidablePredAny {α : Sort u} (p : α → Prop) : DecidablePred p :=
  Classical.decPred p

instance (priority := 10) instDecidableRelAny {α : Sort u} {β : Sort v} (r : α → β → Prop) :
    DecidableRel r := fun a b => Classical.propDecidable (r a b)

/-- `if c then t else e`. `c` is evaluated as a proposition. -/
opaque ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α

/-- `if h : c then t h else e h`. `c` is evaluated as a proposition, and only the branch taken is
evaluated. -/
opaque dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α

/-- The truth value of a proposition. -/
opaque decide (p : Prop) [h : Decidable p] : Bool

abbrev Decidable.decide (p : Prop) [h : Decidable p] : Bool := _root_.decide p

-- ## Choice

/-- Some element that satisfies `p`. Determined by its law alone, if at all. -/
opaque Classical.choose {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : α

axiom Classical.choose_spec {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : p (Classical.choose h)

/-- Some element of a nonempty type. -/
opaque Classical.choice {α : Sort u} : Nonempty α → α

/-- Some element of a nonempty type. -/
opaque Classical.epsilon {α : Sort u} [h : Nonempty α] (p : α → Prop) : α

noncomputable abbrev Exists.choose {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : α :=
  Classical.choose h

axiom Exists.choose_spec {α : Sort u} {p : α → Prop} (h : ∃ x, p x) : p h.choose

axiom Classical.em (p : Prop) : p ∨ ¬p

axiom Classical.byContradiction {p : Prop} (h : ¬p → False) : p

axiom Classical.not_not {a : Prop} : ¬¬a ↔ a

noncomputable abbrev Nonempty.some {α : Sort u} (h : Nonempty α) : α := Classical.choice h

-- ## Transport along equalities: the value itself

/-- The same value at an equal type. -/
opaque cast {α β : Sort u} (h : α = β) (a : α) : β

/-- The same value at an equal type. -/
opaque Eq.mp {α β : Sort u} (h : α = β) (a : α) : β

/-- The same value at an equal type. -/
opaque Eq.mpr {α β : Sort u} (h : α = β) (b : β) : α

/-- The same value (`refl`) at an equal index. -/
opaque Eq.rec {α : Sort u} {a : α} {motive : (b : α) → a = b → Sort v} (refl : motive a (Eq.refl a))
    {b : α} (t : a = b) : motive b t

/-- The same value (`m`) at an equal index. -/
opaque Eq.ndrec {α : Sort u} {a : α} {motive : α → Sort v} (m : motive a) {b : α} (h : a = b) :
    motive b

/-- The same value (`refl`) at an equal index. -/
opaque Eq.recOn {α : Sort u} {a : α} {motive : (b : α) → a = b → Sort v} {b : α} (t : a = b)
    (refl : motive a (Eq.refl a)) : motive b t

axiom Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : a = b) (h₂ : motive a) : motive b

/-- Never evaluated: there is no proof of `False`. -/
opaque False.elim {C : Sort u} (h : False) : C

/-- Never evaluated: there is no proof of `False`. -/
opaque False.rec (motive : False → Sort u) (t : False) : motive t

/-- Never evaluated: the two hypotheses contradict each other. -/
opaque absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : ¬a) : b

-- ## Laws used as terms

axiom trivial : True

axiom rfl {α : Sort u} {a : α} : a = a

axiom Eq.symm {α : Sort u} {a b : α} (h : a = b) : b = a

axiom Eq.trans {α : Sort u} {a b c : α} (h₁ : a = b) (h₂ : b = c) : a = c

axiom Eq.congr {α : Sort u} {x₁ y₁ x₂ y₂ : α} (h₁ : x₁ = y₁) (h₂ : x₂ = y₂) :
    (x₁ = x₂) = (y₁ = y₂)

axiom congr {α : Sort u} {β : Sort v} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : f₁ = f₂) (h₂ : a₁ = a₂) :
    f₁ a₁ = f₂ a₂

axiom congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : a₁ = a₂) : f a₁ = f a₂

axiom congrArg₂ {α : Sort u} {β : Sort v} {γ : Sort w} (f : α → β → γ) {x x' : α} {y y' : β}
    (hx : x = x') (hy : y = y') : f x y = f x' y'

axiom congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : f = g) (a : α) : f a = g a

axiom congr_arg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : a₁ = a₂) : f a₁ = f a₂

axiom congr_fun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : f = g) (a : α) :
    f a = g a

axiom funext {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : ∀ x, f x = g x) : f = g

axiom funext_iff {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} : f = g ↔ ∀ x, f x = g x

axiom propext {a b : Prop} : (a ↔ b) → a = b

axiom Eq.mp_rfl {α : Sort u} (a : α) : Eq.mp rfl a = a

axiom eq_comm {α : Sort u} {a b : α} : a = b ↔ b = a

axiom eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : a = a'

axiom heq_of_eq {α : Sort u} {a a' : α} (h : a = a') : HEq a a'

axiom HEq.rfl {α : Sort u} {a : α} : HEq a a

axiom Ne.symm {α : Sort u} {a b : α} (h : a ≠ b) : b ≠ a

axiom ne_comm {α : Sort u} {a b : α} : a ≠ b ↔ b ≠ a

axiom Ne.lt_of_le {α : Type u} [PartialOrder α] {a b : α} : a ≠ b → a ≤ b → a < b

axiom ne_of_eq_of_ne {α : Sort u} {a b c : α} (h₁ : a = b) (h₂ : b ≠ c) : a ≠ c

axiom mt {a b : Prop} (h₁ : a → b) (h₂ : ¬b) : ¬a

axiom And.symm {a b : Prop} (h : a ∧ b) : b ∧ a

axiom and_comm {a b : Prop} : a ∧ b ↔ b ∧ a

axiom And.elim_left {a b : Prop} (h : a ∧ b) : a

axiom Or.symm {a b : Prop} (h : a ∨ b) : b ∨ a

axiom Or.elim {a b c : Prop} (h : a ∨ b) (left : a → c) (right : b → c) : c

axiom Or.resolve_left {a b : Prop} (h : a ∨ b) (na : ¬a) : b

axiom Or.resolve_right {a b : Prop} (h : a ∨ b) (nb : ¬b) : a

axiom Iff.rfl {a : Prop} : a ↔ a

axiom Iff.refl (a : Prop) : a ↔ a

axiom Iff.symm {a b : Prop} (h : a ↔ b) : b ↔ a

axiom Iff.trans {a b c : Prop} (h₁ : a ↔ b) (h₂ : b ↔ c) : a ↔ c

axiom Iff.of_eq {a b : Prop} (h : a = b) : a ↔ b

axiom not_not {a : Prop} : ¬¬a ↔ a

axiom of_decide_eq_true {p : Prop} [inst : Decidable p] : decide p = true → p

axiom decide_eq_true {p : Prop} [inst : Decidable p] : p → decide p = true

axiom decide_eq_true_eq {p : Prop} [Decidable p] : (decide p = true) = p

axiom if_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : ite c t e = t

axiom if_neg {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t e : α} : ite c t e = e

axiom dif_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : ¬c → α} :
    dite c t e = t hc

axiom dif_neg {c : Prop} {h : Decidable c} (hnc : ¬c) {α : Sort u} {t : c → α} {e : ¬c → α} :
    dite c t e = e hnc

axiom Subtype.ext {α : Sort u} {p : α → Prop} {a1 a2 : { x // p x }} :
    (a1 : α) = (a2 : α) → a1 = a2

axiom Prod.ext {α : Type u} {β : Type v} {p q : α × β} (fst : p.fst = q.fst) (snd : p.snd = q.snd) :
    p = q

axiom Prod.mk.eta {α : Type u} {β : Type v} {p : α × β} : (p.1, p.2) = p

axiom Prod.eta {α : Type u} {β : Type v} (p : α × β) : (p.1, p.2) = p

axiom Function.comp_apply {α : Sort u} {β : Sort v} {δ : Sort w} {f : β → δ} {g : α → β} {x : α} :
    (f ∘ g) x = f (g x)

axiom Function.comp_def {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) :
    f ∘ g = fun x => f (g x)

axiom Function.comp_assoc {α : Sort u} {β : Sort v} {γ : Sort w} {δ : Sort w} (f : γ → δ)
    (g : β → γ) (h : α → β) : (f ∘ g) ∘ h = f ∘ g ∘ h

axiom Function.Injective.eq_iff {α : Sort u} {β : Sort v} {f : α → β} (I : Function.Injective f)
    {a b : α} : f a = f b ↔ a = b

axiom Function.Injective.ne {α : Sort u} {β : Sort v} {f : α → β} (hf : Function.Injective f)
    {a₁ a₂ : α} : a₁ ≠ a₂ → f a₁ ≠ f a₂

axiom Function.update_self {α : Sort u} {β : α → Sort v} [DecidableEq α] (a : α) (v : β a)
    (f : ∀ a, β a) : Function.update f a v a = v

axiom Function.update_of_ne {α : Sort u} {β : α → Sort v} [DecidableEq α] {a a' : α} (h : a ≠ a')
    (v : β a') (f : ∀ a, β a) : Function.update f a' v a = f a
