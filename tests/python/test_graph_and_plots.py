import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as pyplot
import networkx
import numpy as np
import pytest

from mpart_learn import MPARTClassifier, Stream, plot_learning_curve, plot_queries, plot_topology


@pytest.fixture
def ax():
    figure, axes = pyplot.subplots()
    yield axes
    figure.canvas.draw()  # what cannot be drawn fails here
    pyplot.close(figure)


@pytest.fixture(scope="module")
def stream(clothes):
    stream = Stream(budget="1/50")
    stream.observe_many(*clothes)
    return stream


@pytest.fixture(params=["stream", "classifier", "lpart", "asoinn", "knn"])
def learned(request, clothes, stream):
    if request.param == "stream":
        return stream
    X, y = clothes
    learner = "mpart" if request.param == "classifier" else request.param
    return MPARTClassifier(learner).fit(X, [v if v < 5 else None for v in y.tolist()])


def test_networkx_has_the_nodes_and_edges_of_the_engine(learned):
    arrays, graph = learned.graph(), learned.graph("networkx")
    assert graph.number_of_nodes() == len(arrays["id"]) > 0
    assert graph.number_of_edges() == len(arrays["weight"])
    for a, b, edge in graph.edges(data=True):
        assert edge["count"] > 0 and edge["weight"] > 0 and a != b
    assert {type(graph.nodes[n]["predicted"]) for n in graph} <= {int, np.int64, type(None)}


def test_labels_of_nodes_are_those_taught(stream):
    taught = sum(sum(node.values()) for node in stream.graph()["labels"])
    assert taught == stream.counters["labels"] == 40


def test_a_box_holds_its_corners_in_order(learned):
    arrays = learned.graph()
    assert (arrays["lower"] <= arrays["upper"] + 1e-12).all()
    assert arrays["wins"].min() >= 1


def test_sparse_is_networkx_s_matrix(learned):
    matrix = learned.graph("sparse")
    expected = networkx.to_scipy_sparse_array(learned.graph("networkx"), weight="weight")
    assert matrix.shape == expected.shape
    np.testing.assert_array_equal(matrix.toarray(), expected.toarray())
    np.testing.assert_array_equal(matrix.toarray(), matrix.T.toarray())


def test_another_form_is_refused(stream):
    with pytest.raises(ValueError, match="arrays, networkx, sparse"):
        stream.graph("igraph")


def test_nothing_learned_is_an_empty_graph(ax):
    assert Stream().graph("networkx").number_of_nodes() == 0
    assert Stream().graph("sparse").shape == (0, 0)
    with pytest.raises(ValueError, match="cannot be drawn"):
        plot_topology(Stream(), ax=ax)


def test_topology_draws_every_node_and_edge(learned, ax):
    assert plot_topology(learned, features=(1, 3), ax=ax) is ax
    lines, *nodes = ax.collections
    graph = learned.graph()
    assert len(lines.get_segments()) == len(graph["from"])
    assert sum(len(part.get_offsets()) for part in nodes) == len(graph["id"])
    answers = {str(label) for label in graph["predicted"] if label is not None}
    drawn = {text.get_text() for text in ax.get_legend().get_texts()}
    assert answers <= drawn <= answers | {"unknown"}


def test_queries_draws_every_question(stream, ax):
    plot_queries(stream, ax=ax)
    assert sum(len(part.get_offsets()) for part in ax.collections) == 40


def test_queries_of_a_stream_that_never_asked(ax):
    plot_queries(Stream(), ax=ax)


def test_a_learning_curve_is_the_mean_of_its_trials(ax):
    plot_learning_curve([100, 200], [[0.2, 0.4], [0.4, 0.8]], ax=ax, label="explorer")
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [0.3, 0.6])
    assert len(ax.collections) == 1
    with pytest.raises(ValueError, match="accuracies"):
        plot_learning_curve([1, 2, 3], [0.1, 0.2], ax=ax)
