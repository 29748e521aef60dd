"""Finding the commands of a file: keywords that open a line, outside comments and strings."""

from __future__ import annotations

import re
from bisect import bisect_left

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
binder_predicate unif_hint register_option"""

_WORDS = sorted({*DECLARATIONS, *MODIFIERS, *_COMMAND_WORDS.split()}, key=len, reverse=True)
_WORDS.insert(0, r"deriving[ \t]+instance")
_SCAN = re.compile(
    r"--[^\n]*|/-|\"(?:[^\"\\]|\\.)*\"|'\"'|'\\\"'"
    rf"|\n[ \t]*(?:(?P<hash>\#[a-z_]+)|(?P<word>@\[|(?:{'|'.join(_WORDS)}){WORD_END}))",
    re.S,
)
_HEAD = re.compile(rf"(?P<attr>@\[)|(?P<word>(?:{'|'.join(_WORDS)}){WORD_END})")
_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
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

    __slots__ = ("comment_starts", "comments", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.comments: list[tuple[int, int]] = []
        self.comment_starts: list[int] = []

    def scan(self) -> list[Found]:
        text = self.text
        out: list[Found] = []
        search = _SCAN.search
        doc: tuple[int, int] | None = None
        head = _SPACE.match(text).end()  # type: ignore[union-attr]
        # A command on the file's very first line has no line break before it.
        pos = 0
        if head < len(text) and _HEAD.match(text, head):
            command, pos = self.header(head, None)
            if command:
                out.append(command)
        while m := search(text, pos):
            start = m.start()
            char = text[start]
            if char == "\n":
                pos = m.end()
                if m.group("hash"):
                    at = m.start("hash")
                    out.append(Found(at, "#", at, pos, "", (), ()))
                    doc = None
                    continue
                at = m.start("word")
                if doc is not None and not self.only_space(doc[1], at):
                    doc = None
                command, pos = self.header(at, doc)
                doc = None
                if command is not None and not self.inside_term(command, at - start - 1):
                    out.append(command)
            elif char == "/":
                pos = comment_end(text, start)
                self.comments.append((start, pos))
                if text.startswith("/--", start):
                    doc = (start, pos)
                    # `/-- … -/ def f` on one line.
                    at = _SPACE.match(text, pos).end()  # type: ignore[union-attr]
                    if "\n" not in text[pos:at] and _HEAD.match(text, at):
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

    def only_space(self, start: int, end: int) -> bool:
        """Whether only white space and comments stand in the range."""
        pos = start
        text = self.text
        while True:
            pos = _SPACE.match(text, pos).end()  # type: ignore[union-attr]
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
            m = _HEAD.match(text, pos)
            if m is None:
                return None, max(pos, at + 1)
            if m.group("attr"):
                pos = self.attributes(m.end(), attributes)
                continue
            word = m.group()
            if word in MODIFIERS:
                modifiers.append(word)
                pos = m.end()
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
            pos = _SPACE.match(text, pos).end()  # type: ignore[union-attr]
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
        """An indented `open … in`, `set_option … in` inside a proof or term is no command."""
        if indent <= 0 or command.word not in ("open", "set_option", "attribute"):
            return indent > 0 and command.word in (
                "prefix", "notation", "syntax", "include", "omit", "macro", "end", "module",
                "import", "export", "infix", "postfix", "constant", "recall", "initialize",
            ) and not self.frames_possible(command)  # fmt: skip
        line = self.text.find("\n", command.after)
        return bool(IN.search(self.text, command.after, len(self.text) if line < 0 else line))

    def frames_possible(self, command: Found) -> bool:
        """Indented commands other than declarations: only `end` is common, after a `mutual`."""
        return command.word == "end"

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
