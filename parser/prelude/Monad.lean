import Denotary.Prelude.Measure

/-!
# Monads, state and loops
-/

universe u v w

class Functor (f : Type u → Type v) where
  map : {α β : Type u} → (α → β) → f α → f β

class Pure (f : Type u → Type v) where
  pure {α : Type u} : α → f α

export Pure (pure)

class Seq (f : Type u → Type v) where
  seq : {α β : Type u} → f (α → β) → (Unit → f α) → f β

class SeqLeft (f : Type u → Type v) where
  seqLeft : {α β : Type u} → f α → (Unit → f β) → f α

class SeqRight (f : Type u → Type v) where
  seqRight : {α β : Type u} → f α → (Unit → f β) → f β

class Bind (m : Type u → Type v) where
  bind : {α β : Type u} → m α → (α → m β) → m β

export Bind (bind)

class Monad (m : Type u → Type v) extends Bind m, Pure m

class Applicative (f : Type u → Type v) extends Functor f, Pure f, Seq f

class LawfulMonad (m : Type u → Type v) [Monad m] : Prop

instance (priority := 100) Monad.toFunctor {m : Type u → Type v} [Monad m] : Functor m :=
  ⟨fun f x => bind x fun a => pure (f a)⟩

instance (priority := 100) Monad.toSeq {m : Type u → Type v} [Monad m] : Seq m :=
  ⟨fun f x => bind f fun g => bind (x ()) fun a => pure (g a)⟩

instance (priority := 100) Monad.toSeqRight {m : Type u → Type v} [Monad m] : SeqRight m :=
  ⟨fun x y => bind x fun _ => y ()⟩

instance (priority := 100) Monad.toSeqLeft {m : Type u → Type v} [Monad m] : SeqLeft m :=
  ⟨fun x y => bind x fun a => bind (y ()) fun _ => pure a⟩

instance (priority := 90) Monad.toApplicative {m : Type u → Type v} [Monad m] : Applicative m :=
  { toFunctor := Monad.toFunctor, toPure := Monad.toPure, toSeq := Monad.toSeq }

def Id (α : Type u) : Type u := α

def Id.run {α : Type u} (x : Id α) : α := x

instance Id.instMonad : Monad Id := { toBind := ⟨fun x f => f x⟩, toPure := ⟨fun a => a⟩ }

instance Option.instMonad : Monad Option :=
  { toBind := ⟨fun x f => Option.bind x f⟩, toPure := ⟨fun a => some a⟩ }

instance List.instFunctor : Functor List := ⟨fun f l => List.map f l⟩

instance Except.instMonad {ε : Type u} : Monad (Except ε) :=
  { toBind := ⟨fun x f =>
    match x with
    | Except.error e => Except.error e
    | Except.ok
      a => f a⟩,
    toPure := ⟨fun a => Except.ok a⟩ }

def StateT (σ : Type u) (m : Type u → Type v) (α : Type u) : Type (max u v) := σ → m (α × σ)

abbrev StateM (σ α : Type u) : Type u := StateT σ Id α

def StateT.run {σ : Type u} {m : Type u → Type v} {α : Type u} (x : StateT σ m α) (s : σ) :
    m (α × σ) := x s

def StateT.run' {σ : Type u} {m : Type u → Type v} [Functor m] {α : Type u} (x : StateT σ m α)
    (s : σ) : m α := Functor.map (fun p => p.1) (x s)

protected def StateT.pure {σ : Type u} {m : Type u → Type v} [Monad m] {α : Type u} (a : α) :
    StateT σ m α := fun s => pure (a, s)

protected def StateT.bind {σ : Type u} {m : Type u → Type v} [Monad m] {α β : Type u}
    (x : StateT σ m α) (f : α → StateT σ m β) : StateT σ m β :=
  fun s => bind (x s) fun p => f p.1 p.2

protected def StateT.get {σ : Type u} {m : Type u → Type v} [Monad m] : StateT σ m σ :=
  fun s => pure (s, s)

protected def StateT.set {σ : Type u} {m : Type u → Type v} [Monad m] (s' : σ) :
    StateT σ m PUnit := fun _ => pure (PUnit.unit, s')

protected def StateT.modifyGet {σ : Type u} {m : Type u → Type v} [Monad m] {α : Type u}
    (f : σ → α × σ) : StateT σ m α := fun s => pure (f s)

instance StateT.instMonad {σ : Type u} {m : Type u → Type v} [Monad m] : Monad (StateT σ m) :=
  { toBind := ⟨StateT.bind⟩, toPure := ⟨StateT.pure⟩ }

class MonadState (σ : outParam (Type u)) (m : Type u → Type v) where
  get : m σ
  set : σ → m PUnit
  modifyGet : {α : Type u} → (σ → α × σ) → m α

export MonadState (get modifyGet)

class MonadStateOf (σ : semiOutParam (Type u)) (m : Type u → Type v) where
  get : m σ
  set : σ → m PUnit
  modifyGet : {α : Type u} → (σ → α × σ) → m α

export MonadStateOf (set)

instance StateT.instMonadState {σ : Type u} {m : Type u → Type v} [Monad m] :
    MonadState σ (StateT σ m) := ⟨StateT.get, StateT.set, StateT.modifyGet⟩

instance StateT.instMonadStateOf {σ : Type u} {m : Type u → Type v} [Monad m] :
    MonadStateOf σ (StateT σ m) := ⟨StateT.get, StateT.set, StateT.modifyGet⟩

def modify {σ : Type u} {m : Type u → Type v} [MonadState σ m] (f : σ → σ) : m PUnit :=
  modifyGet fun s => (PUnit.unit, f s)

def getModify {σ : Type u} {m : Type u → Type v} [MonadState σ m] (f : σ → σ) : m σ :=
  modifyGet fun s => (s, f s)

class MonadExcept (ε : semiOutParam (Type u)) (m : Type v → Type w) where
  throw {α : Type v} : ε → m α
  tryCatch {α : Type v} (body : m α) (handler : ε → m α) : m α

export MonadExcept (throw tryCatch)

instance Except.instMonadExcept {ε : Type u} : MonadExcept ε (Except ε) :=
  ⟨fun e => Except.error e, fun x h =>
    match x with
    | Except.error e => h e
    | Except.ok a => Except.ok a⟩

-- ## Loops

inductive ForInStep (α : Type u) where
  | done : α → ForInStep α
  | yield : α → ForInStep α

class ForIn (m : Type u → Type v) (ρ : Type w) (α : outParam (Type u)) where
  forIn {β : Type u} (xs : ρ) (b : β) (f : α → β → m (ForInStep β)) : m β

export ForIn (forIn)

protected def List.forIn {α : Type u} {β : Type u} {m : Type u → Type v} [Monad m] :
    List α → β → (α → β → m (ForInStep β)) → m β
  | [], b, _ => pure b
  | a :: as, b, f => bind (f a b) fun r =>
    match r with
    | ForInStep.done b => pure b
    | ForInStep.yield b => List.forIn as b f

instance List.instForIn {m : Type u → Type v} [Monad m] {α : Type u} : ForIn m (List α) α :=
  ⟨fun xs b f => List.forIn xs b f⟩

instance Array.instForIn {m : Type u → Type v} [Monad m] {α : Type u} : ForIn m (Array α) α :=
  ⟨fun xs b f => List.forIn xs.toList b f⟩

/-- `[start:stop:step]`. -/
structure Std.Range where
  start : Nat := 0
  stop : Nat
  step : Nat := 1

def Std.Range.toList (r : Std.Range) : List Nat :=
  List.range' r.start ((r.stop - r.start + r.step - 1) / r.step) r.step

instance Std.Range.instForIn {m : Type → Type v} [Monad m] : ForIn m Std.Range Nat :=
  ⟨fun r b f => List.forIn (Std.Range.toList r) b f⟩

def List.foldlM {m : Type u → Type v} [Monad m] {s : Type u} {α : Type w} (f : s → α → m s) :
    (init : s) → List α → m s
  | s, [] => pure s
  | s, a :: as => bind (f s a) fun s' => List.foldlM f s' as

def List.mapM {m : Type u → Type v} [Monad m] {α : Type w} {β : Type u} (f : α → m β) :
    List α → m (List β)
  | [] => pure []
  | a :: as => bind (f a) fun b => bind (List.mapM f as) fun bs => pure (b :: bs)

def List.forM {m : Type u → Type v} [Monad m] {α : Type w} (as : List α) (f : α → m PUnit) :
    m PUnit :=
  match as with
  | [] => pure PUnit.unit
  | a :: as => bind (f a) fun _ => List.forM as f

def Nat.forM {m : Type → Type v} [Monad m] (n : Nat) (f : (i : Nat) → i < n → m Unit) : m Unit :=
  List.forM (List.finRange n) fun i => f i.val i.isLt

def Nat.foldM {m : Type u → Type v} [Monad m] {α : Type u} (n : Nat)
    (f : (i : Nat) → i < n → α → m α) (init : α) : m α :=
  List.foldlM (fun a i => f i.val i.isLt a) init (List.finRange n)

def when {m : Type → Type v} [Monad m] (c : Prop) [Decidable c] (t : m Unit) : m Unit :=
  if c then t else pure ()

/-- Programs with effects; never run. -/
axiom IO : Type → Type

/-- Printing; never run. -/
opaque IO.println {α : Type u} [ToString α] (s : α) : IO Unit

/-- Printing; never run. -/
opaque IO.print {α : Type u} [ToString α] (s : α) : IO Unit

/-- Sequencing of effects; never run. -/
opaque Denotary.ioBind {α β : Type} (x : IO α) (f : α → IO β) : IO β

/-- A program without effects; never run. -/
opaque Denotary.ioPure {α : Type} (a : α) : IO α

instance IO.instMonad : Monad IO := { toBind := ⟨Denotary.ioBind⟩, toPure := ⟨Denotary.ioPure⟩ }

/-- Paths of files; only in programs that are never run. -/
axiom System.FilePath : Type

/-- Writing a file; never run. -/
opaque IO.FS.writeFile (fname : System.FilePath) (content : String) : IO Unit
