"""The examples and the docstrings run, and the notebooks."""

import doctest
import importlib
import json
import pkgutil
import re
import runpy
from pathlib import Path

import gametree
import pytest
from notebook import run_cells

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
CHAPTER = ROOT.parent / "docs" / "book" / "src" / "python.md"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(path, capsys):
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    """Every cell runs, and its asserts hold."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert run_cells(notebook) >= 3


def test_there_is_a_notebook_for_every_chapter():
    assert len(NOTEBOOKS) >= 6


def test_docstrings_hold():
    names = [f"gametree.{module.name}" for module in pkgutil.iter_modules(gametree.__path__) if module.name != "_native"]
    results = [doctest.testmod(importlib.import_module(name)) for name in ["gametree", *names]]
    assert sum(result.attempted for result in results) >= 10
    assert sum(result.failed for result in results) == 0


def test_everything_public_is_documented():
    for name in gametree.__all__:
        thing = getattr(gametree, name)
        if callable(thing):
            assert thing.__doc__, name


def test_the_chapter_of_the_book_shows_what_python_prints(tmp_path, monkeypatch):
    """The blocks of the chapter are one session."""
    monkeypatch.setenv("GAMETREE_PROJECTS", str(tmp_path))
    text = CHAPTER.read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(session, {}, CHAPTER.name, str(CHAPTER), 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 15
    assert results.failed == 0
