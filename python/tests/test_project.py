"""Saved analyses, read and steered."""

import gametree
import pytest


@pytest.fixture
def project(tmp_path):
    path = str(tmp_path / "first.gametree")
    made = gametree.open_project(path, game="tictactoe")
    made.run(engine="builtin", evaluations=30)
    return made


def test_read(project):
    assert project.game == "tictactoe"
    stats = project.stats()
    assert stats["positions"] > 1 and stats["evaluations"] >= 30
    moves = project.moves()
    assert {"move", "value", "share", "state"} <= set(moves[0])
    assert project.line()["moves"]
    assert project.tree(depth=2)["rows"]
    assert project.position()["node"] is not None


def test_steer(project):
    done = project.note("the corner", at="a1")
    assert done["changed"]
    assert "the corner" in str(project.position("a1"))
    project.undo(done, at="a1")
    assert "the corner" not in str(project.position("a1"))
    assert project.exclude("b2")["changed"]
    assert any(row["move"] == "b2" and row["state"] == "excluded" for row in project.moves())
    assert project.include("b2")["changed"]
    assert project.boost(40, at="a1")["changed"]


def test_errors(project, tmp_path):
    with pytest.raises(FileNotFoundError):
        gametree.open_project(str(tmp_path / "none.gametree"))
    with pytest.raises(ValueError, match="not an action"):
        project.act("dance")
    with pytest.raises((LookupError, ValueError)):
        project.moves("z9")
    with pytest.raises(ValueError, match="limit"):
        project.run()
