import Denotary.Prelude.Monad

/-!
# Laws that occur as terms

Without proofs. They are read where a definition or a statement uses one, as in
`Fin.cast (Nat.mul_assoc a b c)`; a proof is never looked into.
-/

universe u v w

-- ## Natural numbers

protected axiom Nat.add_comm (n m : Nat) : n + m = m + n
protected axiom Nat.add_assoc (n m k : Nat) : n + m + k = n + (m + k)
protected axiom Nat.add_left_comm (n m k : Nat) : n + (m + k) = m + (n + k)
protected axiom Nat.add_right_comm (n m k : Nat) : n + m + k = n + k + m
protected axiom Nat.mul_comm (n m : Nat) : n * m = m * n
protected axiom Nat.mul_assoc (n m k : Nat) : n * m * k = n * (m * k)
protected axiom Nat.mul_left_comm (n m k : Nat) : n * (m * k) = m * (n * k)
protected axiom Nat.mul_right_comm (n m k : Nat) : n * m * k = n * k * m
protected axiom Nat.add_zero (n : Nat) : n + 0 = n
protected axiom Nat.zero_add (n : Nat) : 0 + n = n
protected axiom Nat.mul_one (n : Nat) : n * 1 = n
protected axiom Nat.one_mul (n : Nat) : 1 * n = n
protected axiom Nat.mul_zero (n : Nat) : n * 0 = 0
protected axiom Nat.zero_mul (n : Nat) : 0 * n = 0
protected axiom Nat.mul_add (k m n : Nat) : k * (m + n) = k * m + k * n
protected axiom Nat.add_mul (n m k : Nat) : (n + m) * k = n * k + m * k
protected axiom Nat.left_distrib (n m k : Nat) : n * (m + k) = n * m + n * k
protected axiom Nat.right_distrib (n m k : Nat) : (n + m) * k = n * k + m * k
protected axiom Nat.mul_succ (n m : Nat) : n * Nat.succ m = n * m + n
protected axiom Nat.succ_mul (n m : Nat) : Nat.succ n * m = n * m + m
protected axiom Nat.sub_self (n : Nat) : n - n = 0
protected axiom Nat.sub_zero (n : Nat) : n - 0 = n
protected axiom Nat.add_sub_cancel {n m : Nat} : n + m - m = n
protected axiom Nat.add_sub_cancel_left {n m : Nat} : n + m - n = m
protected axiom Nat.sub_add_cancel {n m : Nat} (h : m ≤ n) : n - m + m = n
protected axiom Nat.add_sub_of_le {a b : Nat} (h : a ≤ b) : a + (b - a) = b
protected axiom Nat.sub_lt {n m : Nat} : 0 < n → 0 < m → n - m < n
axiom Nat.sub_le (n m : Nat) : n - m ≤ n
protected axiom Nat.le_refl (n : Nat) : n ≤ n
protected axiom Nat.le_rfl {n : Nat} : n ≤ n
protected axiom Nat.le_of_eq {n m : Nat} (h : n = m) : n ≤ m
protected axiom Nat.le_trans {n m k : Nat} : n ≤ m → m ≤ k → n ≤ k
protected axiom Nat.lt_trans {n m k : Nat} (h₁ : n < m) : m < k → n < k
protected axiom Nat.lt_of_lt_of_le {n m k : Nat} : n < m → m ≤ k → n < k
protected axiom Nat.lt_of_le_of_lt {n m k : Nat} : n ≤ m → m < k → n < k
protected axiom Nat.le_of_lt {n m : Nat} : n < m → n ≤ m
protected axiom Nat.lt_irrefl (n : Nat) : ¬n < n
protected axiom Nat.ne_of_lt {a b : Nat} (h : a < b) : a ≠ b
protected axiom Nat.ne_of_gt {a b : Nat} (h : b < a) : a ≠ b
protected axiom Nat.le_antisymm {n m : Nat} (h₁ : n ≤ m) (h₂ : m ≤ n) : n = m
protected axiom Nat.le_total (m n : Nat) : m ≤ n ∨ n ≤ m
protected axiom Nat.not_lt {n m : Nat} : ¬n < m ↔ m ≤ n
protected axiom Nat.not_le {n m : Nat} : ¬n ≤ m ↔ m < n
protected axiom Nat.lt_of_not_le {a b : Nat} (h : ¬a ≤ b) : b < a
protected axiom Nat.le_of_not_lt {a b : Nat} (h : ¬a < b) : b ≤ a
axiom Nat.zero_le (n : Nat) : 0 ≤ n
axiom Nat.zero_lt_one : 0 < 1
axiom Nat.one_pos : 0 < 1
axiom Nat.succ_pos (n : Nat) : 0 < Nat.succ n
axiom Nat.zero_lt_succ (n : Nat) : 0 < Nat.succ n
axiom Nat.lt_succ_self (n : Nat) : n < Nat.succ n
axiom Nat.lt_add_one (n : Nat) : n < n + 1
axiom Nat.le_succ (n : Nat) : n ≤ Nat.succ n
axiom Nat.succ_le_of_lt {n m : Nat} (h : n < m) : Nat.succ n ≤ m
axiom Nat.lt_of_succ_le {n m : Nat} (h : Nat.succ n ≤ m) : n < m
axiom Nat.le_of_lt_succ {m n : Nat} : m < Nat.succ n → m ≤ n
axiom Nat.lt_succ_of_le {n m : Nat} : n ≤ m → n < Nat.succ m
axiom Nat.lt_succ_of_lt {a b : Nat} (h : a < b) : a < Nat.succ b
axiom Nat.le_of_succ_le_succ {n m : Nat} : Nat.succ n ≤ Nat.succ m → n ≤ m
axiom Nat.succ_le_succ {n m : Nat} : n ≤ m → Nat.succ n ≤ Nat.succ m
axiom Nat.lt_of_succ_lt_succ {n m : Nat} : Nat.succ n < Nat.succ m → n < m
axiom Nat.succ_lt_succ {n m : Nat} : n < m → Nat.succ n < Nat.succ m
axiom Nat.lt_of_succ_lt {n m : Nat} : Nat.succ n < m → n < m
axiom Nat.succ_ne_zero (n : Nat) : Nat.succ n ≠ 0
axiom Nat.succ_pred_eq_of_pos {n : Nat} : 0 < n → Nat.succ (Nat.pred n) = n
axiom Nat.le_add_left (n m : Nat) : n ≤ m + n
axiom Nat.le_add_right (n k : Nat) : n ≤ n + k
axiom Nat.lt_add_of_pos_right {n k : Nat} (h : 0 < k) : n < n + k
protected axiom Nat.add_le_add {a b c d : Nat} (h₁ : a ≤ b) (h₂ : c ≤ d) : a + c ≤ b + d
protected axiom Nat.add_le_add_left {n m : Nat} (h : n ≤ m) (k : Nat) : k + n ≤ k + m
protected axiom Nat.add_le_add_right {n m : Nat} (h : n ≤ m) (k : Nat) : n + k ≤ m + k
protected axiom Nat.add_lt_add_left {n m : Nat} (h : n < m) (k : Nat) : k + n < k + m
protected axiom Nat.add_lt_add_right {n m : Nat} (h : n < m) (k : Nat) : n + k < m + k
protected axiom Nat.mul_le_mul {p q m n : Nat} (h₁ : p ≤ m) (h₂ : q ≤ n) : p * q ≤ m * n
protected axiom Nat.mul_le_mul_left {m n : Nat} (k : Nat) (h : m ≤ n) : k * m ≤ k * n
protected axiom Nat.mul_le_mul_right {m n : Nat} (k : Nat) (h : m ≤ n) : m * k ≤ n * k
protected axiom Nat.mul_lt_mul_of_pos_left {n m k : Nat} (hk : 0 < k) : n < m → k * n < k * m
protected axiom Nat.mul_pos {n m : Nat} : 0 < n → 0 < m → 0 < n * m
protected axiom Nat.pos_of_ne_zero {n : Nat} : n ≠ 0 → 0 < n
axiom Nat.pos_iff_ne_zero {n : Nat} : 0 < n ↔ n ≠ 0
axiom Nat.pos_of_neZero (n : Nat) [NeZero n] : 0 < n
axiom Nat.pos_pow_of_pos {b : Nat} (n : Nat) (h : 0 < b) : 0 < b ^ n
axiom Nat.pow_pos {p n : Nat} (hp : 0 < p) : 0 < p ^ n
axiom Nat.two_pow_pos (w : Nat) : 0 < 2 ^ w
protected axiom Nat.pow_succ {b n : Nat} : b ^ (n + 1) = b ^ n * b
protected axiom Nat.pow_zero (b : Nat) : b ^ 0 = 1
protected axiom Nat.div_self {n : Nat} (h : 0 < n) : n / n = 1
protected axiom Nat.div_one (n : Nat) : n / 1 = n
protected axiom Nat.mul_div_cancel (m : Nat) {n : Nat} (H : 0 < n) : m * n / n = m
protected axiom Nat.mul_div_cancel_left (m : Nat) {n : Nat} (H : 0 < n) : n * m / n = m
protected axiom Nat.div_mul_cancel {n m : Nat} (H : n ∣ m) : m / n * n = m
protected axiom Nat.mul_div_cancel' {n m : Nat} (H : n ∣ m) : n * (m / n) = m
axiom Nat.div_lt_of_lt_mul {m n k : Nat} : m < n * k → m / n < k
axiom Nat.div_lt_self {n k : Nat} (hLtN : 0 < n) (hLtK : 1 < k) : n / k < n
axiom Nat.div_le_self (n k : Nat) : n / k ≤ n
axiom Nat.div_add_mod (m k : Nat) : k * (m / k) + m % k = m
axiom Nat.mod_add_div (m k : Nat) : m % k + k * (m / k) = m
axiom Nat.div_add_mod' (a b : Nat) : a / b * b + a % b = a
axiom Nat.mod_lt (x : Nat) {y : Nat} : y > 0 → x % y < y
axiom Nat.mod_le (x y : Nat) : x % y ≤ x
axiom Nat.mod_eq_of_lt {a b : Nat} (h : a < b) : a % b = a
axiom Nat.div_lt_iff_lt_mul {k x y : Nat} (Hk : 0 < k) : x / k < y ↔ x < y * k
axiom Nat.le_div_iff_mul_le {k x y : Nat} (k0 : 0 < k) : x ≤ y / k ↔ x * k ≤ y
protected axiom Nat.min_le_left (a b : Nat) : min a b ≤ a
protected axiom Nat.min_le_right (a b : Nat) : min a b ≤ b
protected axiom Nat.le_max_left (a b : Nat) : a ≤ max a b
protected axiom Nat.le_max_right (a b : Nat) : b ≤ max a b
axiom Nat.eq_of_beq_eq_true {n m : Nat} : Nat.beq n m = true → n = m
protected axiom Nat.eq_of_mul_eq_mul_left {m k n : Nat} : 0 < n → n * m = n * k → m = k
axiom Nat.cast_zero {R : Type u} [AddMonoidWithOne R] : ((0 : Nat) : R) = 0
axiom Nat.cast_one {R : Type u} [AddMonoidWithOne R] : ((1 : Nat) : R) = 1
axiom Nat.cast_add {R : Type u} [AddMonoidWithOne R] (m n : Nat) : ((m + n : Nat) : R) = m + n
axiom Nat.cast_mul {R : Type u} [NonAssocSemiring R] (m n : Nat) : ((m * n : Nat) : R) = m * n
axiom Nat.cast_pos {n : Nat} : (0 : Real) < (n : Real) ↔ 0 < n
axiom Nat.cast_nonneg {α : Type u} [Semiring α] [PartialOrder α] [IsOrderedRing α] (n : Nat) :
    0 ≤ (n : α)
axiom Nat.cast_ne_zero {R : Type u} [AddMonoidWithOne R] [CharZero R] {n : Nat} :
    (n : R) ≠ 0 ↔ n ≠ 0
axiom Nat.dvd_refl (a : Nat) : a ∣ a
axiom Nat.dvd_mul_right (a b : Nat) : a ∣ a * b
axiom Nat.dvd_mul_left (a b : Nat) : a ∣ b * a
axiom Nat.dvd_of_mod_eq_zero {k n : Nat} (h : n % k = 0) : k ∣ n
axiom Nat.le_of_dvd {m n : Nat} (h1 : 0 < n) : m ∣ n → m ≤ n

-- ## Indices

axiom Fin.ext {n : Nat} {a b : Fin n} (h : (a : Nat) = (b : Nat)) : a = b
axiom Fin.ext_iff {n : Nat} {a b : Fin n} : a = b ↔ a.val = b.val
axiom Fin.eq_of_val_eq {n : Nat} {i j : Fin n} : i.val = j.val → i = j
axiom Fin.val_eq_of_eq {n : Nat} {i j : Fin n} (h : i = j) : i.val = j.val
axiom Fin.val_injective {n : Nat} : Function.Injective (Fin.val (n := n))
axiom Fin.is_lt {n : Nat} (a : Fin n) : (a : Nat) < n
axiom Fin.is_le {n : Nat} (i : Fin (n + 1)) : i.val ≤ n
axiom Fin.is_le' {n : Nat} {a : Fin n} : a.val ≤ n
axiom Fin.pos {n : Nat} (i : Fin n) : 0 < n
axiom Fin.size_pos {n : Nat} (i : Fin n) : 0 < n
axiom Fin.pos_iff_nonempty {n : Nat} : 0 < n ↔ Nonempty (Fin n)
axiom Fin.val_zero (n : Nat) [NeZero n] : ((0 : Fin n) : Nat) = 0
axiom Fin.val_one (n : Nat) : (1 : Fin (n + 2)).val = 1
axiom Fin.val_succ {n : Nat} (j : Fin n) : (Fin.succ j).val = j.val + 1
axiom Fin.val_mk {m n : Nat} (h : m < n) : (⟨m, h⟩ : Fin n).val = m
axiom Fin.val_last (n : Nat) : (Fin.last n).val = n
axiom Fin.eta {n : Nat} (a : Fin n) (h : a.val < n) : (⟨a.val, h⟩ : Fin n) = a
axiom Fin.cast_eq_self {n : Nat} (a : Fin n) : Fin.cast rfl a = a
axiom Fin.succ_pos {n : Nat} (a : Fin n) : (0 : Fin (n + 1)) < Fin.succ a
axiom Fin.succ_ne_zero {n : Nat} (k : Fin n) : Fin.succ k ≠ 0
axiom Fin.castSucc_lt_succ {n : Nat} {i : Fin n} : Fin.castSucc i < Fin.succ i
axiom Fin.rev_rev {n : Nat} (i : Fin n) : Fin.rev (Fin.rev i) = i
instance Fin.instNonemptySucc {n : Nat} : Nonempty (Fin (n + 1)) := ⟨0⟩
instance Fin.instNonemptyOfNeZero {n : Nat} [NeZero n] : Nonempty (Fin n) := ⟨0⟩

-- ## Orders

axiom le_refl {α : Type u} [Preorder α] (a : α) : a ≤ a
axiom le_rfl {α : Type u} [Preorder α] {a : α} : a ≤ a
axiom le_trans {α : Type u} [Preorder α] {a b c : α} : a ≤ b → b ≤ c → a ≤ c
axiom lt_trans {α : Type u} [Preorder α] {a b c : α} : a < b → b < c → a < c
axiom lt_of_lt_of_le {α : Type u} [Preorder α] {a b c : α} (hab : a < b) (hbc : b ≤ c) : a < c
axiom lt_of_le_of_lt {α : Type u} [Preorder α] {a b c : α} (hab : a ≤ b) (hbc : b < c) : a < c
axiom le_of_lt {α : Type u} [Preorder α] {a b : α} (hab : a < b) : a ≤ b
axiom le_of_eq {α : Type u} [Preorder α] {a b : α} (hab : a = b) : a ≤ b
axiom lt_irrefl {α : Type u} [Preorder α] (a : α) : ¬a < a
axiom ne_of_gt {α : Type u} [Preorder α] {a b : α} (h : a > b) : a ≠ b
axiom ne_of_gt' {α : Type u} [Preorder α] {a b : α} (h : b < a) : a ≠ b
axiom ne_of_lt {α : Type u} [Preorder α] {a b : α} (h : a < b) : a ≠ b
axiom le_antisymm {α : Type u} [PartialOrder α] {a b : α} : a ≤ b → b ≤ a → a = b
axiom lt_of_le_of_ne {α : Type u} [PartialOrder α] {a b : α} : a ≤ b → a ≠ b → a < b
axiom le_total {α : Type u} [LinearOrder α] (a b : α) : a ≤ b ∨ b ≤ a
axiom lt_or_ge {α : Type u} [LinearOrder α] (a b : α) : a < b ∨ b ≤ a
axiom le_of_not_gt {α : Type u} [LinearOrder α] {a b : α} (h : ¬b < a) : a ≤ b
axiom lt_of_not_ge {α : Type u} [LinearOrder α] {a b : α} (h : ¬b ≤ a) : a < b
axiom not_lt {α : Type u} [LinearOrder α] {a b : α} : ¬a < b ↔ b ≤ a
axiom not_le {α : Type u} [LinearOrder α] {a b : α} : ¬a ≤ b ↔ b < a
axiom min_le_left {α : Type u} [LinearOrder α] (a b : α) : min a b ≤ a
axiom min_le_right {α : Type u} [LinearOrder α] (a b : α) : min a b ≤ b
axiom le_max_left {α : Type u} [LinearOrder α] (a b : α) : a ≤ max a b
axiom le_max_right {α : Type u} [LinearOrder α] (a b : α) : b ≤ max a b
axiom max_eq_left {α : Type u} [LinearOrder α] {a b : α} (h : b ≤ a) : max a b = a
axiom max_eq_right {α : Type u} [LinearOrder α] {a b : α} (h : a ≤ b) : max a b = b
axiom max_comm {α : Type u} [LinearOrder α] (a b : α) : max a b = max b a
axiom min_comm {α : Type u} [LinearOrder α] (a b : α) : min a b = min b a
axiom LE.le.trans {α : Type u} [Preorder α] {a b c : α} : a ≤ b → b ≤ c → a ≤ c
axiom LE.le.trans_lt {α : Type u} [Preorder α] {a b c : α} (hab : a ≤ b) (hbc : b < c) : a < c
axiom LE.le.trans_eq {α : Type u} [Preorder α] {a b c : α} (h1 : a ≤ b) (h2 : b = c) : a ≤ c
axiom LE.le.antisymm {α : Type u} [PartialOrder α] {a b : α} : a ≤ b → b ≤ a → a = b
axiom LE.le.lt_of_ne {α : Type u} [PartialOrder α] {a b : α} : a ≤ b → a ≠ b → a < b
axiom LE.le.not_gt {α : Type u} [Preorder α] {a b : α} (hab : a ≤ b) : ¬b < a
axiom LT.lt.le {α : Type u} [Preorder α] {a b : α} (hab : a < b) : a ≤ b
axiom LT.lt.ne {α : Type u} [Preorder α] {a b : α} (h : a < b) : a ≠ b
axiom LT.lt.ne' {α : Type u} [Preorder α] {a b : α} (h : a < b) : b ≠ a
axiom LT.lt.trans {α : Type u} [Preorder α] {a b c : α} : a < b → b < c → a < c
axiom LT.lt.trans_le {α : Type u} [Preorder α] {a b c : α} (hab : a < b) (hbc : b ≤ c) : a < c
axiom LT.lt.trans_eq {α : Type u} [Preorder α] {a b c : α} (h1 : a < b) (h2 : b = c) : a < c
axiom LT.lt.not_ge {α : Type u} [Preorder α] {a b : α} (hab : a < b) : ¬b ≤ a
axiom Eq.le {α : Type u} [Preorder α] {a b : α} (h : a = b) : a ≤ b
axiom Eq.ge {α : Type u} [Preorder α] {a b : α} (h : a = b) : b ≤ a
axiom Eq.trans_le {α : Type u} [Preorder α] {a b c : α} (h1 : a = b) (h2 : b ≤ c) : a ≤ c
axiom Eq.trans_lt {α : Type u} [Preorder α] {a b c : α} (h1 : a = b) (h2 : b < c) : a < c

-- ## Algebra

axiom add_comm {G : Type u} [AddCommMonoid G] (a b : G) : a + b = b + a
axiom add_assoc {G : Type u} [AddSemigroup G] (a b c : G) : a + b + c = a + (b + c)
axiom add_zero {M : Type u} [AddZeroClass M] (a : M) : a + 0 = a
axiom zero_add {M : Type u} [AddZeroClass M] (a : M) : 0 + a = a
axiom mul_comm {G : Type u} [CommMonoid G] (a b : G) : a * b = b * a
axiom mul_assoc {G : Type u} [Semigroup G] (a b c : G) : a * b * c = a * (b * c)
axiom mul_left_comm {G : Type u} [CommMonoid G] (a b c : G) : a * (b * c) = b * (a * c)
axiom mul_right_comm {G : Type u} [CommMonoid G] (a b c : G) : a * b * c = a * c * b
axiom mul_one {M : Type u} [MulOneClass M] (a : M) : a * 1 = a
axiom one_mul {M : Type u} [MulOneClass M] (a : M) : 1 * a = a
axiom mul_zero {M₀ : Type u} [MulZeroClass M₀] (a : M₀) : a * 0 = 0
axiom zero_mul {M₀ : Type u} [MulZeroClass M₀] (a : M₀) : 0 * a = 0
axiom mul_add {R : Type u} [Distrib R] (a b c : R) : a * (b + c) = a * b + a * c
axiom add_mul {R : Type u} [Distrib R] (a b c : R) : (a + b) * c = a * c + b * c
axiom two_mul {α : Type u} [NonAssocSemiring α] (n : α) : 2 * n = n + n
axiom mul_two {α : Type u} [NonAssocSemiring α] (n : α) : n * 2 = n + n
axiom sub_self {G : Type u} [AddGroup G] (a : G) : a - a = 0
axiom sub_zero {G : Type u} [AddGroup G] (a : G) : a - 0 = a
axiom neg_neg {G : Type u} [AddGroup G] (a : G) : -(-a) = a
axiom pow_zero {M : Type u} [Monoid M] (a : M) : a ^ 0 = 1
axiom pow_one {M : Type u} [Monoid M] (a : M) : a ^ 1 = a
axiom pow_two {M : Type u} [Monoid M] (a : M) : a ^ 2 = a * a
axiom sq {M : Type u} [Monoid M] (a : M) : a ^ 2 = a * a
axiom pow_succ {M : Type u} [Monoid M] (a : M) (n : Nat) : a ^ (n + 1) = a ^ n * a
axiom zero_ne_one {α : Type u} [NonAssocSemiring α] [Nontrivial α] : (0 : α) ≠ 1
axiom one_ne_zero {α : Type u} [NonAssocSemiring α] [Nontrivial α] : (1 : α) ≠ 0
axiom zero_lt_one {α : Type u} [Semiring α] [PartialOrder α] [IsStrictOrderedRing α] : (0 : α) < 1
axiom one_pos {α : Type u} [Semiring α] [PartialOrder α] [IsStrictOrderedRing α] : (0 : α) < 1
axiom zero_le_one {α : Type u} [Semiring α] [PartialOrder α] [IsOrderedRing α] : (0 : α) ≤ 1
axiom two_pos {α : Type u} [Semiring α] [PartialOrder α] [IsStrictOrderedRing α] : (0 : α) < 2
axiom two_ne_zero {α : Type u} [Semiring α] [CharZero α] : (2 : α) ≠ 0
axiom zero_lt_two {α : Type u} [Semiring α] [PartialOrder α] [IsStrictOrderedRing α] : (0 : α) < 2
axiom mul_pos {α : Type u} [Semiring α] [PartialOrder α] [IsStrictOrderedRing α] {a b : α}
    (ha : 0 < a) (hb : 0 < b) : 0 < a * b
axiom add_pos {α : Type u} [AddCommMonoid α] [PartialOrder α] [IsOrderedAddMonoid α] {a b : α}
    (ha : 0 < a) (hb : 0 < b) : 0 < a + b
axiom add_pos_of_nonneg_of_pos {α : Type u} [AddCommMonoid α] [PartialOrder α]
    [IsOrderedAddMonoid α] {a b : α} (ha : 0 ≤ a) (hb : 0 < b) : 0 < a + b
axiom mul_nonneg {α : Type u} [Semiring α] [PartialOrder α] [IsOrderedRing α] {a b : α}
    (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b
axiom mul_ne_zero {M₀ : Type u} [Mul M₀] [Zero M₀] [NoZeroDivisors M₀] {a b : M₀} (ha : a ≠ 0)
    (hb : b ≠ 0) : a * b ≠ 0
axiom pow_pos {R : Type u} [Semiring R] [PartialOrder R] [IsStrictOrderedRing R] {a : R}
    (H : 0 < a) (n : Nat) : 0 < a ^ n
axiom sq_nonneg {R : Type u} [Ring R] [LinearOrder R] [IsStrictOrderedRing R] (a : R) : 0 ≤ a ^ 2
axiom inv_pos {G₀ : Type u} [GroupWithZero G₀] [PartialOrder G₀] {a : G₀} : 0 < a⁻¹ ↔ 0 < a
axiom div_pos {G₀ : Type u} [GroupWithZero G₀] [PartialOrder G₀] {a b : G₀} (ha : 0 < a)
    (hb : 0 < b) : 0 < a / b
axiom abs_nonneg {α : Type u} [Lattice α] [AddGroup α] (a : α) : 0 ≤ |a|
axiom abs_zero {α : Type u} [Lattice α] [AddGroup α] : |(0 : α)| = 0
axiom le_abs_self {α : Type u} [Lattice α] [AddGroup α] (a : α) : a ≤ |a|
axiom norm_nonneg {E : Type u} [SeminormedAddCommGroup E] (a : E) : 0 ≤ ‖a‖
axiom Int.cast_abs {R : Type u} [Ring R] [LinearOrder R] [IsStrictOrderedRing R] {a : Int} :
    ((|a| : Int) : R) = |(a : R)|

instance (priority := 10) CharZero.any {R : Type u} [AddMonoidWithOne R] : CharZero R := ⟨⟩
instance Real.instNoZeroDivisors : NoZeroDivisors Real := ⟨⟩
instance Nat.instNoZeroDivisors : NoZeroDivisors Nat := ⟨⟩
instance Int.instNoZeroDivisors : NoZeroDivisors Int := ⟨⟩
instance (priority := 10) Nontrivial.any {R : Type u} [NonAssocSemiring R] [CharZero R] :
    Nontrivial R := ⟨⟨0, 1, by simp⟩⟩

-- ## Real functions

axiom Real.exp_pos (x : Real) : 0 < Real.exp x
axiom Real.exp_nonneg (x : Real) : 0 ≤ Real.exp x
axiom Real.exp_ne_zero (x : Real) : Real.exp x ≠ 0
axiom Real.exp_zero : Real.exp 0 = 1
axiom Real.exp_add (x y : Real) : Real.exp (x + y) = Real.exp x * Real.exp y
axiom Real.exp_log {x : Real} (hx : 0 < x) : Real.exp (Real.log x) = x
axiom Real.log_exp (x : Real) : Real.log (Real.exp x) = x
axiom Real.sqrt_nonneg (x : Real) : 0 ≤ Real.sqrt x
axiom Real.sqrt_pos {x : Real} : 0 < Real.sqrt x ↔ 0 < x
axiom Real.sqrt_pos_of_pos {x : Real} : 0 < x → 0 < Real.sqrt x
axiom Real.sq_sqrt {x : Real} (h : 0 ≤ x) : Real.sqrt x ^ 2 = x
axiom Real.sqrt_sq {x : Real} (h : 0 ≤ x) : Real.sqrt (x ^ 2) = x
axiom Real.mul_self_sqrt {x : Real} (h : 0 ≤ x) : Real.sqrt x * Real.sqrt x = x
axiom Real.pi_pos : 0 < Real.pi
axiom Real.pi_ne_zero : Real.pi ≠ 0
axiom Real.sqrt_zero : Real.sqrt 0 = 0
axiom Real.sqrt_one : Real.sqrt 1 = 1
axiom Real.log_one : Real.log 1 = 0
axiom Real.log_zero : Real.log 0 = 0

-- ## Lists

axiom List.length_map {α : Type u} {β : Type v} {as : List α} (f : α → β) :
    (List.map f as).length = as.length
axiom List.length_append {α : Type u} {as bs : List α} :
    (as ++ bs).length = as.length + bs.length
axiom List.length_replicate {α : Type u} {n : Nat} {a : α} : (List.replicate n a).length = n
axiom List.length_cons {α : Type u} {a : α} {as : List α} : (a :: as).length = as.length + 1
axiom List.length_nil {α : Type u} : ([] : List α).length = 0
axiom List.length_ofFn {α : Type u} {n : Nat} {f : Fin n → α} : (List.ofFn f).length = n
axiom List.length_range {n : Nat} : (List.range n).length = n
axiom List.length_eq_zero_iff {α : Type u} {l : List α} : l.length = 0 ↔ l = []
axiom List.mem_cons {α : Type u} {a b : α} {l : List α} : a ∈ b :: l ↔ a = b ∨ a ∈ l
axiom List.mem_cons_self {α : Type u} {a : α} {l : List α} : a ∈ a :: l
axiom List.mem_cons_of_mem {α : Type u} (y : α) {a : α} {l : List α} : a ∈ l → a ∈ y :: l
axiom List.map_cons {α : Type u} {β : Type v} {f : α → β} {a : α} {l : List α} :
    List.map f (a :: l) = f a :: List.map f l
axiom List.sum_cons {α : Type u} [Add α] [Zero α] {a : α} {l : List α} :
    (a :: l).sum = a + l.sum
axiom List.getD_cons_zero {α : Type u} {x : α} {xs : List α} {d : α} : (x :: xs).getD 0 d = x
axiom List.getD_cons_succ {α : Type u} {x : α} {xs : List α} {n : Nat} {d : α} :
    (x :: xs).getD (n + 1) d = xs.getD n d
axiom List.replicate_succ {α : Type u} {a : α} {n : Nat} :
    List.replicate (n + 1) a = a :: List.replicate n a
axiom List.ofFn_succ {α : Type u} {n : Nat} {f : Fin (n + 1) → α} :
    List.ofFn f = f 0 :: List.ofFn fun i => f (Fin.succ i)
axiom List.zipWith_cons_cons {α : Type u} {β : Type v} {γ : Type w} {f : α → β → γ} {a : α}
    {as : List α} {b : β} {bs : List β} :
    List.zipWith f (a :: as) (b :: bs) = f a b :: List.zipWith f as bs
