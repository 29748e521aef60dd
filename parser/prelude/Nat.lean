import Denotary.Prelude.Logic

/-!
# Natural numbers
-/

universe u v w

inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat

notation "ℕ" => Nat

/-- Addition. -/
protected opaque Nat.add : Nat → Nat → Nat

/-- Truncated subtraction: `a - b = 0` for `a ≤ b`. -/
protected opaque Nat.sub : Nat → Nat → Nat

/-- Multiplication. -/
protected opaque Nat.mul : Nat → Nat → Nat

/-- Quotient rounded down; `n / 0 = 0`. -/
protected opaque Nat.div : Nat → Nat → Nat

/-- Remainder; `n % 0 = n`. -/
protected opaque Nat.mod : Nat → Nat → Nat

/-- Power; `0 ^ 0 = 1`. -/
protected opaque Nat.pow : Nat → Nat → Nat

/-- Whether `n ≤ m`. -/
opaque Nat.ble : Nat → Nat → Bool

/-- Whether `n = m`. -/
opaque Nat.beq : Nat → Nat → Bool

/-- Greatest common divisor; `gcd 0 n = n`. -/
opaque Nat.gcd (m n : Nat) : Nat

/-- `⌊log₂ n⌋`; `log2 0 = 0`. -/
opaque Nat.log2 (n : Nat) : Nat

/-- `⌊√n⌋`. -/
opaque Nat.sqrt (n : Nat) : Nat

/-- Bitwise and. -/
opaque Nat.land : Nat → Nat → Nat

/-- Bitwise or. -/
opaque Nat.lor : Nat → Nat → Nat

/-- Bitwise exclusive or. -/
opaque Nat.xor : Nat → Nat → Nat

/-- `⌊log_b n⌋`; 0 for `b ≤ 1` or `n = 0`. -/
opaque Nat.log (b n : Nat) : Nat

/-- The least `k` with `n ≤ b ^ k`; 0 for `b ≤ 1`. -/
opaque Nat.clog (b n : Nat) : Nat

/-- `n ≤ m`. -/
protected opaque Nat.le (n m : Nat) : Prop

protected abbrev Nat.lt (n m : Nat) : Prop := Nat.le (n + 1) m

def Nat.blt (n m : Nat) : Bool := Nat.ble (n + 1) m

def Nat.pred (n : Nat) : Nat :=
  match n with
  | 0 => 0
  | n + 1 => n

protected abbrev Nat.min (n m : Nat) : Nat := if n ≤ m then n else m

protected abbrev Nat.max (n m : Nat) : Nat := if n ≤ m then m else n

def Nat.lcm (m n : Nat) : Nat := m * n / Nat.gcd m n

def Nat.shiftLeft (n m : Nat) : Nat := n * 2 ^ m

def Nat.shiftRight (n m : Nat) : Nat := n / 2 ^ m

def Nat.Coprime (m n : Nat) : Prop := Nat.gcd m n = 1

/-- Primality. -/
opaque Nat.Prime (p : Nat) : Prop

def Nat.factorial : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * Nat.factorial n

def Nat.choose : Nat → Nat → Nat
  | _, 0 => 1
  | 0, _ + 1 => 0
  | n + 1, k + 1 => Nat.choose n k + Nat.choose n (k + 1)

def Nat.descFactorial (n : Nat) : Nat → Nat
  | 0 => 1
  | k + 1 => (n - k) * Nat.descFactorial n k

def Nat.ascFactorial (n : Nat) : Nat → Nat
  | 0 => 1
  | k + 1 => (n + k) * Nat.ascFactorial n k

def Nat.iterate {α : Sort u} (op : α → α) : Nat → α → α
  | 0, a => a
  | n + 1, a => Nat.iterate op n (op a)

def Nat.repeat {α : Type u} (f : α → α) : Nat → α → α
  | 0, a => a
  | n + 1, a => f (Nat.repeat f n a)

def Nat.fold {α : Type u} (n : Nat) (f : (i : Nat) → i < n → α → α) (init : α) : α :=
  List.foldl (fun a i => f i.val i.isLt a) init (List.finRange n)

def Nat.all (n : Nat) (f : (i : Nat) → i < n → Bool) : Bool :=
  List.all (List.finRange n) fun i => f i.val i.isLt

def Nat.any (n : Nat) (f : (i : Nat) → i < n → Bool) : Bool :=
  List.any (List.finRange n) fun i => f i.val i.isLt

/-- Structural recursion on natural numbers. -/
opaque Nat.rec {motive : Nat → Sort u} (zero : motive Nat.zero)
    (succ : (n : Nat) → motive n → motive (Nat.succ n)) (t : Nat) : motive t

def Nat.recOn {motive : Nat → Sort u} (t : Nat) (zero : motive Nat.zero)
    (succ : (n : Nat) → motive n → motive (Nat.succ n)) : motive t := Nat.rec zero succ t

def Nat.casesOn {motive : Nat → Sort u} (t : Nat) (zero : motive Nat.zero)
    (succ : (n : Nat) → motive (Nat.succ n)) : motive t :=
  Nat.rec (motive := motive) zero (fun n _ => succ n) t

def Nat.isPowerOfTwo (n : Nat) : Prop := ∃ k, n = 2 ^ k

/-- The least number that satisfies `p`. -/
opaque Nat.find {p : Nat → Prop} [DecidablePred p] (H : ∃ n, p n) : Nat

def Nat.dist (n m : Nat) : Nat := n - m + (m - n)

def Even {α : Type u} [Add α] (a : α) : Prop := ∃ r, a = r + r

def Odd {α : Type u} [Semiring α] (a : α) : Prop := ∃ m, a = 2 * m + 1

instance instAddNat : Add Nat := ⟨Nat.add⟩
instance instSubNat : Sub Nat := ⟨Nat.sub⟩
instance instMulNat : Mul Nat := ⟨Nat.mul⟩
instance Nat.instDivNat : Div Nat := ⟨Nat.div⟩
instance Nat.instModNat : Mod Nat := ⟨Nat.mod⟩
instance instNatPowNat : NatPow Nat := ⟨Nat.pow⟩
instance instLENat : LE Nat := ⟨Nat.le⟩
instance instLTNat : LT Nat := ⟨Nat.lt⟩
instance instMinNat : Min Nat := ⟨Nat.min⟩
instance instMaxNat : Max Nat := ⟨Nat.max⟩
instance Nat.instDvdNat : Dvd Nat := ⟨fun a b => ∃ c, b = a * c⟩
instance instBEqNat : BEq Nat := ⟨Nat.beq⟩
instance Nat.instZero : Zero Nat := ⟨0⟩
instance Nat.instOne : One Nat := ⟨1⟩
instance instNatCastNat : NatCast Nat := ⟨id⟩
instance Nat.instAndOp : AndOp Nat := ⟨Nat.land⟩
instance Nat.instOrOp : OrOp Nat := ⟨Nat.lor⟩
instance Nat.instShiftLeft : ShiftLeft Nat := ⟨Nat.shiftLeft⟩
instance Nat.instShiftRight : ShiftRight Nat := ⟨Nat.shiftRight⟩
instance Nat.instBot : Bot Nat := ⟨0⟩

/-- The order of natural numbers as a decision. -/
def instDecidableEqNat : DecidableEq Nat := fun a b => Classical.propDecidable (a = b)

def Nat.decEq (n m : Nat) : Decidable (n = m) := Classical.propDecidable (n = m)

def Nat.decLe (n m : Nat) : Decidable (n ≤ m) := Classical.propDecidable (n ≤ m)

def Nat.decLt (n m : Nat) : Decidable (n < m) := Classical.propDecidable (n < m)
