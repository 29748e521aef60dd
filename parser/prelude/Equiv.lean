import Denotary.Prelude.Fin

/-!
# Bijections and embeddings
-/

universe u v w

structure Equiv (α : Sort u) (β : Sort v) where
  toFun : α → β
  invFun : β → α
  left_inv : Function.LeftInverse invFun toFun
  right_inv : Function.RightInverse invFun toFun

instance Equiv.instEquivLike {α : Sort u} {β : Sort v} : EquivLike (Equiv α β) α β :=
  ⟨fun e => e.toFun, fun e => e.invFun⟩

instance Equiv.instFunLike {α : Sort u} {β : Sort v} : FunLike (Equiv α β) α β :=
  ⟨fun e => e.toFun⟩

abbrev Equiv.Perm (α : Sort u) := Equiv α α

structure Function.Embedding (α : Sort u) (β : Sort v) where
  toFun : α → β
  inj' : Function.Injective toFun

instance Function.instFunLikeEmbedding {α : Sort u} {β : Sort v} :
    FunLike (Function.Embedding α β) α β := ⟨fun f => f.toFun⟩

namespace Equiv

protected def refl (α : Sort u) : Equiv α α :=
  { toFun := fun x => x, invFun := fun x => x, left_inv := by intro x; rfl,
    right_inv := by intro x; rfl }

protected def symm {α : Sort u} {β : Sort v} (e : Equiv α β) : Equiv β α :=
  { toFun := e.invFun, invFun := e.toFun, left_inv := e.right_inv, right_inv := e.left_inv }

protected def trans {α : Sort u} {β : Sort v} {γ : Sort w} (e₁ : Equiv α β) (e₂ : Equiv β γ) :
    Equiv α γ :=
  { toFun := fun x => e₂.toFun (e₁.toFun x), invFun := fun x => e₁.invFun (e₂.invFun x),
    left_inv := by simp, right_inv := by simp }

def ofBijective {α : Sort u} {β : Sort v} (f : α → β) (hf : Function.Bijective f) : Equiv α β :=
  { toFun := f, invFun := fun b => Classical.choose (hf.right b), left_inv := by simp,
    right_inv := by simp }

protected def cast {α β : Sort u} (h : α = β) : Equiv α β :=
  { toFun := fun a => _root_.cast h a, invFun := fun b => _root_.cast h.symm b,
    left_inv := by simp, right_inv := by simp }

def prodComm (α : Type u) (β : Type v) : Equiv (α × β) (β × α) :=
  { toFun := fun p => (p.2, p.1), invFun := fun p => (p.2, p.1), left_inv := by intro p; rfl,
    right_inv := by intro p; rfl }

def prodAssoc (α : Type u) (β : Type v) (γ : Type w) : Equiv ((α × β) × γ) (α × β × γ) :=
  { toFun := fun p => (p.1.1, p.1.2, p.2), invFun := fun p => ((p.1, p.2.1), p.2.2),
    left_inv := by intro p; rfl, right_inv := by intro p; rfl }

def prodCongr {α₁ : Type u} {α₂ : Type v} {β₁ : Type w} {β₂ : Type w} (e₁ : Equiv α₁ α₂)
    (e₂ : Equiv β₁ β₂) : Equiv (α₁ × β₁) (α₂ × β₂) :=
  { toFun := fun p => (e₁.toFun p.1, e₂.toFun p.2),
    invFun := fun p => (e₁.invFun p.1, e₂.invFun p.2), left_inv := by simp, right_inv := by simp }

def prodCongrLeft {α₁ : Type u} {β₁ : Type v} {β₂ : Type w} (e : α₁ → Equiv β₁ β₂) :
    Equiv (β₁ × α₁) (β₂ × α₁) :=
  { toFun := fun p => ((e p.2).toFun p.1, p.2), invFun := fun p => ((e p.2).invFun p.1, p.2),
    left_inv := by simp, right_inv := by simp }

def prodCongrRight {α₁ : Type u} {β₁ : Type v} {β₂ : Type w} (e : α₁ → Equiv β₁ β₂) :
    Equiv (α₁ × β₁) (α₁ × β₂) :=
  { toFun := fun p => (p.1, (e p.1).toFun p.2), invFun := fun p => (p.1, (e p.1).invFun p.2),
    left_inv := by simp, right_inv := by simp }

def sumComm (α : Type u) (β : Type v) : Equiv (Sum α β) (Sum β α) :=
  { toFun := Sum.swap, invFun := Sum.swap, left_inv := by simp, right_inv := by simp }

def sumCongr {α₁ : Type u} {α₂ : Type v} {β₁ : Type w} {β₂ : Type w} (ea : Equiv α₁ α₂)
    (eb : Equiv β₁ β₂) : Equiv (Sum α₁ β₁) (Sum α₂ β₂) :=
  { toFun := Sum.map ea.toFun eb.toFun, invFun := Sum.map ea.invFun eb.invFun,
    left_inv := by simp, right_inv := by simp }

def curry (α : Type u) (β : Type v) (γ : Sort w) : Equiv (α × β → γ) (α → β → γ) :=
  { toFun := fun f a b => f (a, b), invFun := fun f p => f p.1 p.2, left_inv := by intro f; rfl,
    right_inv := by intro f; rfl }

def arrowCongr {α₁ : Sort u} {β₁ : Sort v} {α₂ : Sort u} {β₂ : Sort v} (e₁ : Equiv α₁ α₂)
    (e₂ : Equiv β₁ β₂) : Equiv (α₁ → β₁) (α₂ → β₂) :=
  { toFun := fun f x => e₂.toFun (f (e₁.invFun x)), invFun := fun f x => e₂.invFun (f (e₁.toFun x)),
    left_inv := by simp, right_inv := by simp }

def piCongrRight {α : Sort u} {β₁ : α → Sort v} {β₂ : α → Sort w} (F : ∀ a, Equiv (β₁ a) (β₂ a)) :
    Equiv (∀ a, β₁ a) (∀ a, β₂ a) :=
  { toFun := fun f a => (F a).toFun (f a), invFun := fun f a => (F a).invFun (f a),
    left_inv := by simp, right_inv := by simp }

def swap {α : Sort u} [DecidableEq α] (a b : α) : Equiv.Perm α :=
  { toFun := fun x => if x = a then b else if x = b then a else x,
    invFun := fun x => if x = a then b else if x = b then a else x, left_inv := by simp,
    right_inv := by simp }

def addRight {α : Type u} [AddGroup α] (a : α) : Equiv.Perm α :=
  { toFun := fun x => x + a, invFun := fun x => x + -a, left_inv := by simp, right_inv := by simp }

def addLeft {α : Type u} [AddGroup α] (a : α) : Equiv.Perm α :=
  { toFun := fun x => a + x, invFun := fun x => -a + x, left_inv := by simp, right_inv := by simp }

def neg (G : Type u) [AddGroup G] : Equiv.Perm G :=
  { toFun := fun x => -x, invFun := fun x => -x, left_inv := by simp, right_inv := by simp }

def toEmbedding {α : Sort u} {β : Sort v} (f : Equiv α β) : Function.Embedding α β :=
  ⟨f.toFun, by simp⟩

def ulift {α : Type u} : Equiv (ULift α) α :=
  { toFun := fun x => x.down, invFun := fun x => ULift.up x, left_inv := by simp,
    right_inv := by simp }

def funUnique (α : Type u) (β : Sort v) [Unique α] : Equiv (α → β) β :=
  { toFun := fun f => f default, invFun := fun b _ => b, left_inv := by simp,
    right_inv := by simp }

end Equiv

/-- Row-major pairing: `(i, j)` is `j + n * i`. -/
def finProdFinEquiv {m n : Nat} : Equiv (Fin m × Fin n) (Fin (m * n)) :=
  { toFun := fun x => ⟨x.2.val + n * x.1.val, by nlinarith [x.1.isLt, x.2.isLt]⟩,
    invFun := fun x => (Fin.divNat x, Fin.modNat x), left_inv := by simp, right_inv := by simp }

/-- First the left summand's indices, then the right one's. -/
def finSumFinEquiv {m n : Nat} : Equiv (Sum (Fin m) (Fin n)) (Fin (m + n)) :=
  { toFun := Sum.elim (Fin.castAdd n) (Fin.natAdd m),
    invFun := fun i => if h : i.val < m then Sum.inl ⟨i.val, h⟩
      else Sum.inr ⟨i.val - m, by omega⟩,
    left_inv := by simp, right_inv := by simp }

def finCongr {n m : Nat} (eq : n = m) : Equiv (Fin n) (Fin m) :=
  { toFun := Fin.cast eq, invFun := Fin.cast eq.symm, left_inv := by simp, right_inv := by simp }

def Fin.revPerm {n : Nat} : Equiv.Perm (Fin n) :=
  { toFun := Fin.rev, invFun := Fin.rev, left_inv := by simp, right_inv := by simp }

def finTwoArrowEquiv (α : Type u) : Equiv (Fin 2 → α) (α × α) :=
  { toFun := fun f => (f 0, f 1), invFun := fun p => ![p.1, p.2], left_inv := by simp,
    right_inv := by simp }

def finRotate (n : Nat) : Equiv.Perm (Fin n) :=
  { toFun := fun i => ⟨(i.val + 1) % n, by omega⟩,
    invFun := fun i => ⟨(i.val + (n - 1)) % n, by omega⟩, left_inv := by simp,
    right_inv := by simp }

structure RelIso {α : Type u} {β : Type v} (r : α → α → Prop) (s : β → β → Prop) extends
  Equiv α β where
  map_rel_iff' : ∀ {a b}, s (toFun a) (toFun b) ↔ r a b

abbrev OrderIso (α : Type u) (β : Type v) [LE α] [LE β] :=
  RelIso (fun a b : α => a ≤ b) (fun a b : β => a ≤ b)

instance RelIso.instEquivLike {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop} :
    EquivLike (RelIso r s) α β := ⟨fun f => f.toFun, fun f => f.invFun⟩

protected def RelIso.symm {α : Type u} {β : Type v} {r : α → α → Prop} {s : β → β → Prop}
    (f : RelIso r s) : RelIso s r := ⟨Equiv.symm f.toEquiv, by simp⟩

def Fin.castOrderIso {n m : Nat} (eq : n = m) : OrderIso (Fin n) (Fin m) :=
  ⟨finCongr eq, by simp⟩

structure OrderHom (α : Type u) (β : Type v) [Preorder α] [Preorder β] where
  toFun : α → β
  monotone' : Monotone toFun

instance OrderHom.instFunLike {α : Type u} {β : Type v} [Preorder α] [Preorder β] :
    FunLike (OrderHom α β) α β := ⟨fun f => f.toFun⟩

axiom Equiv.symm_apply_apply {α : Sort u} {β : Sort v} (e : Equiv α β) (x : α) : e.symm (e x) = x

axiom Equiv.apply_symm_apply {α : Sort u} {β : Sort v} (e : Equiv α β) (x : β) : e (e.symm x) = x

axiom Equiv.injective {α : Sort u} {β : Sort v} (e : Equiv α β) : Function.Injective e

axiom Equiv.surjective {α : Sort u} {β : Sort v} (e : Equiv α β) : Function.Surjective e

axiom Equiv.bijective {α : Sort u} {β : Sort v} (e : Equiv α β) : Function.Bijective e

axiom Equiv.ext {α : Sort u} {β : Sort v} {f g : Equiv α β} (H : ∀ x, f x = g x) : f = g
