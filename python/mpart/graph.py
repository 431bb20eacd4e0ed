"""The learned graph for other libraries."""

from __future__ import annotations

from typing import Any


def _arrays(source: Any) -> dict[str, Any]:
    return source if isinstance(source, dict) else source.graph()


def to_networkx(source: Any) -> Any:
    """A networkx.Graph of a Stream or MPARTClassifier. Nodes have lower, upper (the corners of
    their boxes), wins, labels and predicted; edges have count and weight."""
    import networkx

    arrays = _arrays(source)
    graph = networkx.Graph()
    per_node = ("lower", "upper", "wins", "labels", "predicted")
    for position, node_id in enumerate(arrays["id"].tolist()):
        graph.add_node(position, id=node_id, **{key: arrays[key][position] for key in per_node})
    ends = zip(arrays["from"].tolist(), arrays["to"].tolist())
    for (a, b), count, weight in zip(ends, arrays["count"].tolist(), arrays["weight"].tolist()):
        graph.add_edge(a, b, count=count, weight=weight)
    return graph


def to_sparse(source: Any) -> Any:
    """The symmetric scipy.sparse.csr_matrix of edge weights."""
    from scipy.sparse import coo_matrix

    arrays = _arrays(source)
    n = len(arrays["id"])
    upper = coo_matrix((arrays["weight"], (arrays["from"], arrays["to"])), shape=(n, n))
    return (upper + upper.T).tocsr()
