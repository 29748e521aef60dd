import Denotary.Prelude.Set

/-!
# Lists and arrays
-/

universe u v w

inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α

/-- An array is the list of its elements. -/
structure Array (α : Type u) where
  mk ::
  toList : List α

namespace List

/-- The element at a position. -/
opaque get {α : Type u} (as : List α) (i : Fin as.length) : α

protected def append {α : Type u} (xs ys : List α) : List α :=
  match xs with
  | [] => ys
  | a :: as => a :: List.append as ys

def length {α : Type u} : List α → Nat
  | [] => 0
  | _ :: as => List.length as + 1

def map {α : Type u} {β : Type v} (f : α → β) : List α → List β
  | [] => []
  | a :: as => f a :: List.map f as

def filter {α : Type u} (p : α → Bool) : List α → List α
  | [] => []
  | a :: as => cond (p a) (a :: List.filter p as) (List.filter p as)

def filterMap {α : Type u} {β : Type v} (f : α → Option β) : List α → List β
  | [] => []
  | a :: as =>
    match f a with
    | none => List.filterMap f as
    | some b => b :: List.filterMap f as

def foldl {α : Type u} {β : Type v} (f : α → β → α) : (init : α) → List β → α
  | a, [] => a
  | a, b :: l => List.foldl f (f a b) l

def foldr {α : Type u} {β : Type v} (f : α → β → β) (init : β) : List α → β
  | [] => init
  | a :: as => f a (List.foldr f init as)

def foldl1 {α : Type u} [Inhabited α] (f : α → α → α) (l : List α) : α :=
  match l with
  | [] => default
  | a :: as => List.foldl f a as

def reverseAux {α : Type u} : List α → List α → List α
  | [], r => r
  | a :: l, r => List.reverseAux l (a :: r)

def reverse {α : Type u} (as : List α) : List α := List.reverseAux as []

protected def flatten {α : Type u} : List (List α) → List α
  | [] => []
  | l :: L => List.append l (List.flatten L)

protected def join {α : Type u} (L : List (List α)) : List α := List.flatten L

def flatMap {α : Type u} {β : Type v} (b : α → List β) (as : List α) : List β :=
  List.flatten (List.map b as)

protected def bind {α : Type u} {β : Type v} (as : List α) (b : α → List β) : List β :=
  List.flatten (List.map b as)

protected def pure {α : Type u} (a : α) : List α := [a]

def singleton {α : Type u} (a : α) : List α := [a]

def replicate {α : Type u} : (n : Nat) → (a : α) → List α
  | 0, _ => []
  | n + 1, a => a :: List.replicate n a

def leftpad {α : Type u} (n : Nat) (a : α) (l : List α) : List α :=
  List.append (List.replicate (n - l.length) a) l

def rightpad {α : Type u} (n : Nat) (a : α) (l : List α) : List α :=
  List.append l (List.replicate (n - l.length) a)

def range.loop : Nat → List Nat → List Nat
  | 0, ns => ns
  | n + 1, ns => range.loop n (n :: ns)

def range (n : Nat) : List Nat := range.loop n []

def range' : (start len : Nat) → (step : Nat := 1) → List Nat
  | _, 0, _ => []
  | s, n + 1, step => s :: List.range' (s + step) n step

def iota : Nat → List Nat
  | 0 => []
  | n + 1 => (n + 1) :: List.iota n

/-- The indices of `Fin n` in order. -/
opaque finRange (n : Nat) : List (Fin n)

def ofFn {α : Type u} {n : Nat} (f : Fin n → α) : List α := List.map f (List.finRange n)

def head? {α : Type u} : List α → Option α
  | [] => none
  | a :: _ => some a

def headD {α : Type u} (as : List α) (fallback : α) : α :=
  match as with
  | [] => fallback
  | a :: _ => a

def head! {α : Type u} [Inhabited α] (as : List α) : α := List.headD as default

def head {α : Type u} (as : List α) (h : as ≠ []) : α := List.get as ⟨0, by simp⟩

def tail {α : Type u} : List α → List α
  | [] => []
  | _ :: as => as

def tail! {α : Type u} (as : List α) : List α := List.tail as

def tail? {α : Type u} : List α → Option (List α)
  | [] => none
  | _ :: as => some as

def tailD {α : Type u} (l fallback : List α) : List α :=
  match l with
  | [] => fallback
  | _ :: as => as

def getLast? {α : Type u} : List α → Option α
  | [] => none
  | a :: as => some (List.foldl (fun _ b => b) a as)

def getLastD {α : Type u} (as : List α) (fallback : α) : α := Option.getD (List.getLast? as) fallback

def getLast! {α : Type u} [Inhabited α] (as : List α) : α := List.getLastD as default

def getLast {α : Type u} (as : List α) (h : as ≠ []) : α :=
  List.get as ⟨as.length - 1, by omega⟩

def dropLast {α : Type u} : List α → List α
  | [] => []
  | [_] => []
  | a :: b :: as => a :: List.dropLast (b :: as)

def get?Internal {α : Type u} : List α → Nat → Option α
  | [], _ => none
  | a :: _, 0 => some a
  | _ :: as, n + 1 => List.get?Internal as n

def get? {α : Type u} (as : List α) (i : Nat) : Option α := List.get?Internal as i

def getD {α : Type u} (as : List α) (i : Nat) (fallback : α) : α :=
  Option.getD (List.get?Internal as i) fallback

def get! {α : Type u} [Inhabited α] (as : List α) (i : Nat) : α := List.getD as i default

def take {α : Type u} : Nat → List α → List α
  | 0, _ => []
  | _ + 1, [] => []
  | n + 1, a :: as => a :: List.take n as

def drop {α : Type u} : Nat → List α → List α
  | 0, as => as
  | _ + 1, [] => []
  | n + 1, _ :: as => List.drop n as

def splitAt {α : Type u} (n : Nat) (l : List α) : List α × List α := (List.take n l, List.drop n l)

def takeWhile {α : Type u} (p : α → Bool) : List α → List α
  | [] => []
  | a :: as => cond (p a) (a :: List.takeWhile p as) []

def dropWhile {α : Type u} (p : α → Bool) : List α → List α
  | [] => []
  | a :: as => cond (p a) (List.dropWhile p as) (a :: as)

def partition {α : Type u} (p : α → Bool) (as : List α) : List α × List α :=
  (List.filter p as, List.filter (fun a => not (p a)) as)

def span {α : Type u} (p : α → Bool) (as : List α) : List α × List α :=
  (List.takeWhile p as, List.dropWhile p as)

def zipWith {α : Type u} {β : Type v} {γ : Type w} (f : α → β → γ) :
    (xs : List α) → (ys : List β) → List γ
  | x :: xs, y :: ys => f x y :: List.zipWith f xs ys
  | _, _ => []

def zip {α : Type u} {β : Type v} : List α → List β → List (α × β) := List.zipWith Prod.mk

def unzip {α : Type u} {β : Type v} (l : List (α × β)) : List α × List β :=
  (List.map (fun p => p.1) l, List.map (fun p => p.2) l)

def zipIdx {α : Type u} : (l : List α) → (i : Nat := 0) → List (α × Nat)
  | [], _ => []
  | x :: xs, n => (x, n) :: List.zipIdx xs (n + 1)

def enum {α : Type u} (l : List α) : List (Nat × α) :=
  List.map (fun p => (p.2, p.1)) (List.zipIdx l)

def enumFrom {α : Type u} (n : Nat) (l : List α) : List (Nat × α) :=
  List.map (fun p => (p.2, p.1)) (List.zipIdx l n)

def mapIdx {α : Type u} {β : Type v} (f : Nat → α → β) (l : List α) : List β :=
  List.map (fun p => f p.2 p.1) (List.zipIdx l)

def all {α : Type u} : List α → (α → Bool) → Bool
  | [], _ => true
  | h :: t, p => _root_.and (p h) (List.all t p)

def any {α : Type u} : List α → (α → Bool) → Bool
  | [], _ => false
  | h :: t, p => _root_.or (p h) (List.any t p)

def and (bs : List Bool) : Bool := List.all bs id

def or (bs : List Bool) : Bool := List.any bs id

def isEmpty {α : Type u} : List α → Bool
  | [] => true
  | _ :: _ => false

def elem {α : Type u} [BEq α] (a : α) : (l : List α) → Bool
  | [] => false
  | b :: bs => _root_.or (a == b) (List.elem a bs)

abbrev contains {α : Type u} [BEq α] (as : List α) (a : α) : Bool := List.elem a as

def find? {α : Type u} (p : α → Bool) : List α → Option α
  | [] => none
  | a :: as => cond (p a) (some a) (List.find? p as)

def findSome? {α : Type u} {β : Type v} (f : α → Option β) : List α → Option β
  | [] => none
  | a :: as =>
    match f a with
    | some b => some b
    | none => List.findSome? f as

def findIdx {α : Type u} (p : α → Bool) : (l : List α) → Nat
  | [] => 0
  | a :: as => cond (p a) 0 (List.findIdx p as + 1)

def idxOf {α : Type u} [BEq α] (a : α) : List α → Nat := List.findIdx (fun b => b == a)

def indexOf {α : Type u} [BEq α] (a : α) : List α → Nat := List.findIdx (fun b => b == a)

def findIdx? {α : Type u} (p : α → Bool) (l : List α) : Option Nat :=
  cond (List.any l p) (some (List.findIdx p l)) none

def idxOf? {α : Type u} [BEq α] (a : α) (l : List α) : Option Nat :=
  List.findIdx? (fun b => b == a) l

def lookup {α : Type u} {β : Type v} [BEq α] : α → List (α × β) → Option β
  | _, [] => none
  | a, (k, b) :: as => cond (a == k) (some b) (List.lookup a as)

def count {α : Type u} [BEq α] (a : α) (l : List α) : Nat :=
  List.length (List.filter (fun b => b == a) l)

def countP {α : Type u} (p : α → Bool) (l : List α) : Nat := List.length (List.filter p l)

def erase {α : Type u} [BEq α] : List α → α → List α
  | [], _ => []
  | a :: as, b => cond (a == b) as (a :: List.erase as b)

def eraseIdx {α : Type u} : (l : List α) → (i : Nat) → List α
  | [], _ => []
  | _ :: as, 0 => as
  | a :: as, n + 1 => a :: List.eraseIdx as n

def eraseDups {α : Type u} [BEq α] (as : List α) : List α :=
  List.foldl (fun acc a => cond (List.elem a acc) acc (List.append acc [a])) [] as

def dedup {α : Type u} [DecidableEq α] (l : List α) : List α :=
  List.foldr (fun a acc => cond (List.elem a acc) acc (a :: acc)) [] l

protected def insert {α : Type u} [BEq α] (a : α) (l : List α) : List α :=
  cond (List.elem a l) l (a :: l)

def insertIdx {α : Type u} : (xs : List α) → (i : Nat) → (a : α) → List α
  | xs, 0, a => a :: xs
  | [], _ + 1, _ => []
  | x :: xs, n + 1, a => x :: List.insertIdx xs n a

def set {α : Type u} : (l : List α) → (n : Nat) → (a : α) → List α
  | [], _, _ => []
  | _ :: as, 0, b => b :: as
  | a :: as, n + 1, b => a :: List.set as n b

def modify {α : Type u} (l : List α) (i : Nat) (f : α → α) : List α :=
  List.mapIdx (fun j a => cond (j == i) (f a) a) l

def sum {α : Type u} [Add α] [Zero α] : List α → α := List.foldr (fun a b => a + b) 0

def prod {α : Type u} [Mul α] [One α] : List α → α := List.foldr (fun a b => a * b) 1

def max? {α : Type u} [Max α] : List α → Option α
  | [] => none
  | a :: as => some (List.foldl max a as)

def min? {α : Type u} [Min α] : List α → Option α
  | [] => none
  | a :: as => some (List.foldl min a as)

def maximum? {α : Type u} [Max α] (l : List α) : Option α := List.max? l

def minimum? {α : Type u} [Min α] (l : List α) : Option α := List.min? l

def intersperse {α : Type u} (sep : α) : (l : List α) → List α
  | [] => []
  | [x] => [x]
  | x :: y :: xs => x :: sep :: List.intersperse sep (y :: xs)

def intercalate {α : Type u} (sep : List α) (xs : List (List α)) : List α :=
  List.flatten (List.intersperse sep xs)

def scanl {α : Type u} {β : Type v} (f : α → β → α) (a : α) : List β → List α
  | [] => [a]
  | b :: l => a :: List.scanl f (f a b) l

def isPrefixOf {α : Type u} [BEq α] : List α → List α → Bool
  | [], _ => true
  | _, [] => false
  | a :: as, b :: bs => cond (a == b) (List.isPrefixOf as bs) false

def isSuffixOf {α : Type u} [BEq α] (l₁ l₂ : List α) : Bool :=
  List.isPrefixOf (List.reverse l₁) (List.reverse l₂)

def transpose {α : Type u} (l : List (List α)) : List (List α) :=
  List.map (fun j => List.filterMap (fun row => List.get?Internal row j) l)
    (List.range (Option.getD (List.max? (List.map List.length l)) 0))

def product {α : Type u} {β : Type v} (l₁ : List α) (l₂ : List β) : List (α × β) :=
  List.flatMap (fun a => List.map (fun b => (a, b)) l₂) l₁

def attach {α : Type u} (l : List α) : List { x // x ∈ l } :=
  List.map (fun i => ⟨List.get l i, by simp⟩) (List.finRange l.length)

def insertionSort {α : Type u} (r : α → α → Prop) [DecidableRel r] : List α → List α
  | [] => []
  | a :: as => List.orderedInsert r a (List.insertionSort r as)

def orderedInsert {α : Type u} (r : α → α → Prop) [DecidableRel r] (a : α) : List α → List α
  | [] => [a]
  | b :: l => if r a b then a :: b :: l else b :: List.orderedInsert r a l

def mergeSort {α : Type u} [LE α] (xs : List α)
    (le : α → α → Bool := fun a b => decide (a ≤ b)) : List α :=
  List.insertionSort (fun a b => le a b = true) xs

def toArray {α : Type u} (xs : List α) : Array α := ⟨xs⟩

protected def beq {α : Type u} [BEq α] : List α → List α → Bool
  | [], [] => true
  | a :: as, b :: bs => cond (a == b) (List.beq as bs) false
  | _, _ => false

inductive Mem {α : Type u} (a : α) : List α → Prop where
  | head (as : List α) : List.Mem a (a :: as)
  | tail (b : α) {as : List α} : List.Mem a as → List.Mem a (b :: as)

inductive Forall₂ {α : Type u} {β : Type v} (R : α → β → Prop) : List α → List β → Prop where
  | nil : List.Forall₂ R [] []
  | cons {a : α} {b : β} {l₁ : List α} {l₂ : List β} (h : R a b) (t : List.Forall₂ R l₁ l₂) :
      List.Forall₂ R (a :: l₁) (b :: l₂)

/-- Every ordered pair of positions satisfies `R`. -/
def Pairwise {α : Type u} (R : α → α → Prop) : List α → Prop
  | [] => True
  | a :: l => (∀ b, b ∈ l → R a b) ∧ List.Pairwise R l

def Nodup {α : Type u} (l : List α) : Prop := List.Pairwise (fun a b => a ≠ b) l

def Sublist {α : Type u} : List α → List α → Prop
  | [], _ => True
  | _ :: _, [] => False
  | a :: l₁, b :: l₂ => (a = b ∧ List.Sublist l₁ l₂) ∨ List.Sublist (a :: l₁) l₂

def IsPrefix {α : Type u} (l₁ l₂ : List α) : Prop := ∃ t, List.append l₁ t = l₂

def IsSuffix {α : Type u} (l₁ l₂ : List α) : Prop := ∃ t, List.append t l₁ = l₂

/-- Equal up to order. -/
opaque Perm {α : Type u} : List α → List α → Prop

def Forall {α : Type u} (p : α → Prop) : List α → Prop
  | [] => True
  | [x] => p x
  | x :: y :: l => p x ∧ List.Forall p (y :: l)

end List

/-- Structural recursion on lists. -/
opaque List.rec {α : Type u} {motive : List α → Sort v} (nil : motive List.nil)
    (cons : (head : α) → (tail : List α) → motive tail → motive (List.cons head tail))
    (t : List α) : motive t

instance List.instAppend {α : Type u} : Append (List α) := ⟨List.append⟩
instance List.instMembership {α : Type u} : Membership α (List α) := ⟨fun l a => List.Mem a l⟩
instance List.instBEq {α : Type u} [BEq α] : BEq (List α) := ⟨List.beq⟩
instance List.instEmptyCollection {α : Type u} : EmptyCollection (List α) := ⟨List.nil⟩
instance List.instGetElemNatLtLength {α : Type u} :
    GetElem (List α) Nat α (fun as i => i < as.length) := ⟨fun as i h => List.get as ⟨i, h⟩⟩
instance List.instGetElem?NatLtLength {α : Type u} :
    GetElem? (List α) Nat α (fun as i => i < as.length) :=
  { toGetElem := List.instGetElemNatLtLength, getElem? := List.get?Internal,
    getElem! := fun xs i => List.get! xs i }

namespace Array

def empty {α : Type u} : Array α := ⟨[]⟩

def emptyWithCapacity {α : Type u} (_c : Nat) : Array α := ⟨[]⟩

def mkEmpty {α : Type u} (_c : Nat) : Array α := ⟨[]⟩

def size {α : Type u} (a : Array α) : Nat := List.length a.toList

def push {α : Type u} (a : Array α) (v : α) : Array α := ⟨List.append a.toList [v]⟩

def pop {α : Type u} (xs : Array α) : Array α := ⟨List.dropLast xs.toList⟩

protected def append {α : Type u} (as bs : Array α) : Array α := ⟨List.append as.toList bs.toList⟩

def replicate {α : Type u} (n : Nat) (v : α) : Array α := ⟨List.replicate n v⟩

def mkArray {α : Type u} (n : Nat) (v : α) : Array α := ⟨List.replicate n v⟩

def singleton {α : Type u} (v : α) : Array α := ⟨[v]⟩

def range (n : Nat) : Array Nat := ⟨List.range n⟩

def range' (start size : Nat) (step : Nat := 1) : Array Nat := ⟨List.range' start size step⟩

def ofFn {α : Type u} {n : Nat} (f : Fin n → α) : Array α := ⟨List.ofFn f⟩

def map {α : Type u} {β : Type v} (f : α → β) (as : Array α) : Array β := ⟨List.map f as.toList⟩

def mapIdx {α : Type u} {β : Type v} (f : Nat → α → β) (as : Array α) : Array β :=
  ⟨List.mapIdx f as.toList⟩

def filter {α : Type u} (p : α → Bool) (as : Array α) : Array α := ⟨List.filter p as.toList⟩

def filterMap {α : Type u} {β : Type v} (f : α → Option β) (as : Array α) : Array β :=
  ⟨List.filterMap f as.toList⟩

def flatMap {α : Type u} {β : Type v} (f : α → Array β) (as : Array α) : Array β :=
  ⟨List.flatMap (fun a => Array.toList (f a)) as.toList⟩

def flatten {α : Type u} (xss : Array (Array α)) : Array α := Array.flatMap id xss

def foldl {α : Type u} {β : Type v} (f : β → α → β) (init : β) (as : Array α) : β :=
  List.foldl f init as.toList

def foldr {α : Type u} {β : Type v} (f : α → β → β) (init : β) (as : Array α) : β :=
  List.foldr f init as.toList

def reverse {α : Type u} (as : Array α) : Array α := ⟨List.reverse as.toList⟩

def zip {α : Type u} {β : Type v} (as : Array α) (bs : Array β) : Array (α × β) :=
  ⟨List.zip as.toList bs.toList⟩

def zipWith {α : Type u} {β : Type v} {γ : Type w} (f : α → β → γ) (as : Array α) (bs : Array β) :
    Array γ := ⟨List.zipWith f as.toList bs.toList⟩

def zipIdx {α : Type u} (as : Array α) (start : Nat := 0) : Array (α × Nat) :=
  ⟨List.zipIdx as.toList start⟩

def all {α : Type u} (as : Array α) (p : α → Bool) : Bool := List.all as.toList p

def any {α : Type u} (as : Array α) (p : α → Bool) : Bool := List.any as.toList p

def contains {α : Type u} [BEq α] (as : Array α) (a : α) : Bool := List.elem a as.toList

def isEmpty {α : Type u} (as : Array α) : Bool := List.isEmpty as.toList

def find? {α : Type u} (p : α → Bool) (as : Array α) : Option α := List.find? p as.toList

def getD {α : Type u} (a : Array α) (i : Nat) (v₀ : α) : α := List.getD a.toList i v₀

def get! {α : Type u} [Inhabited α] (a : Array α) (i : Nat) : α := List.getD a.toList i default

def getInternal {α : Type u} (a : Array α) (i : Nat) (h : i < a.size) : α :=
  List.get a.toList ⟨i, h⟩

def set! {α : Type u} (xs : Array α) (i : Nat) (v : α) : Array α := ⟨List.set xs.toList i v⟩

def setIfInBounds {α : Type u} (xs : Array α) (i : Nat) (v : α) : Array α :=
  ⟨List.set xs.toList i v⟩

def set {α : Type u} (xs : Array α) (i : Nat) (v : α) (h : i < xs.size) : Array α :=
  ⟨List.set xs.toList i v⟩

def modify {α : Type u} (xs : Array α) (i : Nat) (f : α → α) : Array α :=
  ⟨List.modify xs.toList i f⟩

def back! {α : Type u} [Inhabited α] (xs : Array α) : α := List.getLast! xs.toList

def back? {α : Type u} (xs : Array α) : Option α := List.getLast? xs.toList

def extract {α : Type u} (as : Array α) (start : Nat) (stop : Nat) : Array α :=
  ⟨List.drop start (List.take stop as.toList)⟩

def sum {α : Type u} [Add α] [Zero α] (xs : Array α) : α := List.sum xs.toList

end Array

instance Array.instAppend {α : Type u} : Append (Array α) := ⟨Array.append⟩
instance Array.instMembership {α : Type u} : Membership α (Array α) :=
  ⟨fun as a => a ∈ as.toList⟩
instance Array.instBEq {α : Type u} [BEq α] : BEq (Array α) :=
  ⟨fun a b => a.toList == b.toList⟩
instance Array.instGetElemNatLtSize {α : Type u} :
    GetElem (Array α) Nat α (fun xs i => i < xs.size) := ⟨fun xs i h => Array.getInternal xs i h⟩
instance Array.instGetElem?NatLtSize {α : Type u} :
    GetElem? (Array α) Nat α (fun xs i => i < xs.size) :=
  { toGetElem := Array.instGetElemNatLtSize, getElem? := fun xs i => List.get?Internal xs.toList i,
    getElem! := fun xs i => Array.get! xs i }

instance Option.instBEq {α : Type u} [BEq α] : BEq (Option α) :=
  ⟨fun a b =>
    match a, b with
    | none, none => true
    | some x, some y => x == y
    | _, _ => false⟩

instance Prod.instBEq {α : Type u} {β : Type v} [BEq α] [BEq β] : BEq (α × β) :=
  ⟨fun p q => and (p.1 == q.1) (p.2 == q.2)⟩
