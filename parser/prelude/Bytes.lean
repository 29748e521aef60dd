import Denotary.Prelude.Programs

/-!
# Machine words, bytes, and the world's files and processes

Words are natural numbers modulo a power of two. Actions of `IO` have types only.
-/

universe u v

-- ## `UInt8`

def UInt8.size : Nat := 256

instance UInt8.instAdd : Add UInt8 := ⟨fun a b => UInt8.ofNat (UInt8.toNat a + UInt8.toNat b)⟩
instance UInt8.instSub : Sub UInt8 := ⟨fun a b => UInt8.ofNat (256 - UInt8.toNat b + UInt8.toNat a)⟩
instance UInt8.instMul : Mul UInt8 := ⟨fun a b => UInt8.ofNat (UInt8.toNat a * UInt8.toNat b)⟩
instance UInt8.instDiv : Div UInt8 := ⟨fun a b => UInt8.ofNat (UInt8.toNat a / UInt8.toNat b)⟩
instance UInt8.instMod : Mod UInt8 := ⟨fun a b => UInt8.ofNat (UInt8.toNat a % UInt8.toNat b)⟩
instance UInt8.instAndOp : AndOp UInt8 := ⟨fun a b => UInt8.ofNat (Nat.land (UInt8.toNat a) (UInt8.toNat b))⟩
instance UInt8.instOrOp : OrOp UInt8 := ⟨fun a b => UInt8.ofNat (Nat.lor (UInt8.toNat a) (UInt8.toNat b))⟩
instance UInt8.instHXor : HXor UInt8 UInt8 UInt8 :=
  ⟨fun a b => UInt8.ofNat (Nat.xor (UInt8.toNat a) (UInt8.toNat b))⟩
instance UInt8.instShiftLeft : ShiftLeft UInt8 :=
  ⟨fun a b => UInt8.ofNat (UInt8.toNat a * 2 ^ (UInt8.toNat b % 8))⟩
instance UInt8.instShiftRight : ShiftRight UInt8 :=
  ⟨fun a b => UInt8.ofNat (UInt8.toNat a / 2 ^ (UInt8.toNat b % 8))⟩
instance UInt8.instLE : LE UInt8 := ⟨fun a b => UInt8.toNat a ≤ UInt8.toNat b⟩
instance UInt8.instLT : LT UInt8 := ⟨fun a b => UInt8.toNat a < UInt8.toNat b⟩
instance UInt8.instInhabited : Inhabited UInt8 := ⟨UInt8.ofNat 0⟩
instance UInt8.instToString : ToString UInt8 := ⟨fun a => toString (UInt8.toNat a)⟩
instance UInt8.instRepr : Repr UInt8 := ⟨fun a p => Repr.reprPrec (UInt8.toNat a) p⟩

def UInt8.toUInt16 (a : UInt8) : UInt16 := UInt16.ofNat (UInt8.toNat a)

def UInt8.toUInt32 (a : UInt8) : UInt32 := UInt32.ofNat (UInt8.toNat a)

def UInt8.toUInt64 (a : UInt8) : UInt64 := UInt64.ofNat (UInt8.toNat a)

def UInt8.toUSize (a : UInt8) : USize := USize.ofNat (UInt8.toNat a)

-- ## `UInt16`

def Nat.toUInt16 (n : Nat) : UInt16 := UInt16.ofNat n

def UInt16.size : Nat := 65536

instance UInt16.instAdd : Add UInt16 := ⟨fun a b => UInt16.ofNat (UInt16.toNat a + UInt16.toNat b)⟩
instance UInt16.instSub : Sub UInt16 := ⟨fun a b => UInt16.ofNat (65536 - UInt16.toNat b + UInt16.toNat a)⟩
instance UInt16.instMul : Mul UInt16 := ⟨fun a b => UInt16.ofNat (UInt16.toNat a * UInt16.toNat b)⟩
instance UInt16.instDiv : Div UInt16 := ⟨fun a b => UInt16.ofNat (UInt16.toNat a / UInt16.toNat b)⟩
instance UInt16.instMod : Mod UInt16 := ⟨fun a b => UInt16.ofNat (UInt16.toNat a % UInt16.toNat b)⟩
instance UInt16.instAndOp : AndOp UInt16 := ⟨fun a b => UInt16.ofNat (Nat.land (UInt16.toNat a) (UInt16.toNat b))⟩
instance UInt16.instOrOp : OrOp UInt16 := ⟨fun a b => UInt16.ofNat (Nat.lor (UInt16.toNat a) (UInt16.toNat b))⟩
instance UInt16.instHXor : HXor UInt16 UInt16 UInt16 :=
  ⟨fun a b => UInt16.ofNat (Nat.xor (UInt16.toNat a) (UInt16.toNat b))⟩
instance UInt16.instShiftLeft : ShiftLeft UInt16 :=
  ⟨fun a b => UInt16.ofNat (UInt16.toNat a * 2 ^ (UInt16.toNat b % 16))⟩
instance UInt16.instShiftRight : ShiftRight UInt16 :=
  ⟨fun a b => UInt16.ofNat (UInt16.toNat a / 2 ^ (UInt16.toNat b % 16))⟩
instance UInt16.instLE : LE UInt16 := ⟨fun a b => UInt16.toNat a ≤ UInt16.toNat b⟩
instance UInt16.instLT : LT UInt16 := ⟨fun a b => UInt16.toNat a < UInt16.toNat b⟩
instance UInt16.instInhabited : Inhabited UInt16 := ⟨UInt16.ofNat 0⟩
instance UInt16.instToString : ToString UInt16 := ⟨fun a => toString (UInt16.toNat a)⟩
instance UInt16.instRepr : Repr UInt16 := ⟨fun a p => Repr.reprPrec (UInt16.toNat a) p⟩

def UInt16.toUInt8 (a : UInt16) : UInt8 := UInt8.ofNat (UInt16.toNat a)

def UInt16.toUInt32 (a : UInt16) : UInt32 := UInt32.ofNat (UInt16.toNat a)

def UInt16.toUInt64 (a : UInt16) : UInt64 := UInt64.ofNat (UInt16.toNat a)

def UInt16.toUSize (a : UInt16) : USize := USize.ofNat (UInt16.toNat a)

-- ## `UInt32`

def UInt32.size : Nat := 4294967296

instance UInt32.instAdd : Add UInt32 := ⟨fun a b => UInt32.ofNat (UInt32.toNat a + UInt32.toNat b)⟩
instance UInt32.instSub : Sub UInt32 := ⟨fun a b => UInt32.ofNat (4294967296 - UInt32.toNat b + UInt32.toNat a)⟩
instance UInt32.instMul : Mul UInt32 := ⟨fun a b => UInt32.ofNat (UInt32.toNat a * UInt32.toNat b)⟩
instance UInt32.instDiv : Div UInt32 := ⟨fun a b => UInt32.ofNat (UInt32.toNat a / UInt32.toNat b)⟩
instance UInt32.instMod : Mod UInt32 := ⟨fun a b => UInt32.ofNat (UInt32.toNat a % UInt32.toNat b)⟩
instance UInt32.instAndOp : AndOp UInt32 := ⟨fun a b => UInt32.ofNat (Nat.land (UInt32.toNat a) (UInt32.toNat b))⟩
instance UInt32.instOrOp : OrOp UInt32 := ⟨fun a b => UInt32.ofNat (Nat.lor (UInt32.toNat a) (UInt32.toNat b))⟩
instance UInt32.instHXor : HXor UInt32 UInt32 UInt32 :=
  ⟨fun a b => UInt32.ofNat (Nat.xor (UInt32.toNat a) (UInt32.toNat b))⟩
instance UInt32.instShiftLeft : ShiftLeft UInt32 :=
  ⟨fun a b => UInt32.ofNat (UInt32.toNat a * 2 ^ (UInt32.toNat b % 32))⟩
instance UInt32.instShiftRight : ShiftRight UInt32 :=
  ⟨fun a b => UInt32.ofNat (UInt32.toNat a / 2 ^ (UInt32.toNat b % 32))⟩
instance UInt32.instLE : LE UInt32 := ⟨fun a b => UInt32.toNat a ≤ UInt32.toNat b⟩
instance UInt32.instLT : LT UInt32 := ⟨fun a b => UInt32.toNat a < UInt32.toNat b⟩
instance UInt32.instInhabited : Inhabited UInt32 := ⟨UInt32.ofNat 0⟩
instance UInt32.instToString : ToString UInt32 := ⟨fun a => toString (UInt32.toNat a)⟩
instance UInt32.instRepr : Repr UInt32 := ⟨fun a p => Repr.reprPrec (UInt32.toNat a) p⟩

def UInt32.toUInt8 (a : UInt32) : UInt8 := UInt8.ofNat (UInt32.toNat a)

def UInt32.toUInt16 (a : UInt32) : UInt16 := UInt16.ofNat (UInt32.toNat a)

def UInt32.toUInt64 (a : UInt32) : UInt64 := UInt64.ofNat (UInt32.toNat a)

def UInt32.toUSize (a : UInt32) : USize := USize.ofNat (UInt32.toNat a)

-- ## `UInt64`

def UInt64.size : Nat := 18446744073709551616

instance UInt64.instAdd : Add UInt64 := ⟨fun a b => UInt64.ofNat (UInt64.toNat a + UInt64.toNat b)⟩
instance UInt64.instSub : Sub UInt64 := ⟨fun a b => UInt64.ofNat (18446744073709551616 - UInt64.toNat b + UInt64.toNat a)⟩
instance UInt64.instMul : Mul UInt64 := ⟨fun a b => UInt64.ofNat (UInt64.toNat a * UInt64.toNat b)⟩
instance UInt64.instDiv : Div UInt64 := ⟨fun a b => UInt64.ofNat (UInt64.toNat a / UInt64.toNat b)⟩
instance UInt64.instMod : Mod UInt64 := ⟨fun a b => UInt64.ofNat (UInt64.toNat a % UInt64.toNat b)⟩
instance UInt64.instAndOp : AndOp UInt64 := ⟨fun a b => UInt64.ofNat (Nat.land (UInt64.toNat a) (UInt64.toNat b))⟩
instance UInt64.instOrOp : OrOp UInt64 := ⟨fun a b => UInt64.ofNat (Nat.lor (UInt64.toNat a) (UInt64.toNat b))⟩
instance UInt64.instHXor : HXor UInt64 UInt64 UInt64 :=
  ⟨fun a b => UInt64.ofNat (Nat.xor (UInt64.toNat a) (UInt64.toNat b))⟩
instance UInt64.instShiftLeft : ShiftLeft UInt64 :=
  ⟨fun a b => UInt64.ofNat (UInt64.toNat a * 2 ^ (UInt64.toNat b % 64))⟩
instance UInt64.instShiftRight : ShiftRight UInt64 :=
  ⟨fun a b => UInt64.ofNat (UInt64.toNat a / 2 ^ (UInt64.toNat b % 64))⟩
instance UInt64.instLE : LE UInt64 := ⟨fun a b => UInt64.toNat a ≤ UInt64.toNat b⟩
instance UInt64.instLT : LT UInt64 := ⟨fun a b => UInt64.toNat a < UInt64.toNat b⟩
instance UInt64.instInhabited : Inhabited UInt64 := ⟨UInt64.ofNat 0⟩
instance UInt64.instToString : ToString UInt64 := ⟨fun a => toString (UInt64.toNat a)⟩
instance UInt64.instRepr : Repr UInt64 := ⟨fun a p => Repr.reprPrec (UInt64.toNat a) p⟩

def UInt64.toUInt8 (a : UInt64) : UInt8 := UInt8.ofNat (UInt64.toNat a)

def UInt64.toUInt16 (a : UInt64) : UInt16 := UInt16.ofNat (UInt64.toNat a)

def UInt64.toUInt32 (a : UInt64) : UInt32 := UInt32.ofNat (UInt64.toNat a)

def UInt64.toUSize (a : UInt64) : USize := USize.ofNat (UInt64.toNat a)

-- ## `USize`

def Nat.toUSize (n : Nat) : USize := USize.ofNat n

instance USize.instOfNat {n : Nat} : OfNat USize n := ⟨USize.ofNat n⟩

def USize.size : Nat := 18446744073709551616

instance USize.instAdd : Add USize := ⟨fun a b => USize.ofNat (USize.toNat a + USize.toNat b)⟩
instance USize.instSub : Sub USize := ⟨fun a b => USize.ofNat (18446744073709551616 - USize.toNat b + USize.toNat a)⟩
instance USize.instMul : Mul USize := ⟨fun a b => USize.ofNat (USize.toNat a * USize.toNat b)⟩
instance USize.instDiv : Div USize := ⟨fun a b => USize.ofNat (USize.toNat a / USize.toNat b)⟩
instance USize.instMod : Mod USize := ⟨fun a b => USize.ofNat (USize.toNat a % USize.toNat b)⟩
instance USize.instAndOp : AndOp USize := ⟨fun a b => USize.ofNat (Nat.land (USize.toNat a) (USize.toNat b))⟩
instance USize.instOrOp : OrOp USize := ⟨fun a b => USize.ofNat (Nat.lor (USize.toNat a) (USize.toNat b))⟩
instance USize.instHXor : HXor USize USize USize :=
  ⟨fun a b => USize.ofNat (Nat.xor (USize.toNat a) (USize.toNat b))⟩
instance USize.instShiftLeft : ShiftLeft USize :=
  ⟨fun a b => USize.ofNat (USize.toNat a * 2 ^ (USize.toNat b % 64))⟩
instance USize.instShiftRight : ShiftRight USize :=
  ⟨fun a b => USize.ofNat (USize.toNat a / 2 ^ (USize.toNat b % 64))⟩
instance USize.instLE : LE USize := ⟨fun a b => USize.toNat a ≤ USize.toNat b⟩
instance USize.instLT : LT USize := ⟨fun a b => USize.toNat a < USize.toNat b⟩
instance USize.instInhabited : Inhabited USize := ⟨USize.ofNat 0⟩
instance USize.instToString : ToString USize := ⟨fun a => toString (USize.toNat a)⟩
instance USize.instRepr : Repr USize := ⟨fun a p => Repr.reprPrec (USize.toNat a) p⟩

def USize.toUInt8 (a : USize) : UInt8 := UInt8.ofNat (USize.toNat a)

def USize.toUInt16 (a : USize) : UInt16 := UInt16.ofNat (USize.toNat a)

def USize.toUInt32 (a : USize) : UInt32 := UInt32.ofNat (USize.toNat a)

def USize.toUInt64 (a : USize) : UInt64 := UInt64.ofNat (USize.toNat a)

-- ## Floats: operations on `Float` have types only

/-- The base-2 logarithm in floating point. -/
opaque Float.log2 : Float → Float

/-- Rounding to an integer in floating point, halves away from zero. -/
opaque Float.round : Float → Float

/-- The least integer above in floating point. -/
opaque Float.ceil : Float → Float

/-- The tangent in floating point. -/
opaque Float.tan : Float → Float

/-- The hyperbolic tangent in floating point. -/
opaque Float.tanh : Float → Float

/-- Whether it is no number. -/
opaque Float.isNaN : Float → Bool

/-- Whether it is infinite. -/
opaque Float.isInf : Float → Bool

/-- Whether it is a finite number. -/
opaque Float.isFinite : Float → Bool

/-- Truncation to 8 bits, saturating. -/
opaque Float.toUInt8 : Float → UInt8

/-- Truncation to 16 bits, saturating. -/
opaque Float.toUInt16 : Float → UInt16

/-- Truncation to 32 bits, saturating. -/
opaque Float.toUInt32 : Float → UInt32

/-- Truncation to 64 bits, saturating. -/
opaque Float.toUInt64 : Float → UInt64

/-- Truncation to a machine word, saturating. -/
opaque Float.toUSize : Float → USize

/-- The bits of the IEEE format. -/
opaque Float.toBits : Float → UInt64

/-- The float of these bits of the IEEE format. -/
opaque Float.ofBits : UInt64 → Float

/-- Scaling by a power of two in floating point. -/
opaque Float.scaleB (x : Float) (i : Int) : Float

def UInt8.toFloat (a : UInt8) : Float := Float.ofNat (UInt8.toNat a)
def UInt16.toFloat (a : UInt16) : Float := Float.ofNat (UInt16.toNat a)
def UInt32.toFloat (a : UInt32) : Float := Float.ofNat (UInt32.toNat a)
def UInt64.toFloat (a : UInt64) : Float := Float.ofNat (UInt64.toNat a)
def USize.toFloat (a : USize) : Float := Float.ofNat (USize.toNat a)

-- ## Characters as words

def UInt8.toChar (a : UInt8) : Char := Char.ofNat (UInt8.toNat a)
def Char.toUInt8 (c : Char) : UInt8 := UInt8.ofNat (Char.toNat c)
def Char.val (c : Char) : UInt32 := UInt32.ofNat (Char.toNat c)

-- ## `ByteArray`

def ByteArray.empty : ByteArray := ⟨#[]⟩
def ByteArray.emptyWithCapacity (_ : Nat) : ByteArray := ⟨#[]⟩
def ByteArray.mkEmpty (_ : Nat) : ByteArray := ⟨#[]⟩
def ByteArray.size (a : ByteArray) : Nat := a.data.size
def ByteArray.usize (a : ByteArray) : USize := USize.ofNat a.data.size
def ByteArray.push (a : ByteArray) (b : UInt8) : ByteArray := ⟨a.data.push b⟩
def ByteArray.get! (a : ByteArray) (i : Nat) : UInt8 := a.data[i]!
def ByteArray.get? (a : ByteArray) (i : Nat) : Option UInt8 := a.data[i]?
def ByteArray.set! (a : ByteArray) (i : Nat) (b : UInt8) : ByteArray := ⟨a.data.set! i b⟩
def ByteArray.toList (a : ByteArray) : List UInt8 := a.data.toList
def ByteArray.isEmpty (a : ByteArray) : Bool := a.data.size == 0
def ByteArray.foldl {β : Type u} (f : β → UInt8 → β) (init : β) (a : ByteArray) : β := a.data.foldl f init

instance ByteArray.instInhabited : Inhabited ByteArray := ⟨ByteArray.empty⟩
instance ByteArray.instGetElem : GetElem ByteArray Nat UInt8 fun a i => i < a.size :=
  ⟨fun a i _ => a.data[i]!⟩
instance ByteArray.instGetElem? : GetElem? ByteArray Nat UInt8 fun a i => i < a.size :=
  { toGetElem := ByteArray.instGetElem, getElem? := fun a i => a.data[i]?,
    getElem! := fun a i => a.data[i]! }
instance ByteArray.instForIn {m : Type u → Type v} [Monad m] : ForIn m ByteArray UInt8 :=
  ⟨fun a b f => List.forIn a.toList b f⟩

def List.toByteArray (l : List UInt8) : ByteArray := ⟨l.toArray⟩

-- ## `FloatArray`

def FloatArray.empty : FloatArray := ⟨#[]⟩
def FloatArray.emptyWithCapacity (_ : Nat) : FloatArray := ⟨#[]⟩
def FloatArray.mkEmpty (_ : Nat) : FloatArray := ⟨#[]⟩
def FloatArray.size (a : FloatArray) : Nat := a.data.size
def FloatArray.usize (a : FloatArray) : USize := USize.ofNat a.data.size
def FloatArray.push (a : FloatArray) (b : Float) : FloatArray := ⟨a.data.push b⟩
def FloatArray.get! (a : FloatArray) (i : Nat) : Float := a.data[i]!
def FloatArray.get? (a : FloatArray) (i : Nat) : Option Float := a.data[i]?
def FloatArray.set! (a : FloatArray) (i : Nat) (b : Float) : FloatArray := ⟨a.data.set! i b⟩
def FloatArray.toList (a : FloatArray) : List Float := a.data.toList
def FloatArray.isEmpty (a : FloatArray) : Bool := a.data.size == 0
def FloatArray.foldl {β : Type u} (f : β → Float → β) (init : β) (a : FloatArray) : β := a.data.foldl f init

instance FloatArray.instInhabited : Inhabited FloatArray := ⟨FloatArray.empty⟩
instance FloatArray.instGetElem : GetElem FloatArray Nat Float fun a i => i < a.size :=
  ⟨fun a i _ => a.data[i]!⟩
instance FloatArray.instGetElem? : GetElem? FloatArray Nat Float fun a i => i < a.size :=
  { toGetElem := FloatArray.instGetElem, getElem? := fun a i => a.data[i]?,
    getElem! := fun a i => a.data[i]! }
instance FloatArray.instForIn {m : Type u → Type v} [Monad m] : ForIn m FloatArray Float :=
  ⟨fun a b f => List.forIn a.toList b f⟩

def List.toFloatArray (l : List Float) : FloatArray := ⟨l.toArray⟩

def ByteArray.append (a b : ByteArray) : ByteArray := ⟨a.data ++ b.data⟩

instance ByteArray.instAppend : Append ByteArray := ⟨ByteArray.append⟩

def ByteArray.extract (a : ByteArray) (b e : Nat) : ByteArray := ⟨a.data.extract b e⟩

def ByteArray.copySlice (src : ByteArray) (srcOff : Nat) (dest : ByteArray) (destOff len : Nat)
    (exact : Bool := true) : ByteArray :=
  ⟨dest.data.extract 0 destOff ++ src.data.extract srcOff (srcOff + len)
    ++ dest.data.extract (destOff + min len (src.data.size - srcOff)) dest.data.size⟩

-- ## Files, processes, time; never run

/-- An open file. -/
axiom IO.FS.Handle : Type

/-- An open stream. -/
axiom IO.FS.Stream : Type

/-- Standard output; never run. -/
opaque IO.getStdout : IO IO.FS.Stream

/-- Standard error; never run. -/
opaque IO.getStderr : IO IO.FS.Stream

/-- Standard input; never run. -/
opaque IO.getStdin : IO IO.FS.Stream

/-- Writes what is buffered; never run. -/
opaque IO.FS.Stream.flush (s : IO.FS.Stream) : IO Unit

/-- Writes a text; never run. -/
opaque IO.FS.Stream.putStr (s : IO.FS.Stream) (t : String) : IO Unit

/-- Writes a line; never run. -/
opaque IO.FS.Stream.putStrLn (s : IO.FS.Stream) (t : String) : IO Unit

/-- Reads a line; never run. -/
opaque IO.FS.Stream.getLine (s : IO.FS.Stream) : IO String

/-- Reads up to so many bytes; never run. -/
opaque IO.FS.Handle.read (h : IO.FS.Handle) (bytes : USize) : IO ByteArray

/-- Writes bytes; never run. -/
opaque IO.FS.Handle.write (h : IO.FS.Handle) (a : ByteArray) : IO Unit

/-- Reads a line; never run. -/
opaque IO.FS.Handle.getLine (h : IO.FS.Handle) : IO String

/-- Writes a text; never run. -/
opaque IO.FS.Handle.putStr (h : IO.FS.Handle) (t : String) : IO Unit

/-- Writes a line; never run. -/
opaque IO.FS.Handle.putStrLn (h : IO.FS.Handle) (t : String) : IO Unit

/-- Writes what is buffered; never run. -/
opaque IO.FS.Handle.flush (h : IO.FS.Handle) : IO Unit

inductive IO.FS.Mode where
  | read | write | writeNew | readWrite | append

/-- Opens a file; never run. -/
opaque IO.FS.Handle.mk (p : System.FilePath) (mode : IO.FS.Mode) : IO IO.FS.Handle

/-- The lines of a file; never run. -/
opaque IO.FS.lines (p : System.FilePath) : IO (Array String)

/-- The working folder; never run. -/
opaque IO.currentDir : IO System.FilePath

/-- Waits; never run. -/
opaque IO.sleep (ms : UInt32) : IO Unit

structure IO.Process.StdioConfig where
  piped : Bool := false

structure IO.Process.SpawnArgs where
  cmd : String
  args : Array String := #[]
  cwd : Option System.FilePath := none
  env : Array (String × Option String) := #[]

structure IO.Process.Output where
  exitCode : UInt32
  stdout : String
  stderr : String

/-- Runs a program; never run. -/
opaque IO.Process.output (args : IO.Process.SpawnArgs) : IO IO.Process.Output

/-- Runs a program for its output; never run. -/
opaque IO.Process.run (args : IO.Process.SpawnArgs) : IO String

def IO.ofExcept {ε α : Type} [ToString ε] : Except ε α → IO α
  | Except.ok a => pure a
  | Except.error e => throw (IO.userError (toString e))

