"""Runs the cells of a notebook, without Jupyter."""

import ast


def run_cells(notebook):
    """Runs all code cells in turn, and shows the last expression of each as Jupyter would. How many."""
    space = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            run_cell("".join(cell["source"]), space)
            count += 1
    return count


def run_cell(source, space):
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), space)
    if last is None:
        return
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    show = getattr(value, "_repr_html_", None)
    shown = show() if show else repr(value)
    assert isinstance(shown, str)
