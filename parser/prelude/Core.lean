/-!
# Lean core: functions, data types, operator and coercion classes

The prelude repeats, as Lean text, what Denotary needs of Lean's core library and of Mathlib: names,
binders and types as there. What can be defined is defined and gets unfolded like anybody's text.
An `opaque` is a primitive, whose meaning is given in Python and told in its docstring; an `axiom`
is a type, a proposition that is only ever assumed, or a theorem without its proof.

Instances declared later are tried first; every file imports the one before it, and that is the
order of the files.
-/

universe u v w

-- ## Binder annotations

abbrev outParam (α : Sort u) : Sort u := α

abbrev semiOutParam (α : Sort u) : Sort u := α

abbrev optParam (α : Sort u) (default : α) : Sort u := α

abbrev autoParam (α : Sort u) : Sort u := α

-- ## Functions

@[inline] def id {α : Sort u} (a : α) : α := a

abbrev inferInstance {α : Sort u} [i : α] : α := i

abbrev inferInstanceAs (α : Sort u) [i : α] : α := i

def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) : α → δ :=
  fun x => f (g x)

def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a

def flip {α : Sort u} {β : Sort v} {φ : Sort w} (f : α → β → φ) : β → α → φ := fun b a => f a b

def Function.swap {α : Sort u} {β : Sort v} {φ : α → β → Sort w} (f : ∀ x y, φ x y) :
    ∀ y x, φ x y := fun y x => f x y

def Function.eval {α : Sort u} {β : α → Sort v} (x : α) (f : ∀ x, β x) : β x := f x

abbrev Function.onFun {α : Sort u} {β : Sort v} {φ : Sort w} (f : β → β → φ) (g : α → β) :
    α → α → φ := fun x y => f (g x) (g y)

def Function.Injective {α : Sort u} {β : Sort v} (f : α → β) : Prop :=
  ∀ ⦃a₁ a₂⦄, f a₁ = f a₂ → a₁ = a₂

def Function.Surjective {α : Sort u} {β : Sort v} (f : α → β) : Prop := ∀ b, ∃ a, f a = b

def Function.Bijective {α : Sort u} {β : Sort v} (f : α → β) : Prop :=
  Function.Injective f ∧ Function.Surjective f

def Function.LeftInverse {α : Sort u} {β : Sort v} (g : β → α) (f : α → β) : Prop :=
  ∀ x, g (f x) = x

def Function.RightInverse {α : Sort u} {β : Sort v} (g : β → α) (f : α → β) : Prop :=
  Function.LeftInverse f g

def Function.Involutive {α : Sort u} (f : α → α) : Prop := ∀ x, f (f x) = x

def Function.IsFixedPt {α : Type u} (f : α → α) (x : α) : Prop := f x = x

def Function.Periodic {α : Type u} {β : Type v} [Add α] (f : α → β) (c : α) : Prop :=
  ∀ x : α, f (x + c) = f x

def Function.Even {α : Type u} {β : Type v} [Neg α] (f : α → β) : Prop := ∀ a, f (-a) = f a

def Function.Odd {α : Type u} {β : Type v} [Neg α] [Neg β] (f : α → β) : Prop :=
  ∀ a, f (-a) = -f a

/-- `f` with its value at `a'` replaced by `v`. -/
def Function.update {α : Sort u} {β : α → Sort v} [DecidableEq α] (f : ∀ a, β a) (a' : α)
    (v : β a') (a : α) : β a :=
  if h : a = a' then Eq.rec (motive := fun x _ => β x) v h.symm else f a

def Function.curry {α : Type u} {β : Type v} {φ : Type w} (f : α × β → φ) : α → β → φ :=
  fun a b => f (a, b)

def Function.uncurry {α : Type u} {β : Type v} {φ : Type w} (f : α → β → φ) : α × β → φ :=
  fun p => f p.1 p.2

-- ## Data types

inductive PEmpty : Sort u

inductive Empty : Type

/-- Never evaluated: `Empty` is empty. -/
opaque Empty.elim {C : Sort u} (h : Empty) : C

inductive PUnit : Sort u where
  | unit : PUnit

abbrev Unit : Type := PUnit

@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit

inductive Bool : Type where
  | false : Bool
  | true : Bool

export Bool (false true)

def not (x : Bool) : Bool :=
  match x with
  | true => false
  | false => true

def or (x y : Bool) : Bool :=
  match x with
  | true => true
  | false => y

def and (x y : Bool) : Bool :=
  match x with
  | false => false
  | true => y

def xor (x y : Bool) : Bool :=
  match x with
  | false => y
  | true => not y

abbrev Bool.not (x : Bool) : Bool := _root_.not x
abbrev Bool.or (x y : Bool) : Bool := _root_.or x y
abbrev Bool.and (x y : Bool) : Bool := _root_.and x y
abbrev Bool.xor (x y : Bool) : Bool := _root_.xor x y

def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | true => x
  | false => y

def Bool.toNat (b : Bool) : Nat := cond b 1 0

def Bool.toInt (b : Bool) : Int := cond b 1 0

structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β

structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β

structure MProd (α β : Type u) where
  fst : α
  snd : β

def Prod.map {α₁ : Type u} {α₂ : Type v} {β₁ : Type w} {β₂ : Type w} (f : α₁ → α₂) (g : β₁ → β₂) :
    α₁ × β₁ → α₂ × β₂ := fun p => (f p.1, g p.2)

def Prod.swap {α : Type u} {β : Type v} : α × β → β × α := fun p => (p.2, p.1)

inductive Sum (α : Type u) (β : Type v) where
  | inl (val : α) : Sum α β
  | inr (val : β) : Sum α β

inductive PSum (α : Sort u) (β : Sort v) where
  | inl (val : α) : PSum α β
  | inr (val : β) : PSum α β

def Sum.elim {α : Type u} {β : Type v} {γ : Sort w} (f : α → γ) (g : β → γ) (x : Sum α β) : γ :=
  match x with
  | Sum.inl a => f a
  | Sum.inr b => g b

def Sum.map {α : Type u} {α' : Type w} {β : Type v} {β' : Type w} (f : α → α') (g : β → β')
    (x : Sum α β) : Sum α' β' :=
  match x with
  | Sum.inl a => Sum.inl (f a)
  | Sum.inr b => Sum.inr (g b)

def Sum.isLeft {α : Type u} {β : Type v} (x : Sum α β) : Bool :=
  match x with
  | Sum.inl _ => true
  | Sum.inr _ => false

def Sum.isRight {α : Type u} {β : Type v} (x : Sum α β) : Bool :=
  match x with
  | Sum.inl _ => false
  | Sum.inr _ => true

def Sum.swap {α : Type u} {β : Type v} (x : Sum α β) : Sum β α :=
  match x with
  | Sum.inl a => Sum.inr a
  | Sum.inr b => Sum.inl b

structure Sigma {α : Type u} (β : α → Type v) where
  fst : α
  snd : β fst

structure PSigma {α : Sort u} (β : α → Sort v) where
  fst : α
  snd : β fst

structure Subtype {α : Sort u} (p : α → Prop) where
  val : α
  property : p val

abbrev Subtype.prop {α : Sort u} {p : α → Prop} (x : Subtype p) : p x.val := x.property

inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α

export Option (none some)

def Option.getD {α : Type u} (opt : Option α) (dflt : α) : α :=
  match opt with
  | some x => x
  | none => dflt

def Option.map {α : Type u} {β : Type v} (f : α → β) (opt : Option α) : Option β :=
  match opt with
  | some x => some (f x)
  | none => none

def Option.bind {α : Type u} {β : Type v} (opt : Option α) (f : α → Option β) : Option β :=
  match opt with
  | some x => f x
  | none => none

def Option.isSome {α : Type u} (opt : Option α) : Bool :=
  match opt with
  | some _ => true
  | none => false

def Option.isNone {α : Type u} (opt : Option α) : Bool :=
  match opt with
  | some _ => false
  | none => true

def Option.elim {α : Type u} {β : Sort v} (opt : Option α) (b : β) (f : α → β) : β :=
  match opt with
  | some x => f x
  | none => b

def Option.filter {α : Type u} (p : α → Bool) (opt : Option α) : Option α :=
  match opt with
  | some x => cond (p x) (some x) none
  | none => none

def Option.orElse {α : Type u} (opt : Option α) (f : Unit → Option α) : Option α :=
  match opt with
  | some x => some x
  | none => f ()

def Option.or {α : Type u} (o o' : Option α) : Option α :=
  match o with
  | some x => some x
  | none => o'

def Option.join {α : Type u} (x : Option (Option α)) : Option α := x.bind id

def Option.toList {α : Type u} (opt : Option α) : List α :=
  match opt with
  | some x => [x]
  | none => []

def Option.all {α : Type u} (p : α → Bool) (opt : Option α) : Bool :=
  match opt with
  | some x => p x
  | none => true

def Option.any {α : Type u} (p : α → Bool) (opt : Option α) : Bool :=
  match opt with
  | some x => p x
  | none => false

/-- The value inside; `h` excludes `none`. -/
opaque Option.get {α : Type u} (o : Option α) (h : o.isSome = true) : α

def Option.get! {α : Type u} [Inhabited α] (o : Option α) : α := o.getD default

inductive Except (ε : Type u) (α : Type v) where
  | error : ε → Except ε α
  | ok : α → Except ε α

structure ULift (α : Type u) : Type v where
  up ::
  down : α

structure PLift (α : Sort u) : Type u where
  up ::
  down : α

inductive Ordering where
  | lt
  | eq
  | gt

def Ordering.then : Ordering → Ordering → Ordering
  | Ordering.eq, b => b
  | a, _ => a

structure Thunk (α : Type u) where
  mk ::
  fn : Unit → α

def Thunk.get {α : Type u} (x : Thunk α) : α := x.fn ()

-- ## Inhabited types

class Inhabited (α : Sort u) where
  default : α

export Inhabited (default)

class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α

class Unique (α : Sort u) extends Inhabited α

class Subsingleton (α : Sort u) : Prop where
  intro ::
  allEq : ∀ a b : α, a = b

class IsEmpty (α : Sort u) : Prop where
  false : α → False

class Nontrivial (α : Type u) : Prop where
  exists_pair_ne : ∃ x y : α, x ≠ y

instance instNonemptyOfInhabited {α : Sort u} [Inhabited α] : Nonempty α := ⟨default⟩

/-- Some element of a nonempty type. -/
opaque Classical.arbitrary (α : Sort u) [h : Nonempty α] : α

instance instInhabitedProp : Inhabited Prop := ⟨True⟩
instance instInhabitedForall {α : Sort u} {β : α → Sort v} [(a : α) → Inhabited (β a)] :
    Inhabited ((a : α) → β a) := ⟨fun _ => default⟩
instance instInhabitedBool : Inhabited Bool := ⟨false⟩
instance instInhabitedPUnit : Inhabited PUnit := ⟨PUnit.unit⟩
instance instInhabitedOption {α : Type u} : Inhabited (Option α) := ⟨none⟩
instance instInhabitedProd {α : Type u} {β : Type v} [Inhabited α] [Inhabited β] :
    Inhabited (α × β) := ⟨(default, default)⟩
instance instInhabitedList {α : Type u} : Inhabited (List α) := ⟨[]⟩
instance instInhabitedArray {α : Type u} : Inhabited (Array α) := ⟨#[]⟩
instance instInhabitedNat : Inhabited Nat := ⟨0⟩
instance instInhabitedInt : Inhabited Int := ⟨0⟩
instance instInhabitedString : Inhabited String := ⟨""⟩
instance instInhabitedReal : Inhabited Real := ⟨0⟩
instance instInhabitedFin {n : Nat} [NeZero n] : Inhabited (Fin n) := ⟨0⟩

-- ## Operator classes

class OfNat (α : Type u) (_ : Nat) where
  ofNat : α

class OfScientific (α : Type u) where
  ofScientific : (mantissa : Nat) → (exponentSign : Bool) → (decimalExponent : Nat) → α

class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ

class HSub (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSub : α → β → γ

class HMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMul : α → β → γ

class HDiv (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hDiv : α → β → γ

class HMod (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMod : α → β → γ

class HPow (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hPow : α → β → γ

class HSMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSMul : α → β → γ

class HVAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hVAdd : α → β → γ

class HAppend (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAppend : α → β → γ

class HOrElse (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hOrElse : α → (Unit → β) → γ

class HAndThen (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAndThen : α → (Unit → β) → γ

class HAnd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAnd : α → β → γ

class HXor (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hXor : α → β → γ

class HOr (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hOr : α → β → γ

class HShiftLeft (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hShiftLeft : α → β → γ

class HShiftRight (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hShiftRight : α → β → γ

class Zero (α : Type u) where
  zero : α

class One (α : Type u) where
  one : α

class Add (α : Type u) where
  add : α → α → α

class Sub (α : Type u) where
  sub : α → α → α

class Mul (α : Type u) where
  mul : α → α → α

class Neg (α : Type u) where
  neg : α → α

class Div (α : Type u) where
  div : α → α → α

class Inv (α : Type u) where
  inv : α → α

class Mod (α : Type u) where
  mod : α → α → α

class Dvd (α : Type u) where
  dvd : α → α → Prop

class Pow (α : Type u) (β : Type v) where
  pow : α → β → α

class NatPow (α : Type u) where
  pow : α → Nat → α

class SMul (M : Type u) (α : Type v) where
  smul : M → α → α

class VAdd (G : Type u) (P : Type v) where
  vadd : G → P → P

class Append (α : Type u) where
  append : α → α → α

class OrElse (α : Type u) where
  orElse : α → (Unit → α) → α

class AndOp (α : Type u) where
  and : α → α → α

class OrOp (α : Type u) where
  or : α → α → α

class ShiftLeft (α : Type u) where
  shiftLeft : α → α → α

class ShiftRight (α : Type u) where
  shiftRight : α → α → α

class Complement (α : Type u) where
  complement : α → α

class HasCompl (α : Type u) where
  compl : α → α

class SDiff (α : Type u) where
  sdiff : α → α → α

class HasSubset (α : Type u) where
  Subset : α → α → Prop

class HasSSubset (α : Type u) where
  SSubset : α → α → Prop

class Union (α : Type u) where
  union : α → α → α

class Inter (α : Type u) where
  inter : α → α → α

class EmptyCollection (α : Type u) where
  emptyCollection : α

class Insert (α : outParam (Type u)) (γ : Type v) where
  insert : α → γ → γ

class Singleton (α : outParam (Type u)) (β : Type v) where
  singleton : α → β

class Sep (α : outParam (Type u)) (γ : Type v) where
  sep : (α → Prop) → γ → γ

class SProd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  sprod : α → β → γ

class Membership (α : outParam (Type u)) (γ : Type v) where
  mem : γ → α → Prop

class BEq (α : Type u) where
  beq : α → α → Bool

class LawfulBEq (α : Type u) [BEq α] : Prop

class Hashable (α : Sort u) where
  hash : α → UInt64

export Hashable (hash)

class LE (α : Type u) where
  le : α → α → Prop

class LT (α : Type u) where
  lt : α → α → Prop

class Min (α : Type u) where
  min : α → α → α

class Max (α : Type u) where
  max : α → α → α

class Bot (α : Type u) where
  bot : α

class Top (α : Type u) where
  top : α

class SupSet (α : Type u) where
  sSup : Set α → α

class InfSet (α : Type u) where
  sInf : Set α → α

class Ord (α : Type u) where
  compare : α → α → Ordering

class SizeOf (α : Sort u) where
  sizeOf : α → Nat

class Star (R : Type u) where
  star : R → R

class NatCast (R : Type u) where
  natCast : Nat → R

class IntCast (R : Type u) where
  intCast : Int → R

class NNRatCast (K : Type u) where
  nnratCast : NNRat → K

class RatCast (K : Type u) where
  ratCast : Rat → K

class NeZero {R : Type u} [Zero R] (n : R) : Prop where
  out : n ≠ 0

class GetElem (coll : Type u) (idx : Type v) (elem : outParam (Type w))
    (valid : outParam (coll → idx → Prop)) where
  getElem (xs : coll) (i : idx) (h : valid xs i) : elem

class GetElem? (coll : Type u) (idx : Type v) (elem : outParam (Type w))
    (valid : outParam (coll → idx → Prop)) extends GetElem coll idx elem valid where
  getElem? : coll → idx → Option elem
  getElem! [Inhabited elem] (xs : coll) (i : idx) : elem

export BEq (beq)
export Min (min)
export Max (max)
export Insert (insert)
export Singleton (singleton)
export SupSet (sSup)
export InfSet (sInf)
export Ord (compare)
export SizeOf (sizeOf)
export Star (star)
export GetElem (getElem)
export GetElem? (getElem? getElem!)

abbrev GE.ge {α : Type u} [LE α] (a b : α) : Prop := b ≤ a

abbrev GT.gt {α : Type u} [LT α] (a b : α) : Prop := b < a

def bne {α : Type u} [BEq α] (a b : α) : Bool := not (a == b)

instance instHAdd {α : Type u} [Add α] : HAdd α α α := ⟨fun a b => Add.add a b⟩
instance instHSub {α : Type u} [Sub α] : HSub α α α := ⟨fun a b => Sub.sub a b⟩
instance instHMul {α : Type u} [Mul α] : HMul α α α := ⟨fun a b => Mul.mul a b⟩
instance instHDiv {α : Type u} [Div α] : HDiv α α α := ⟨fun a b => Div.div a b⟩
instance instHMod {α : Type u} [Mod α] : HMod α α α := ⟨fun a b => Mod.mod a b⟩
@[default_instance]
instance instHPow {α : Type u} {β : Type v} [Pow α β] : HPow α β α := ⟨fun a b => Pow.pow a b⟩
instance instPowNat {α : Type u} [NatPow α] : Pow α Nat := ⟨fun a n => NatPow.pow a n⟩
@[default_instance]
instance instHSMul {α : Type u} {β : Type v} [SMul α β] : HSMul α β β := ⟨fun a b => SMul.smul a b⟩
instance instHVAdd {α : Type u} {β : Type v} [VAdd α β] : HVAdd α β β := ⟨fun a b => VAdd.vadd a b⟩
@[default_instance]
instance instHAppendOfAppend {α : Type u} [Append α] : HAppend α α α :=
  ⟨fun a b => Append.append a b⟩
@[default_instance]
instance instHOrElseOfOrElse {α : Type u} [OrElse α] : HOrElse α α α :=
  ⟨fun a b => OrElse.orElse a b⟩
instance instHAndOfAndOp {α : Type u} [AndOp α] : HAnd α α α := ⟨fun a b => AndOp.and a b⟩
instance instHOrOfOrOp {α : Type u} [OrOp α] : HOr α α α := ⟨fun a b => OrOp.or a b⟩
instance instHShiftLeftOfShiftLeft {α : Type u} [ShiftLeft α] : HShiftLeft α α α :=
  ⟨fun a b => ShiftLeft.shiftLeft a b⟩
instance instHShiftRightOfShiftRight {α : Type u} [ShiftRight α] : HShiftRight α α α :=
  ⟨fun a b => ShiftRight.shiftRight a b⟩

instance instOrElseOption {α : Type u} : OrElse (Option α) := ⟨Option.orElse⟩

-- ## Numerals

@[default_instance 100]
instance instOfNatNat (n : Nat) : OfNat Nat n := ⟨n⟩

class Nat.AtLeastTwo (n : Nat) : Prop where
  prop : 2 ≤ n

instance instNatAtLeastTwo {n : Nat} : Nat.AtLeastTwo (n + 2) := ⟨by omega⟩

instance (priority := 300) Zero.toOfNat0 {α : Type u} [Zero α] : OfNat α 0 := ⟨Zero.zero⟩

instance (priority := 300) One.toOfNat1 {α : Type u} [One α] : OfNat α 1 := ⟨One.one⟩

instance (priority := 200) Zero.ofOfNat0 {α : Type u} [OfNat α 0] : Zero α := ⟨0⟩

instance (priority := 200) One.ofOfNat1 {α : Type u} [OfNat α 1] : One α := ⟨1⟩

instance (priority := 250) instOfNat {R : Type u} {n : Nat} [NatCast R] [Nat.AtLeastTwo n] :
    OfNat R n := ⟨Nat.cast n⟩

@[coe, reducible, match_pattern]
protected def Nat.cast {R : Type u} [NatCast R] : Nat → R := NatCast.natCast

@[coe, reducible, match_pattern]
protected def Int.cast {R : Type u} [IntCast R] : Int → R := IntCast.intCast

@[coe, reducible]
protected def Rat.cast {K : Type u} [RatCast K] : Rat → K := RatCast.ratCast

@[coe, reducible]
protected def NNRat.cast {K : Type u} [NNRatCast K] : NNRat → K := NNRatCast.nnratCast

axiom NeZero.ne {R : Type u} [Zero R] (n : R) [NeZero n] : n ≠ 0

axiom NeZero.ne' {R : Type u} [Zero R] (n : R) [NeZero n] : 0 ≠ n

axiom NeZero.pos {n : Nat} [NeZero n] : 0 < n

instance NeZero.succ {n : Nat} : NeZero (n + 1) := ⟨by omega⟩

instance NeZero.mul {a b : Nat} [NeZero a] [NeZero b] : NeZero (a * b) := ⟨by positivity⟩

instance NeZero.pow {a b : Nat} [NeZero a] : NeZero (a ^ b) := ⟨by positivity⟩

axiom NeZero.one {M : Type u} [Zero M] [One M] : NeZero (1 : M)

-- ## Coercions

class Coe (α : Sort u) (β : Sort v) where
  coe : α → β

class CoeTC (α : Sort u) (β : Sort v) where
  coe : α → β

class CoeOut (α : Sort u) (β : Sort v) where
  coe : α → β

class CoeHead (α : Sort u) (β : Sort v) where
  coe : α → β

class CoeTail (α : Sort u) (β : Sort v) where
  coe : α → β

class CoeHTCT (α : Sort u) (β : Sort v) where
  coe : α → β

class CoeDep (α : Sort u) (_ : α) (β : Sort v) where
  coe : β

class CoeT (α : Sort u) (_ : α) (β : Sort v) where
  coe : β

class CoeFun (α : Sort u) (γ : outParam (α → Sort v)) where
  coe : (f : α) → γ f

class CoeSort (α : Sort u) (β : outParam (Sort v)) where
  coe : α → β

instance Nat.instCoeTail {R : Type u} [NatCast R] : CoeTail Nat R := ⟨Nat.cast⟩
instance Nat.instCoeHTCT {R : Type u} [NatCast R] : CoeHTCT Nat R := ⟨Nat.cast⟩
instance Int.instCoeTail {R : Type u} [IntCast R] : CoeTail Int R := ⟨Int.cast⟩
instance Int.instCoeHTCT {R : Type u} [IntCast R] : CoeHTCT Int R := ⟨Int.cast⟩
instance Rat.instCoeTail {K : Type u} [RatCast K] : CoeTail Rat K := ⟨Rat.cast⟩
instance Rat.instCoeHTCT {K : Type u} [RatCast K] : CoeHTCT Rat K := ⟨Rat.cast⟩
instance NNRat.instCoeTail {K : Type u} [NNRatCast K] : CoeTail NNRat K := ⟨NNRat.cast⟩

instance subtypeCoe {α : Sort u} {p : α → Prop} : CoeOut (Subtype p) α := ⟨fun v => v.val⟩

instance optionCoe {α : Type u} : Coe α (Option α) := ⟨Option.some⟩

instance boolToProp : Coe Bool Prop := ⟨fun b => b = true⟩

instance boolToSort : CoeSort Bool Prop := ⟨fun b => b = true⟩

instance decPropToBool (p : Prop) [Decidable p] : CoeDep Prop p Bool := ⟨decide p⟩

/-- Types whose elements act as (dependent) functions. -/
class DFunLike (F : Sort u) (α : outParam (Sort v)) (β : outParam (α → Sort w)) where
  coe : F → ∀ a : α, β a

abbrev FunLike (F : Sort u) (α : outParam (Sort v)) (β : outParam (Sort w)) :=
  DFunLike F α fun _ => β

instance (priority := 100) DFunLike.instCoeFunForall {F : Sort u} {α : Sort v} {β : α → Sort w}
    [DFunLike F α β] : CoeFun F (fun _ => ∀ a : α, β a) := ⟨DFunLike.coe⟩

class EquivLike (E : Sort u) (α : outParam (Sort v)) (β : outParam (Sort w)) where
  coe : E → α → β
  inv : E → β → α

instance (priority := 100) EquivLike.toFunLike {E : Sort u} {α : Sort v} {β : Sort w}
    [EquivLike E α β] : FunLike E α β := ⟨EquivLike.coe⟩

class SetLike (A : Type u) (B : outParam (Type v)) where
  coe : A → Set B

instance SetLike.instCoeTCSet {A : Type u} {B : Type v} [SetLike A B] : CoeTC A (Set B) :=
  ⟨SetLike.coe⟩

instance (priority := 100) SetLike.instMembership {A : Type u} {B : Type v} [SetLike A B] :
    Membership B A := ⟨fun p x => x ∈ SetLike.coe p⟩

instance (priority := 100) SetLike.instCoeSortType {A : Type u} {B : Type v} [SetLike A B] :
    CoeSort A (Type v) := ⟨fun p => { x : B // x ∈ p }⟩

-- ## Boolean equality

instance (priority := 500) instBEqOfDecidableEq {α : Type u} [DecidableEq α] : BEq α :=
  ⟨fun a b => decide (a = b)⟩

instance instLawfulBEqAny {α : Type u} [BEq α] : LawfulBEq α := ⟨⟩

-- ## Text that only reports

/-- The value of an unreachable place: the default value. -/
def panic {α : Sort u} [Inhabited α] (_ : String) : α := default

def dbgTrace {α : Type u} (_ : String) (f : Unit → α) : α := f ()

-- ## Types with a value

abbrev NonemptyType : Type := { α : Type // Nonempty α }

abbrev NonemptyType.type (type : NonemptyType) : Type := type.val
