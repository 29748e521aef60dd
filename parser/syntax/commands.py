"""Finding the commands of a file: keywords that open a line, outside comments and strings."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

from denotary.parser.syntax.tokens import WORD_END, comment_end, interpolated_end
from denotary.parser.syntax.tree import DeclKind

DECLARATIONS: dict[str, DeclKind] = {
    "def": "def", "theorem": "theorem", "lemma": "theorem", "abbrev": "abbrev",
    "instance": "instance", "axiom": "axiom", "opaque": "opaque", "example": "example",
    "structure": "structure", "class": "class", "inductive": "inductive",
    "irreducible_def": "def", "alias": "abbrev", "constant": "axiom",
}  # fmt: skip
_MODIFIER_WORDS = "noncomputable private protected partial unsafe nonrec local scoped public meta"
MODIFIERS = _MODIFIER_WORDS.split()
_COMMAND_WORDS = """namespace section end open variable variables universe universes include omit
mutual attribute set_option notation notation3 infix infixl infixr prefix postfix macro macro_rules
syntax elab elab_rules declare_syntax_cat export import initialize builtin_initialize run_cmd
run_elab run_meta add_decl_doc simproc simproc_decl register_simp_attr recall assert_not_exists
library_note unseal seal suppress_compilation compile_inductive module declare_simp_like_tactic
binder_predicate unif_hint register_option initialize_simps_projections assert_exists
mk_iff_of_inductive_prop proof_wanted to_additive_do_translate declare_aesop_rule_sets
register_label_attr extend_docs gen_injective_theorems insert_to_additive_translation
tactic_extension elab_stx declare_bitwise_uint_theorems whatsnew"""
NOTATIONS = frozenset(("infix", "infixl", "infixr", "prefix", "postfix", "notation", "notation3"))
_INDENTED = frozenset(
    ("namespace", "section", "end", "open", "variable", "universe", "mutual", "set_option",
     "attribute", "include", "omit", "macro_rules", "elab_rules")
)  # fmt: skip
"""Besides declarations, what is a command at the start of an indented line."""
_PREFIXES = frozenset(("open", "set_option", "attribute", "variable", "include", "omit", "#"))
"""Commands that may stand before another with `in` between."""
_HASH = """eval eval! check print reduce synth guard guard_msgs align align_import lint find help
exit where simp norm_num conv time count_heartbeats min_imports redundant_imports import html widget
check_failure check_simp check_tactic whnf unfold loogle leansearch adaptation_note long_names
find_home instances version test print_axioms defeq_abuse"""
_HASH_WORDS = "|".join(sorted(_HASH.split(), key=len, reverse=True))

_WORDS = sorted({*DECLARATIONS, *MODIFIERS, *_COMMAND_WORDS.split()}, key=len, reverse=True)
_WORDS.insert(0, r"deriving[ \t]+instance")
_WORD = rf"(?:{'|'.join(_WORDS)}){WORD_END}"
_DEFINED = re.compile(
    r"^(?:(?:local|scoped) )?(?:syntax|macro|elab)\b[^\"\n]*\"(#?[\w?!']+)[ \"][^\n]*(?:\n[^\n]+)?"
    r":\s*command\b",
    re.M,
)


def defined_commands(text: str) -> frozenset[str]:
    """The first words of the commands that a file adds to Lean by `syntax`, `macro` or `elab`."""
    if "command" not in text:
        return frozenset()
    return frozenset(_DEFINED.findall(text))


@cache
def _patterns(defined: frozenset[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds commands, and what a command begins with; `defined` are more keywords."""
    more = sorted((re.escape(w) for w in defined if w[0] != "#"), key=len, reverse=True)
    hashes = "|".join([*sorted(re.escape(w[1:]) for w in defined if w[0] == "#"), _HASH_WORDS])
    word = rf"(?:{'|'.join(more)}){WORD_END}|{_WORD}" if more else _WORD
    scan = re.compile(
        r"--[^\n]*|/-|\"(?:[^\"\\]|\\.)*\"|'\"'|'\\\"'"
        rf"|\n[ \t]*(?:(?P<hash>\#(?:{hashes}){WORD_END})|(?P<word>@\[|{word}))",
        re.S,
    )
    return scan, re.compile(rf"(?P<attr>@\[)|(?P<word>{word})")


_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_BLANKS = re.compile(r"[ \t]*")


def _after(skipped: re.Pattern[str], text: str, pos: int) -> int:
    """The place behind what is skipped at `pos`."""
    found = skipped.match(text, pos)
    return found.end() if found is not None else pos


_SCOPED_IN = re.compile(r"\[([^\]\n]*)\]")
IN = re.compile(r"(?<![\w.'])in(?![\w.'])")


class Found:
    """A command found by the scan: where it starts, its keyword, and what stood before it."""

    __slots__ = ("after", "attributes", "doc", "modifiers", "start", "word", "word_start")

    def __init__(
        self, start: int, word: str, word_start: int, after: int, doc: str,
        attributes: tuple[str, ...], modifiers: tuple[str, ...],
    ) -> None:  # fmt: skip
        self.start = start
        self.word = word
        self.word_start = word_start
        self.after = after
        self.doc = doc
        self.attributes = attributes
        self.modifiers = modifiers


class Commands:
    """A text, its comments, and the means to step over what is not a command."""

    __slots__ = ("comment_starts", "comments", "defined", "head_pattern", "scan_pattern", "text")

    def __init__(self, text: str, defined: frozenset[str] = frozenset()) -> None:
        self.text = text
        self.defined = defined
        self.scan_pattern, self.head_pattern = _patterns(defined)
        self.comments: list[tuple[int, int]] = []
        self.comment_starts: list[int] = []

    def scan(self) -> list[Found]:
        text = self.text
        out: list[Found] = []
        search = self.scan_pattern.search
        doc: tuple[int, int] | None = None
        head = _after(_SPACE, text, 0)
        # A command on the file's very first line has no line break before it.
        pos = 0
        if head < len(text) and self.head_pattern.match(text, head):
            command, pos = self.header(head, None)
            if command:
                out.append(command)
                pos = self.following(out, pos)
        while m := search(text, pos):
            start = m.start()
            char = text[start]
            if char == "\n":
                pos = m.end()
                if m.group("hash"):
                    at = m.start("hash")
                    doc = None
                    # `#check` inside a proof is no command.
                    if at == start + 1 or (out and at - start - 1 == self.column(out[-1].start)):
                        out.append(Found(at, "#", at, pos, "", (), ()))
                        pos = self.following(out, pos)
                    continue
                at = m.start("word")
                if doc is not None and not self.only_space(doc[1], at):
                    doc = None
                command, pos = self.header(at, doc)
                doc = None
                if command is not None and not self.inside_term(command, at - start - 1):
                    out.append(command)
                    pos = self.following(out, pos)
            elif char == "/":
                pos = comment_end(text, start)
                self.comments.append((start, pos))
                if text.startswith("/--", start):
                    doc = (start, pos)
                    # `/-- … -/ def f` on one line.
                    at = _after(_SPACE, text, pos)
                    if "\n" not in text[pos:at] and self.head_pattern.match(text, at):
                        line = text.rfind("\n", 0, start) + 1
                        if not text[line:start].strip():
                            command, pos = self.header(at, doc)
                            doc = None
                            if command is not None:
                                out.append(command)
                elif text.startswith("/-!", start):
                    doc = None
            elif char == '"':
                before = text[start - 1] if start else ""
                if before == "!":
                    pos = interpolated_end(text, start)[0]
                elif before in "r#" and (raw := _raw_end(text, start)):
                    pos = raw
                else:
                    pos = m.end()
            else:
                pos = m.end()
                if char == "-":
                    self.comments.append((start, pos))
        self.comment_starts = [c[0] for c in self.comments]
        return out

    def following(self, out: list[Found], pos: int) -> int:
        """Appends the commands after `… in` on the line of the last one; where the scan goes on."""
        while out[-1].word in _PREFIXES and (at := self.same_line(out[-1])) >= 0:
            command, pos = self.header(at, None)
            if command is None:
                return pos
            if out[-1].doc and not command.doc:
                command.doc = out[-1].doc
            out.append(command)
        return pos

    def column(self, at: int) -> int:
        return at - self.text.rfind("\n", 0, at) - 1

    def only_space(self, start: int, end: int) -> bool:
        """Whether only white space and comments stand in the range."""
        pos = start
        text = self.text
        while True:
            pos = _after(_SPACE, text, pos)
            if pos >= end:
                return True
            if text.startswith("--", pos):
                pos = text.find("\n", pos)
                if pos < 0:
                    return True
            elif text.startswith("/-", pos):
                pos = comment_end(text, pos)
            else:
                return False

    def header(self, at: int, doc: tuple[int, int] | None) -> tuple[Found | None, int]:
        """Reads attributes and modifiers up to a keyword; where the scan goes on."""
        text = self.text
        attributes: list[str] = []
        modifiers: list[str] = []
        pos = at
        while True:
            pos = self.skip(pos)
            m = self.head_pattern.match(text, pos)
            if m is None:
                return None, max(pos, at + 1)
            if m.group("attr"):
                pos = self.attributes(m.end(), attributes)
                continue
            word = m.group()
            if word in MODIFIERS:
                pos = m.end()
                if word == "scoped" and (space := _SCOPED_IN.match(text, pos)):
                    word, pos = f"scoped[{space.group(1)}]", space.end()
                modifiers.append(word)
                continue
            start = doc[0] if doc else at
            doc_text = text[doc[0] + 3 : doc[1] - 2].strip() if doc else ""
            return (
                Found(
                    start, word, m.start(), m.end(), doc_text, tuple(attributes), tuple(modifiers)
                ),
                m.end(),
            )

    def skip(self, pos: int) -> int:
        text = self.text
        while True:
            pos = _after(_SPACE, text, pos)
            if text.startswith("--", pos):
                end = text.find("\n", pos)
                pos = len(text) if end < 0 else end
            elif text.startswith("/-", pos):
                end = comment_end(text, pos)
                self.comments.append((pos, end))
                pos = end
            else:
                return pos

    def attributes(self, pos: int, out: list[str]) -> int:
        """Reads `a, b c, d]`; the offset after the bracket."""
        text = self.text
        depth = 0
        start = pos
        n = len(text)
        while pos < n:
            char = text[pos]
            if char in "([{":
                depth += 1
            elif char in ")}":
                depth -= 1
            elif char == '"':
                close = text.find('"', pos + 1)
                pos = n if close < 0 else close
            elif char == "]" and depth > 0:
                depth -= 1
            elif (char == "," and depth == 0) or char == "]":
                piece = " ".join(text[start:pos].split())
                if piece:
                    out.append(piece)
                start = pos + 1
                if char == "]":
                    return pos + 1
            pos += 1
        return n

    def inside_term(self, command: Found, indent: int) -> bool:
        """Whether an indented keyword is part of a proof or term: `open A in`, a name `prefix`."""
        if indent <= 0 or command.modifiers or command.attributes:
            return False
        word, text = command.word, self.text
        if word in self.defined:
            return True
        if word in ("open", "set_option", "attribute"):
            line = text.find("\n", command.after)
            m = IN.search(text, command.after, len(text) if line < 0 else line)
            if m is None:
                return False
            after = self.skip(m.end())
            return not (self.head_pattern.match(text, after) or text.startswith("/--", after))
        if word in NOTATIONS:
            return text[command.after : command.after + 2].strip()[:1] not in ('"', ":")
        return (word not in DECLARATIONS and word not in _INDENTED) or word in ("alias", "constant")

    def same_line(self, command: Found) -> int:
        """Where the command after `open A in` starts if that is on the same line, else -1."""
        text = self.text
        line = text.find("\n", command.after)
        m = IN.search(text, command.after, len(text) if line < 0 else line)
        if m is None:
            return -1
        at = _after(_BLANKS, text, m.end())
        return at if self.head_pattern.match(text, at) else -1

    def trim(self, start: int, end: int) -> int:
        """`end` moved back over white space and comments, not before `start`."""
        text = self.text
        while True:
            while end > start and text[end - 1] in " \t\r\n":
                end -= 1
            k = bisect_left(self.comment_starts, end) - 1
            if k < 0 or self.comments[k][1] < end or self.comments[k][0] < start:
                return end
            end = self.comments[k][0]

    def in_comment(self, at: int) -> bool:
        """Whether the offset lies in a comment."""
        k = bisect_left(self.comment_starts, at) - 1
        return k >= 0 and self.comments[k][1] > at


def _raw_end(text: str, quote: int) -> int:
    """The end of the raw string whose quote is at `quote`; 0 if it is not one."""
    pos = quote
    while pos and text[pos - 1] == "#":
        pos -= 1
    if pos == 0 or text[pos - 1] != "r" or (pos > 1 and (text[pos - 2].isalnum())):
        return 0
    close = '"' + "#" * (quote - pos)
    end = text.find(close, quote + 1)
    return len(text) if end < 0 else end + len(close)
