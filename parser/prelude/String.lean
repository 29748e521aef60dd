import Denotary.Prelude.List

/-!
# Characters, strings, printing, floating-point and machine numbers

Strings are Python strings, characters one-character strings.
-/

universe u v w

/-- A Unicode character. -/
axiom Char : Type

/-- A string. -/
axiom String : Type

/-- The character of a code point; `'\0'` for an invalid one. -/
opaque Char.ofNat (n : Nat) : Char

/-- The code point. -/
opaque Char.toNat (c : Char) : Nat

/-- Whether `'0' ≤ c ≤ '9'`. -/
opaque Char.isDigit (c : Char) : Bool

/-- Whether an ASCII letter. -/
opaque Char.isAlpha (c : Char) : Bool

/-- Whether an ASCII letter or digit. -/
opaque Char.isAlphanum (c : Char) : Bool

/-- Whether space, tab, carriage return or newline. -/
opaque Char.isWhitespace (c : Char) : Bool

/-- Whether an ASCII capital. -/
opaque Char.isUpper (c : Char) : Bool

/-- Whether an ASCII small letter. -/
opaque Char.isLower (c : Char) : Bool

/-- The ASCII capital of a small letter, else the character itself. -/
opaque Char.toUpper (c : Char) : Char

/-- The ASCII small letter of a capital, else the character itself. -/
opaque Char.toLower (c : Char) : Char

/-- The string of one character. -/
protected opaque Char.toString (c : Char) : String

/-- The digit of a number below 16, `'*'` above. -/
opaque Nat.digitChar (n : Nat) : Char

/-- Concatenation. -/
opaque String.append : String → String → String

/-- Number of characters. -/
opaque String.length : String → Nat

/-- Whether two strings are the same. -/
opaque String.beq : String → String → Bool

/-- The characters. -/
opaque String.toList (s : String) : List Char

/-- The string of a list of characters. -/
opaque String.ofList (data : List Char) : String

/-- A character appended. -/
opaque String.push : String → Char → String

/-- `n` copies of a character. -/
opaque String.replicate (n : Nat) (c : Char) : String

/-- The strings with a separator between them. -/
opaque String.intercalate (s : String) : List String → String

/-- The strings one after another. -/
opaque String.join (l : List String) : String

/-- The pieces between occurrences of a separator. -/
opaque String.splitOn (s : String) (sep : String := " ") : List String

/-- Every occurrence of `pattern` replaced; unchanged for an empty pattern. -/
opaque String.replace (s pattern replacement : String) : String

/-- Without leading and trailing white space. -/
opaque String.trim (s : String) : String

/-- In ASCII capitals. -/
opaque String.toUpper (s : String) : String

/-- In ASCII small letters. -/
opaque String.toLower (s : String) : String

/-- Whether it begins with `pre`. -/
opaque String.startsWith (s pre : String) : Bool

/-- Whether it ends with `post`. -/
opaque String.endsWith (s post : String) : Bool

/-- Whether a character occurs. -/
opaque String.contains (s : String) (c : Char) : Bool

/-- Without the first `n` characters. -/
opaque String.drop (s : String) (n : Nat) : String

/-- The first `n` characters. -/
opaque String.take (s : String) (n : Nat) : String

/-- Without the last `n` characters. -/
opaque String.dropRight (s : String) (n : Nat) : String

/-- The number that it spells in decimal digits (underscores between digits allowed). -/
opaque String.toNat? (s : String) : Option Nat

/-- The integer that it spells. -/
opaque String.toInt? (s : String) : Option Int

/-- Lexicographic order. -/
protected opaque String.lt (a b : String) : Prop

/-- In double quotes, escaped. -/
opaque String.quote (s : String) : String

/-- In decimal. -/
protected opaque Nat.repr (n : Nat) : String

/-- In decimal, with `-` in front of a negative one. -/
protected opaque Int.repr (n : Int) : String

/-- The digits of `n` in `base`. -/
opaque Nat.toDigits (base n : Nat) : List Char

/-- As Lean prints it: `3` or `3/4`. -/
protected opaque Rat.repr (q : Rat) : String

def String.isEmpty (s : String) : Bool := s.length == 0

def String.singleton (c : Char) : String := String.push "" c

def String.mk (data : List Char) : String := String.ofList data

def String.data (s : String) : List Char := String.toList s

def String.map (f : Char → Char) (s : String) : String :=
  String.ofList (List.map f (String.toList s))

def String.takeWhile (s : String) (p : Char → Bool) : String :=
  String.ofList (List.takeWhile p (String.toList s))

def String.dropWhile (s : String) (p : Char → Bool) : String :=
  String.ofList (List.dropWhile p (String.toList s))

def String.any (s : String) (p : Char → Bool) : Bool := List.any (String.toList s) p

def String.all (s : String) (p : Char → Bool) : Bool := List.all (String.toList s) p

def String.foldl {α : Type u} (f : α → Char → α) (init : α) (s : String) : α :=
  List.foldl f init (String.toList s)

def String.lines (s : String) : List String := String.splitOn s "\n"

def String.toNat! (s : String) : Nat := Option.getD (String.toNat? s) 0

def String.toInt! (s : String) : Int := Option.getD (String.toInt? s) 0

def String.isNat (s : String) : Bool := Option.isSome (String.toNat? s)

def String.pushn (s : String) (c : Char) (n : Nat) : String :=
  String.append s (String.replicate n c)

def List.asString (s : List Char) : String := String.ofList s

instance String.instAppend : Append String := ⟨String.append⟩
instance String.instBEq : BEq String := ⟨String.beq⟩
instance String.instLT : LT String := ⟨String.lt⟩
instance String.instInhabited : Inhabited String := ⟨""⟩
instance Char.instInhabited : Inhabited Char := ⟨'A'⟩
instance Char.instLE : LE Char := ⟨fun a b => a.toNat ≤ b.toNat⟩
instance Char.instLT : LT Char := ⟨fun a b => a.toNat < b.toNat⟩

class ToString (α : Type u) where
  toString : α → String

export ToString (toString)

instance instToStringString : ToString String := ⟨fun s => s⟩
instance instToStringChar : ToString Char := ⟨Char.toString⟩
instance instToStringNat : ToString Nat := ⟨Nat.repr⟩
instance instToStringInt : ToString Int := ⟨Int.repr⟩
instance instToStringRat : ToString Rat := ⟨Rat.repr⟩
instance instToStringBool : ToString Bool := ⟨fun b => cond b "true" "false"⟩
instance instToStringFin {n : Nat} : ToString (Fin n) := ⟨fun i => Nat.repr i.val⟩
instance instToStringUnit : ToString Unit := ⟨fun _ => "()"⟩
instance instToStringOption {α : Type u} [ToString α] : ToString (Option α) :=
  ⟨fun o =>
    match o with
    | none => "none"
    | some a => String.append (String.append "(some " (toString a)) ")"⟩
instance instToStringProd {α : Type u} {β : Type v} [ToString α] [ToString β] :
    ToString (α × β) :=
  ⟨fun p => String.join ["(", toString p.1, ", ", toString p.2, ")"]⟩
instance instToStringList {α : Type u} [ToString α] : ToString (List α) :=
  ⟨fun l => String.join ["[", String.intercalate ", " (List.map toString l), "]"]⟩
instance instToStringArray {α : Type u} [ToString α] : ToString (Array α) :=
  ⟨fun l => String.join ["#[", String.intercalate ", " (List.map toString l.toList), "]"]⟩

/-- Formatted text; only strings are formatted here. -/
structure Std.Format where
  text : String

class Repr (α : Type u) where
  reprPrec : α → Nat → Std.Format

def repr {α : Type u} [Repr α] (a : α) : Std.Format := Repr.reprPrec a 0

def reprStr {α : Type u} [Repr α] (a : α) : String := (Repr.reprPrec a 0).text

def Std.Format.pretty (f : Std.Format) : String := f.text

instance instToStringFormat : ToString Std.Format := ⟨fun f => f.text⟩
instance instReprNat : Repr Nat := ⟨fun n _ => ⟨Nat.repr n⟩⟩
instance instReprInt : Repr Int := ⟨fun n _ => ⟨Int.repr n⟩⟩
instance instReprBool : Repr Bool := ⟨fun b _ => ⟨cond b "true" "false"⟩⟩
instance instReprString : Repr String := ⟨fun s _ => ⟨String.quote s⟩⟩
instance instReprFin {n : Nat} : Repr (Fin n) := ⟨fun i _ => ⟨Nat.repr i.val⟩⟩

-- ## Floating-point and machine numbers

/-- Double precision numbers. -/
axiom Float : Type

/-- IEEE double addition. -/
opaque Float.add : Float → Float → Float

/-- IEEE double subtraction. -/
opaque Float.sub : Float → Float → Float

/-- IEEE double multiplication. -/
opaque Float.mul : Float → Float → Float

/-- IEEE double division. -/
opaque Float.div : Float → Float → Float

/-- IEEE negation. -/
opaque Float.neg : Float → Float

/-- IEEE `<=`. -/
opaque Float.le : Float → Float → Prop

/-- IEEE `<`. -/
opaque Float.lt : Float → Float → Prop

/-- IEEE `==`. -/
opaque Float.beq (a b : Float) : Bool

/-- The double next to a decimal. -/
opaque Float.ofScientific (m : Nat) (s : Bool) (e : Nat) : Float

/-- The double next to a natural number. -/
opaque Float.ofNat : Nat → Float

/-- The double next to an integer. -/
opaque Float.ofInt : Int → Float

/-- Square root in double precision. -/
opaque Float.sqrt : Float → Float

/-- Exponential in double precision. -/
opaque Float.exp : Float → Float

/-- Logarithm in double precision. -/
opaque Float.log : Float → Float

/-- Cosine in double precision. -/
opaque Float.cos : Float → Float

/-- Sine in double precision. -/
opaque Float.sin : Float → Float

/-- Power in double precision. -/
opaque Float.pow : Float → Float → Float

/-- Absolute value. -/
opaque Float.abs : Float → Float

/-- Largest integer below. -/
opaque Float.floor : Float → Float

/-- As Lean prints it, six decimals. -/
protected opaque Float.toString : Float → String

def Nat.toFloat (n : Nat) : Float := Float.ofNat n

def Int.toFloat (n : Int) : Float := Float.ofInt n

instance instOfNatFloat {n : Nat} : OfNat Float n := ⟨Float.ofNat n⟩
instance instOfScientificFloat : OfScientific Float := ⟨Float.ofScientific⟩
instance instAddFloat : Add Float := ⟨Float.add⟩
instance instSubFloat : Sub Float := ⟨Float.sub⟩
instance instMulFloat : Mul Float := ⟨Float.mul⟩
instance instDivFloat : Div Float := ⟨Float.div⟩
instance instNegFloat : Neg Float := ⟨Float.neg⟩
instance instLEFloat : LE Float := ⟨Float.le⟩
instance instLTFloat : LT Float := ⟨Float.lt⟩
instance instBEqFloat : BEq Float := ⟨Float.beq⟩
instance instPowFloat : Pow Float Float := ⟨Float.pow⟩
instance instMinFloat : Min Float := ⟨fun a b => if a ≤ b then a else b⟩
instance instMaxFloat : Max Float := ⟨fun a b => if a ≤ b then b else a⟩
instance instInhabitedFloat : Inhabited Float := ⟨0⟩
instance instToStringFloat : ToString Float := ⟨Float.toString⟩

/-- Numbers modulo 2 ^ 8. -/
structure UInt8 where
  val : Fin 256

/-- Numbers modulo 2 ^ 16. -/
structure UInt16 where
  val : Fin 65536

/-- Numbers modulo 2 ^ 32. -/
structure UInt32 where
  val : Fin 4294967296

/-- Numbers modulo 2 ^ 64. -/
structure UInt64 where
  val : Fin 18446744073709551616

/-- Numbers modulo 2 ^ 64, as on a 64-bit machine. -/
structure USize where
  val : Fin 18446744073709551616

def UInt8.ofNat (n : Nat) : UInt8 := ⟨Fin.ofNat 256 n⟩
def UInt16.ofNat (n : Nat) : UInt16 := ⟨Fin.ofNat 65536 n⟩
def UInt32.ofNat (n : Nat) : UInt32 := ⟨Fin.ofNat 4294967296 n⟩
def UInt64.ofNat (n : Nat) : UInt64 := ⟨Fin.ofNat 18446744073709551616 n⟩
def USize.ofNat (n : Nat) : USize := ⟨Fin.ofNat 18446744073709551616 n⟩

def UInt8.toNat (n : UInt8) : Nat := n.val.val
def UInt16.toNat (n : UInt16) : Nat := n.val.val
def UInt32.toNat (n : UInt32) : Nat := n.val.val
def UInt64.toNat (n : UInt64) : Nat := n.val.val
def USize.toNat (n : USize) : Nat := n.val.val

def Nat.toUInt8 (n : Nat) : UInt8 := UInt8.ofNat n
def Nat.toUInt32 (n : Nat) : UInt32 := UInt32.ofNat n
def Nat.toUInt64 (n : Nat) : UInt64 := UInt64.ofNat n

instance UInt8.instOfNat {n : Nat} : OfNat UInt8 n := ⟨UInt8.ofNat n⟩
instance UInt16.instOfNat {n : Nat} : OfNat UInt16 n := ⟨UInt16.ofNat n⟩
instance UInt32.instOfNat {n : Nat} : OfNat UInt32 n := ⟨UInt32.ofNat n⟩
instance UInt64.instOfNat {n : Nat} : OfNat UInt64 n := ⟨UInt64.ofNat n⟩

structure ByteArray where
  data : Array UInt8

structure FloatArray where
  data : Array Float
