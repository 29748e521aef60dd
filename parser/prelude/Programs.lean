import Denotary.Prelude.Monad

/-!
# Programs: monad transformers, lifting, streams, loops without end, effects
-/

universe u v w

-- ## Lifting

class MonadLift (m : semiOutParam (Type u → Type v)) (n : Type u → Type w) where
  monadLift : {α : Type u} → m α → n α

class MonadLiftT (m : Type u → Type v) (n : Type u → Type w) where
  monadLift : {α : Type u} → m α → n α

export MonadLiftT (monadLift)

abbrev liftM {m : Type u → Type v} {n : Type u → Type w} [self : MonadLiftT m n] {α : Type u}
    (x : m α) : n α := MonadLiftT.monadLift x

instance MonadLift.instTrans {m : Type u → Type v} {n : Type u → Type w} {o : Type u → Type w}
    [MonadLift n o] [MonadLiftT m n] : MonadLiftT m o :=
  ⟨fun x => MonadLift.monadLift (m := n) (MonadLiftT.monadLift (n := n) x)⟩

instance MonadLift.instRefl {m : Type u → Type v} : MonadLiftT m m := ⟨fun x => x⟩

instance Id.instMonadLift {m : Type u → Type v} [Monad m] : MonadLift Id m := ⟨fun x => pure x⟩

instance StateT.instMonadLift {σ : Type u} {m : Type u → Type v} [Monad m] :
    MonadLift m (StateT σ m) := ⟨fun x s => bind x fun a => pure (a, s)⟩

-- ## State

instance MonadState.instLift {σ : Type u} {m : Type u → Type v} {n : Type u → Type w}
    [MonadLift m n] [MonadState σ m] : MonadState σ n :=
  ⟨MonadLift.monadLift (m := m) MonadState.get,
    fun s => MonadLift.monadLift (m := m) (MonadState.set s),
    fun f => MonadLift.monadLift (m := m) (MonadState.modifyGet f)⟩

instance MonadStateOf.instLift {σ : Type u} {m : Type u → Type v} {n : Type u → Type w}
    [MonadLift m n] [MonadStateOf σ m] : MonadStateOf σ n :=
  ⟨MonadLift.monadLift (m := m) MonadStateOf.get,
    fun s => MonadLift.monadLift (m := m) (MonadStateOf.set s),
    fun f => MonadLift.monadLift (m := m) (MonadStateOf.modifyGet f)⟩

def getThe (σ : Type u) {m : Type u → Type v} [MonadStateOf σ m] : m σ := MonadStateOf.get

def modifyThe (σ : Type u) {m : Type u → Type v} [MonadStateOf σ m] (f : σ → σ) : m PUnit :=
  MonadStateOf.modifyGet fun s => (PUnit.unit, f s)

def Functor.discard {f : Type u → Type v} [Functor f] {α : Type u} (x : f α) : f PUnit :=
  Functor.map (fun _ => PUnit.unit) x

export Functor (discard)

-- ## Reading

def ReaderT (ρ : Type u) (m : Type u → Type v) (α : Type u) : Type (max u v) := ρ → m α

abbrev ReaderM (ρ α : Type u) : Type u := ReaderT ρ Id α

def ReaderT.run {ρ : Type u} {m : Type u → Type v} {α : Type u} (x : ReaderT ρ m α) (r : ρ) :
    m α := x r

instance ReaderT.instMonad {ρ : Type u} {m : Type u → Type v} [Monad m] : Monad (ReaderT ρ m) :=
  { toBind := ⟨fun x f r => bind (x r) fun a => f a r⟩, toPure := ⟨fun a _ => pure a⟩ }

instance ReaderT.instMonadLift {ρ : Type u} {m : Type u → Type v} : MonadLift m (ReaderT ρ m) :=
  ⟨fun x _ => x⟩

class MonadReader (ρ : outParam (Type u)) (m : Type u → Type v) where
  read : m ρ

export MonadReader (read)

class MonadReaderOf (ρ : semiOutParam (Type u)) (m : Type u → Type v) where
  read : m ρ

instance ReaderT.instMonadReader {ρ : Type u} {m : Type u → Type v} [Monad m] :
    MonadReader ρ (ReaderT ρ m) := ⟨fun r => pure r⟩

instance ReaderT.instMonadReaderOf {ρ : Type u} {m : Type u → Type v} [Monad m] :
    MonadReaderOf ρ (ReaderT ρ m) := ⟨fun r => pure r⟩

instance MonadReader.instLift {ρ : Type u} {m : Type u → Type v} {n : Type u → Type w}
    [MonadLift m n] [MonadReader ρ m] : MonadReader ρ n :=
  ⟨MonadLift.monadLift (m := m) MonadReader.read⟩

-- ## Options

def OptionT (m : Type u → Type v) (α : Type u) : Type v := m (Option α)

def OptionT.run {m : Type u → Type v} {α : Type u} (x : OptionT m α) : m (Option α) := x

def OptionT.mk {m : Type u → Type v} {α : Type u} (x : m (Option α)) : OptionT m α := x

protected def OptionT.bind {m : Type u → Type v} [Monad m] {α β : Type u} (x : OptionT m α)
    (f : α → OptionT m β) : OptionT m β :=
  OptionT.mk (bind (OptionT.run x) fun
    | some a => OptionT.run (f a)
    | none => pure none)

protected def OptionT.pure {m : Type u → Type v} [Monad m] {α : Type u} (a : α) : OptionT m α :=
  OptionT.mk (pure (some a))

protected def OptionT.fail {m : Type u → Type v} [Monad m] {α : Type u} : OptionT m α :=
  OptionT.mk (pure none)

protected def OptionT.lift {m : Type u → Type v} [Monad m] {α : Type u} (x : m α) : OptionT m α :=
  OptionT.mk (bind x fun a => pure (some a))

instance OptionT.instMonad {m : Type u → Type v} [Monad m] : Monad (OptionT m) :=
  { toBind := ⟨OptionT.bind⟩, toPure := ⟨OptionT.pure⟩ }

instance OptionT.instMonadLift {m : Type u → Type v} [Monad m] : MonadLift m (OptionT m) :=
  ⟨OptionT.lift⟩

-- ## Exceptions

def ExceptT (ε : Type u) (m : Type u → Type v) (α : Type u) : Type v := m (Except ε α)

def ExceptT.run {ε : Type u} {m : Type u → Type v} {α : Type u} (x : ExceptT ε m α) :
    m (Except ε α) := x

def ExceptT.mk {ε : Type u} {m : Type u → Type v} {α : Type u} (x : m (Except ε α)) :
    ExceptT ε m α := x

protected def ExceptT.bind {ε : Type u} {m : Type u → Type v} [Monad m] {α β : Type u}
    (x : ExceptT ε m α) (f : α → ExceptT ε m β) : ExceptT ε m β :=
  ExceptT.mk (bind (ExceptT.run x) fun
    | Except.ok a => ExceptT.run (f a)
    | Except.error e => pure (Except.error e))

protected def ExceptT.pure {ε : Type u} {m : Type u → Type v} [Monad m] {α : Type u} (a : α) :
    ExceptT ε m α := ExceptT.mk (pure (Except.ok a))

protected def ExceptT.lift {ε : Type u} {m : Type u → Type v} [Monad m] {α : Type u} (x : m α) :
    ExceptT ε m α := ExceptT.mk (bind x fun a => pure (Except.ok a))

protected def ExceptT.tryCatch {ε : Type u} {m : Type u → Type v} [Monad m] {α : Type u}
    (x : ExceptT ε m α) (handle : ε → ExceptT ε m α) : ExceptT ε m α :=
  ExceptT.mk (bind (ExceptT.run x) fun
    | Except.ok a => pure (Except.ok a)
    | Except.error e => ExceptT.run (handle e))

instance ExceptT.instMonad {ε : Type u} {m : Type u → Type v} [Monad m] : Monad (ExceptT ε m) :=
  { toBind := ⟨ExceptT.bind⟩, toPure := ⟨ExceptT.pure⟩ }

instance ExceptT.instMonadLift {ε : Type u} {m : Type u → Type v} [Monad m] :
    MonadLift m (ExceptT ε m) := ⟨ExceptT.lift⟩

instance ExceptT.instMonadLiftExcept {ε : Type u} {m : Type u → Type v} [Monad m] :
    MonadLift (Except ε) (ExceptT ε m) := ⟨fun x => ExceptT.mk (pure x)⟩

instance ExceptT.instMonadExcept {ε : Type u} {m : Type u → Type v} [Monad m] :
    MonadExcept ε (ExceptT ε m) :=
  ⟨fun e => ExceptT.mk (pure (Except.error e)), ExceptT.tryCatch⟩

instance StateT.instMonadExcept {σ ε : Type u} {m : Type u → Type v} [Monad m] [MonadExcept ε m] :
    MonadExcept ε (StateT σ m) :=
  ⟨fun e _ => throw e, fun x handle s => tryCatch (x s) fun e => handle e s⟩

instance ReaderT.instMonadExcept {ρ ε : Type u} {m : Type u → Type v} [MonadExcept ε m] :
    MonadExcept ε (ReaderT ρ m) :=
  ⟨fun e _ => throw e, fun x handle r => tryCatch (x r) fun e => handle e r⟩

instance Option.instMonadExcept : MonadExcept Unit Option :=
  ⟨fun _ => none, fun x handle =>
    match x with
    | some a => some a
    | none => handle ()⟩

instance OptionT.instMonadExcept {m : Type u → Type v} [Monad m] : MonadExcept Unit (OptionT m) :=
  ⟨fun _ => OptionT.fail, fun x handle => OptionT.mk (bind (OptionT.run x) fun
    | some a => pure (some a)
    | none => OptionT.run (handle ()))⟩

def Except.toOption {ε : Type u} {α : Type v} : Except ε α → Option α
  | Except.ok a => some a
  | Except.error _ => none

def liftExcept {ε : Type u} {m : Type u → Type v} [Monad m] [MonadExcept ε m] {α : Type u} :
    Except ε α → m α
  | Except.ok a => pure a
  | Except.error e => throw e

-- ## Alternatives

class Alternative (f : Type u → Type v) extends Applicative f where
  failure : {α : Type u} → f α
  orElse : {α : Type u} → f α → (Unit → f α) → f α

export Alternative (failure)

instance Option.instAlternative : Alternative Option :=
  { toApplicative := Monad.toApplicative
    failure := none
    orElse := fun x y =>
      match x with
      | some a => some a
      | none => y () }

instance OptionT.instAlternative {m : Type u → Type v} [Monad m] : Alternative (OptionT m) :=
  { toApplicative := Monad.toApplicative
    failure := OptionT.fail
    orElse := fun x y => OptionT.mk (bind (OptionT.run x) fun
      | some a => pure (some a)
      | none => OptionT.run (y ())) }

instance Alternative.instOrElse {f : Type u → Type v} [Alternative f] {α : Type u} :
    OrElse (f α) := ⟨Alternative.orElse⟩

def Bind.kleisliRight {α : Type w} {m : Type u → Type v} [Bind m] {β γ : Type u} (f : α → m β)
    (g : β → m γ) (a : α) : m γ := Bind.bind (f a) g

def optional {f : Type u → Type v} [Alternative f] {α : Type u} (x : f α) : f (Option α) :=
  Alternative.orElse (Functor.map some x) fun _ => pure none

def guard {f : Type → Type v} [Alternative f] (p : Prop) [Decidable p] : f Unit :=
  if p then pure () else failure

-- ## Streams

class Stream (stream : Type u) (value : outParam (Type v)) where
  next? : stream → Option (value × stream)

class ToStream (collection : Type u) (stream : outParam (Type u)) where
  toStream : collection → stream

export ToStream (toStream)

instance List.instStream {α : Type u} : Stream (List α) α :=
  ⟨fun
    | [] => none
    | a :: as => some (a, as)⟩

instance Std.Range.instStream : Stream Std.Range Nat :=
  ⟨fun r => if r.start < r.stop then some (r.start, { r with start := r.start + r.step }) else none⟩

instance Std.Range.instMembership : Membership Nat Std.Range :=
  ⟨fun r i => r.start ≤ i ∧ i < r.stop ∧ (i - r.start) % r.step = 0⟩

instance List.instToStream {α : Type u} : ToStream (List α) (List α) := ⟨fun l => l⟩
instance Std.Range.instToStream : ToStream Std.Range Std.Range := ⟨fun r => r⟩
instance Array.instToStream {α : Type u} : ToStream (Array α) (List α) := ⟨fun a => a.toList⟩

instance Option.instForIn {m : Type u → Type v} [Monad m] {α : Type u} : ForIn m (Option α) α :=
  ⟨fun x b f =>
    match x with
    | none => pure b
    | some a => Bind.bind (f a b) fun
      | ForInStep.done r => pure r
      | ForInStep.yield r => pure r⟩

instance String.instForIn {m : Type u → Type v} [Monad m] : ForIn m String Char :=
  ⟨fun s b f => List.forIn s.toList b f⟩

-- ## Loops without end

inductive Loop where
  | mk

/-- Lean's is `partial`, so nothing about it can be proved. -/
opaque Loop.forIn {β : Type u} {m : Type u → Type v} [Monad m] (l : Loop) (b : β)
    (f : Unit → β → m (ForInStep β)) : m β

instance Loop.instForIn {m : Type u → Type v} [Monad m] : ForIn m Loop Unit := ⟨Loop.forIn⟩

-- ## Effects

/-- Errors of programs with effects. -/
inductive IO.Error where
  | userError (msg : String)
  | otherError

def IO.userError (s : String) : IO.Error := IO.Error.userError s

instance IO.Error.instToString : ToString IO.Error :=
  ⟨fun
    | IO.Error.userError s => s
    | IO.Error.otherError => "other error"⟩

instance IO.Error.instCoe : Coe String IO.Error := ⟨IO.userError⟩

/-- Failing; never run. -/
opaque Denotary.ioThrow {α : Type} (e : IO.Error) : IO α

/-- Handling a failure; never run. -/
opaque Denotary.ioCatch {α : Type} (x : IO α) (handle : IO.Error → IO α) : IO α

instance IO.instMonadExcept : MonadExcept IO.Error IO := ⟨Denotary.ioThrow, Denotary.ioCatch⟩

instance Functor.instMapConst : Inhabited (IO Unit) := ⟨pure ()⟩

abbrev BaseIO (α : Type) : Type := IO α

abbrev EIO (ε α : Type) : Type := IO α

/-- A cell of memory. -/
axiom IO.Ref : Type → Type

/-- A new cell; never run. -/
opaque IO.mkRef {α : Type} (a : α) : IO (IO.Ref α)

/-- Reading a cell; never run. -/
opaque IO.Ref.get {α : Type} (r : IO.Ref α) : IO α

/-- Writing a cell; never run. -/
opaque IO.Ref.set {α : Type} (r : IO.Ref α) (a : α) : IO Unit

/-- Changing a cell; never run. -/
opaque IO.Ref.modify {α : Type} (r : IO.Ref α) (f : α → α) : IO Unit

/-- Printing; never run. -/
opaque IO.eprintln {α : Type u} [ToString α] (s : α) : IO Unit

/-- Printing; never run. -/
opaque IO.eprint {α : Type u} [ToString α] (s : α) : IO Unit

/-- The environment's variable of this name; never run. -/
opaque IO.getEnv (name : String) : IO (Option String)

/-- A clock; never run. -/
opaque IO.monoMsNow : IO Nat

/-- A clock; never run. -/
opaque IO.monoNanosNow : IO Nat

/-- Random numbers; never run. -/
opaque IO.rand (lo hi : Nat) : IO Nat

/-- Ends the program; never run. -/
opaque IO.Process.exit {α : Type} (code : UInt8) : IO α

/-- Reading a file; never run. -/
opaque IO.FS.readFile (fname : System.FilePath) : IO String

/-- Reading a file; never run. -/
opaque IO.FS.readBinFile (fname : System.FilePath) : IO ByteArray

/-- Writing a file; never run. -/
opaque IO.FS.writeBinFile (fname : System.FilePath) (content : ByteArray) : IO Unit

/-- Making folders; never run. -/
opaque IO.FS.createDirAll (p : System.FilePath) : IO Unit

/-- Removing a file; never run. -/
opaque IO.FS.removeFile (p : System.FilePath) : IO Unit

/-- A path from its text. -/
opaque System.FilePath.mk (s : String) : System.FilePath

/-- The text of a path. -/
opaque System.FilePath.toString (p : System.FilePath) : String

/-- A folder and a name in it. -/
opaque System.FilePath.join (p q : System.FilePath) : System.FilePath

/-- Whether something is there; never run. -/
opaque System.FilePath.pathExists (p : System.FilePath) : IO Bool

instance System.FilePath.instCoe : Coe String System.FilePath := ⟨System.FilePath.mk⟩
instance System.FilePath.instToString : ToString System.FilePath := ⟨System.FilePath.toString⟩
instance System.FilePath.instHDiv : HDiv System.FilePath System.FilePath System.FilePath :=
  ⟨System.FilePath.join⟩
