"""`denotary.toml`: what it means, and what is said of a wrong one."""

from pathlib import Path

import pytest

from denotary.extraction.errors import UsageError
from denotary.extraction.settings import Settings, check_names, load_settings


def load(folder: Path, text: str) -> Settings:
    (folder / "denotary.toml").write_text(text, encoding="utf-8")
    return load_settings(folder)


def refuse(folder: Path, text: str) -> str:
    with pytest.raises(UsageError) as caught:
        load(folder, text)
    return str(caught.value)


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


def test_values_become_the_text_of_set(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        """
[check]
budget = 90
[theorem."A.b"]
set = { R = 4, eps = 0.5, bf16 = false }
timeout = 20
[theorem.c]
skip = "needs a GPU"
""",
    )
    assert settings.budget == 90.0
    assert settings.of("A.b").sizes == {"R": "4", "eps": "0.5", "bf16": "false"}
    assert settings.of("A.b").timeout == 20.0
    assert settings.of("c").skip == "needs a GPU"
    assert settings.of("other").sizes == {}


def test_text_that_is_not_toml_is_shown_with_a_caret(tmp_path: Path) -> None:
    said = refuse(tmp_path, "[check]\nbudget = \n")
    assert said.startswith(f"{tmp_path / 'denotary.toml'}:2:10: error: denotary.toml is not TOML")
    assert "  | budget = \n  |          ^" in said
    assert "found: Invalid value" in said


def test_an_unknown_key_names_the_known_ones(tmp_path: Path) -> None:
    said = refuse(tmp_path, "[check]\nbugdet = 3\n")
    assert ":2:1: error: denotary.toml has an unknown key `bugdet` in [check]" in said
    assert "expected: `budget` or `timeout`" in said
    assert "try: did you mean `budget`?" in said


def test_an_unquoted_dotted_name_is_explained(tmp_path: Path) -> None:
    said = refuse(tmp_path, "[theorem.Proofs.foo]\nset = { R = 4 }\n")
    assert 'quote a dotted name, e.g. [theorem."Proofs.foo"]' in said


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        ("[check]\nbudget = 'long'\n", "a number of seconds", "budget = 'long' (str)"),
        ("[check]\ntimeout = true\n", "a number of seconds", "timeout = True (bool)"),
        ("[check]\nbudget = 0\n", "a number of seconds above 0", "budget = 0 (int)"),
        ('[theorem."a"]\nset = 3\n', "a table", "set = 3 (int)"),
        ('[theorem."a"]\nset = { R = [1] }\n', "a number, a text, true or false", "R = [1] (list)"),
        ('[theorem."a"]\nskip = ""\n', "a text that says why", "skip = '' (str)"),
    ],
)
def test_a_value_of_the_wrong_type(tmp_path: Path, text: str, expected: str, found: str) -> None:
    said = refuse(tmp_path, text)
    assert f"  expected: {expected}\n  found: {found}" in said
    assert ":2:" in said.splitlines()[0]


def test_settings_for_a_theorem_that_is_gone(tmp_path: Path) -> None:
    settings = load(tmp_path, '[theorem."Toy.double_eqq"]\nset = { R = 4 }\n')
    with pytest.raises(UsageError) as caught:
        check_names(settings, {"Toy.double_eq": None, "Toy.total": None})
    said = str(caught.value)
    assert ":1:11: error: denotary.toml has settings for `Toy.double_eqq`" in said
    assert "did you mean `Toy.double_eq`?" in said
