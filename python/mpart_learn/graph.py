"""The learned graph in the forms of other libraries."""

from __future__ import annotations

from typing import Any, Literal

Form = Literal["arrays", "networkx", "sparse"]


def in_form(arrays: dict[str, Any], form: Form) -> Any:
    """What the `graph` of a Stream and of an MPARTClassifier return."""
    forms = {"arrays": dict, "networkx": _networkx, "sparse": _sparse}
    if form not in forms:
        raise ValueError(f"form must be one of {', '.join(forms)}, got {form!r}")
    return forms[form](arrays)


def _networkx(arrays: dict[str, Any]) -> Any:
    import networkx

    graph = networkx.Graph()
    per_node = ("lower", "upper", "wins", "labels", "predicted")
    for position, node_id in enumerate(arrays["id"].tolist()):
        graph.add_node(position, id=node_id, **{key: arrays[key][position] for key in per_node})
    ends = zip(arrays["from"].tolist(), arrays["to"].tolist())
    for (a, b), count, weight in zip(ends, arrays["count"].tolist(), arrays["weight"].tolist()):
        graph.add_edge(a, b, count=count, weight=weight)
    return graph


def _sparse(arrays: dict[str, Any]) -> Any:
    from scipy.sparse import coo_matrix

    n = len(arrays["id"])
    upper = coo_matrix((arrays["weight"], (arrays["from"], arrays["to"])), shape=(n, n))
    return (upper + upper.T).tocsr()
