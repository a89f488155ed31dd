"""Explanations, also in a saved notebook."""

import re
from html import unescape

import gametree

TREE = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))"


def test_words_data_picture_and_page():
    steps = gametree.explain(TREE, "alphabeta")
    assert steps.summary == "Value 3, best move A. 7 of 9 leaves evaluated, 2 saved (22 %)."
    assert steps.value == 3 and steps.best == "A"
    assert len(steps.pruned) == 2
    assert any("cut by" in sentence for sentence in steps.sentences)
    assert steps.svg().startswith("<svg") and steps.json()["schema"] == "gametree.explain/1"


def test_a_notebook_has_all_that_it_needs():
    shown = gametree.explain(TREE)._repr_html_()
    frame = re.fullmatch(r'<iframe title="[^"]*" sandbox="allow-scripts" style="[^"]*" srcdoc="([^"]*)"></iframe>', shown)
    page = unescape(frame[1])
    assert 'type="range"' in page and "<script" in page and "<svg" in page
    for address in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert address.startswith(("data:", "#")), address
    # A frame without an address must not set one: that is an error in a browser.
    assert 'location.href !== "about:srcdoc"' in page
    assert not re.search(r"fetch\(|XMLHttpRequest|@import|url\(http", page)


def test_saved_to_files(tmp_path):
    steps = gametree.explain(TREE)
    steps.save(tmp_path / "tree.svg")
    steps.save(tmp_path / "tree.html")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    assert (tmp_path / "tree.html").read_text() == steps.html()


def test_chance_and_several_players():
    assert gametree.explain("(max (chance 0.5:3 0.5:-1) 0.5)").value == 1
    assert gametree.explain("(p1 (p2 [1 2 6] [4 2 3]) (p2 [6 1 2] [7 4 1]))", "maxn").json()["values"] == [7, 4, 1]
