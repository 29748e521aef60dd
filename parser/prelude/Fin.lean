import Denotary.Prelude.String

/-!
# Natural numbers below a bound

`Fin n` arithmetic is modulo `n`. The maps are written out on values; an index keeps its mixed-radix
digits at run time through `Fin.cast`, `finProdFinEquiv` and its inverse.
-/

universe u v w

structure Fin (n : Nat) where
  mk ::
  val : Nat
  isLt : val < n

instance Fin.instCoeOutNat {n : Nat} : CoeOut (Fin n) Nat := ⟨fun i => i.val⟩

/-- Never evaluated: `Fin 0` is empty. -/
opaque Fin.elim0 {α : Sort u} : Fin 0 → α

def finZeroElim {α : Fin 0 → Sort u} (x : Fin 0) : α x := Fin.elim0 x

namespace Fin

protected def ofNat (n : Nat) [NeZero n] (a : Nat) : Fin n :=
  ⟨a % n, by exact Nat.mod_lt _ (Nat.pos_of_neZero n)⟩

protected def ofNat' (n : Nat) [NeZero n] (a : Nat) : Fin n := Fin.ofNat n a

def toNat {n : Nat} (i : Fin n) : Nat := i.val

protected def add {n : Nat} (a b : Fin n) : Fin n :=
  ⟨(a.val + b.val) % n, by exact Nat.mod_lt _ a.pos⟩

protected def mul {n : Nat} (a b : Fin n) : Fin n :=
  ⟨a.val * b.val % n, by exact Nat.mod_lt _ a.pos⟩

protected def sub {n : Nat} (a b : Fin n) : Fin n :=
  ⟨(n - b.val + a.val) % n, by exact Nat.mod_lt _ a.pos⟩

protected def neg {n : Nat} (a : Fin n) : Fin n :=
  ⟨(n - a.val) % n, by exact Nat.mod_lt _ a.pos⟩

protected def div {n : Nat} (a b : Fin n) : Fin n := ⟨a.val / b.val, by omega⟩

protected def mod {n : Nat} (a b : Fin n) : Fin n := ⟨a.val % b.val, by omega⟩

def last (n : Nat) : Fin (n + 1) := ⟨n, by omega⟩

def succ {n : Nat} (i : Fin n) : Fin (n + 1) := ⟨i.val + 1, by omega⟩

def pred {n : Nat} (i : Fin (n + 1)) (h : i ≠ 0) : Fin n := ⟨i.val - 1, by omega⟩

def castLT {n m : Nat} (i : Fin m) (h : i.val < n) : Fin n := ⟨i.val, h⟩

def castLE {n m : Nat} (h : n ≤ m) (i : Fin n) : Fin m := ⟨i.val, by omega⟩

protected def cast {n m : Nat} (eq : n = m) (i : Fin n) : Fin m := ⟨i.val, by omega⟩

def castAdd {n : Nat} (m : Nat) : Fin n → Fin (n + m) := fun i => ⟨i.val, by omega⟩

def castSucc {n : Nat} : Fin n → Fin (n + 1) := fun i => ⟨i.val, by omega⟩

def castPred {n : Nat} (i : Fin (n + 1)) (h : i ≠ last n) : Fin n := ⟨i.val, by omega⟩

def addNat {n : Nat} (i : Fin n) (m : Nat) : Fin (n + m) := ⟨i.val + m, by omega⟩

def natAdd {m : Nat} (n : Nat) (i : Fin m) : Fin (n + m) := ⟨n + i.val, by omega⟩

def subNat {n : Nat} (m : Nat) (i : Fin (n + m)) (h : m ≤ i.val) : Fin n := ⟨i.val - m, by omega⟩

def rev {n : Nat} (i : Fin n) : Fin n := ⟨n - (i.val + 1), by omega⟩

def divNat {m n : Nat} (i : Fin (m * n)) : Fin m :=
  ⟨i.val / n, by exact Nat.div_lt_of_lt_mul (Nat.mul_comm m n ▸ i.isLt)⟩

def modNat {m n : Nat} (i : Fin (m * n)) : Fin n :=
  ⟨i.val % n, by exact Nat.mod_lt _ (by rcases n with _ | n <;> omega)⟩

def succAbove {n : Nat} (p : Fin (n + 1)) (i : Fin n) : Fin (n + 1) :=
  if i.val < p.val then castSucc i else succ i

def predAbove {n : Nat} (p : Fin n) (i : Fin (n + 1)) : Fin n :=
  if h : p.val < i.val then ⟨i.val - 1, by omega⟩ else ⟨i.val, by omega⟩

def cases {n : Nat} {motive : Fin (n + 1) → Sort u} (zero : motive 0)
    (succ : ∀ i : Fin n, motive (Fin.succ i)) : ∀ i : Fin (n + 1), motive i :=
  fun i => if h : i.val = 0 then _root_.cast (by simp) zero
    else _root_.cast (by simp) (succ ⟨i.val - 1, by omega⟩)

def lastCases {n : Nat} {motive : Fin (n + 1) → Sort u} (last : motive (Fin.last n))
    (cast : ∀ i : Fin n, motive (Fin.castSucc i)) (i : Fin (n + 1)) : motive i :=
  if h : i.val < n then _root_.cast (by simp) (cast ⟨i.val, h⟩) else _root_.cast (by simp) last

def addCases {m n : Nat} {motive : Fin (m + n) → Sort u}
    (left : (i : Fin m) → motive (Fin.castAdd n i))
    (right : (i : Fin n) → motive (Fin.natAdd m i)) (i : Fin (m + n)) : motive i :=
  if h : i.val < m then _root_.cast (by simp) (left ⟨i.val, h⟩)
  else _root_.cast (by simp) (right ⟨i.val - m, by omega⟩)

def cons {n : Nat} {α : Fin (n + 1) → Sort u} (x : α 0) (p : ∀ i : Fin n, α (Fin.succ i)) :
    ∀ i, α i := fun j => Fin.cases x p j

def tail {n : Nat} {α : Fin (n + 1) → Sort u} (q : ∀ i, α i) : ∀ i : Fin n, α (Fin.succ i) :=
  fun i => q (Fin.succ i)

def snoc {n : Nat} {α : Fin (n + 1) → Sort u} (p : ∀ i : Fin n, α (Fin.castSucc i))
    (x : α (Fin.last n)) (i : Fin (n + 1)) : α i :=
  if h : i.val < n then _root_.cast (by simp) (p ⟨i.val, h⟩) else _root_.cast (by simp) x

def init {n : Nat} {α : Fin (n + 1) → Sort u} (q : ∀ i, α i) (i : Fin n) : α (Fin.castSucc i) :=
  q (Fin.castSucc i)

def append {m n : Nat} {α : Sort u} (a : Fin m → α) (b : Fin n → α) : Fin (m + n) → α :=
  fun i => if h : i.val < m then a ⟨i.val, h⟩ else b ⟨i.val - m, by omega⟩

def «repeat» {n : Nat} {α : Sort u} (m : Nat) (a : Fin n → α) : Fin (m * n) → α :=
  fun i => a (Fin.modNat i)

def insertNth {n : Nat} {α : Fin (n + 1) → Sort u} (i : Fin (n + 1)) (x : α i)
    (p : ∀ j : Fin n, α (Fin.succAbove i j)) (j : Fin (n + 1)) : α j :=
  if h : j.val = i.val then _root_.cast (by simp) x
  else if h' : j.val < i.val then _root_.cast (by simp) (p ⟨j.val, by omega⟩)
  else _root_.cast (by simp) (p ⟨j.val - 1, by omega⟩)

def removeNth {n : Nat} {α : Fin (n + 1) → Sort u} (p : Fin (n + 1)) (f : ∀ i, α i) (i : Fin n) :
    α (Fin.succAbove p i) := f (Fin.succAbove p i)

def foldl {α : Sort u} (n : Nat) (f : α → Fin n → α) (init : α) : α :=
  List.foldl f init (List.finRange n)

def foldr {α : Sort u} (n : Nat) (f : Fin n → α → α) (init : α) : α :=
  List.foldr f init (List.finRange n)

end Fin

instance Fin.instAdd {n : Nat} : Add (Fin n) := ⟨Fin.add⟩
instance Fin.instSub {n : Nat} : Sub (Fin n) := ⟨Fin.sub⟩
instance Fin.instMul {n : Nat} : Mul (Fin n) := ⟨Fin.mul⟩
instance Fin.instNeg {n : Nat} : Neg (Fin n) := ⟨Fin.neg⟩
instance Fin.instDiv {n : Nat} : Div (Fin n) := ⟨Fin.div⟩
instance Fin.instMod {n : Nat} : Mod (Fin n) := ⟨Fin.mod⟩
instance instLEFin {n : Nat} : LE (Fin n) := ⟨fun a b => a.val ≤ b.val⟩
instance instLTFin {n : Nat} : LT (Fin n) := ⟨fun a b => a.val < b.val⟩
instance Fin.instMin {n : Nat} : Min (Fin n) := ⟨fun a b => if a.val ≤ b.val then a else b⟩
instance Fin.instMax {n : Nat} : Max (Fin n) := ⟨fun a b => if a.val ≤ b.val then b else a⟩
instance Fin.instPreorder {n : Nat} : Preorder (Fin n) := { toLE := instLEFin, toLT := instLTFin }
instance Fin.instPartialOrder {n : Nat} : PartialOrder (Fin n) :=
  { toPreorder := Fin.instPreorder }
instance Fin.instLinearOrder {n : Nat} : LinearOrder (Fin n) :=
  { toPartialOrder := Fin.instPartialOrder, toMin := Fin.instMin, toMax := Fin.instMax }
instance Fin.instBot {n : Nat} [NeZero n] : Bot (Fin n) := ⟨0⟩
instance Fin.instTop {n : Nat} : Top (Fin (n + 1)) := ⟨Fin.last n⟩
instance Fin.instOrderBot {n : Nat} [NeZero n] : OrderBot (Fin n) := { toBot := Fin.instBot }
instance Fin.instOrderTop {n : Nat} : OrderTop (Fin (n + 1)) := { toTop := Fin.instTop }
instance Fin.instOfNat {n : Nat} [NeZero n] {i : Nat} : OfNat (Fin n) i := ⟨Fin.ofNat n i⟩
instance Fin.instZero {n : Nat} [NeZero n] : Zero (Fin n) := ⟨0⟩
instance Fin.instOne {n : Nat} [NeZero n] : One (Fin n) := ⟨1⟩
instance Fin.addCommMonoid (n : Nat) [NeZero n] : AddCommMonoid (Fin n) :=
  { toAddMonoid := { toAddSemigroup := { toAdd := Fin.instAdd }, toZero := Fin.instZero,
    nsmul := nsmulRec } }

/-- Integers modulo `n`; only `n > 0` is supported. -/
axiom ZMod : Nat → Type
