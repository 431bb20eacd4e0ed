#!/usr/bin/env python3
"""Writes umap-fuzzy-set.csv: what umap-learn makes of 200 points in 5-D.

usage: make_umap_fixture.py > umap-fuzzy-set.csv
Needs umap-learn 0.5 (Debian: umap-learn; made with 0.5.12 of PyPI). Lines:
  point,x1,x2,x3,x4,x5
  edge,from,to,weight        of fuzzy_simplicial_set, from < to, 15 neighbours
  curve,min_dist,spread,a,b  of find_ab_params
"""
import numpy as np
from umap.umap_ import find_ab_params, fuzzy_simplicial_set

K = 15


def points():
    random = np.random.RandomState(7)
    centres = random.uniform(0, 1, (4, 5))
    clouds = [c + s * random.normal(size=(39, 5)) for c, s in zip(centres, (0.01, 0.05, 0.2, 1))]
    x = np.concatenate(clouds)
    pairs = x[:4]
    crowd = np.repeat(x[100:101], 15, axis=0)  # with the original 16 at one place: more than K
    # 7 at one place, the next on a line of their own: sigma would be 0 but for its smallest value.
    few = np.full((7, 5), 3.0)
    line = np.full((18, 5), 3.0) + np.outer(0.5 + 0.0002 * np.arange(18), np.eye(5)[0])
    return np.round(np.concatenate([x, pairs, crowd, few, line]), 4).astype(np.float32)


def neighbours(x):
    """Exact, the point itself first, then by distance and index."""
    difference = x[:, None, :].astype(np.float64) - x[None, :, :].astype(np.float64)
    distance = np.sqrt((difference**2).sum(axis=2)).astype(np.float32)
    key = distance.copy()
    np.fill_diagonal(key, -1)
    index = np.argsort(key, axis=1, kind="stable")[:, :K]
    return index, np.take_along_axis(distance, index, axis=1)


def main():
    x = points()
    index, distance = neighbours(x)
    graph, _, _ = fuzzy_simplicial_set(
        x, K, np.random.RandomState(0), "euclidean", knn_indices=index, knn_dists=distance
    )
    for point in x:
        print("point," + ",".join(f"{v:.4f}" for v in point))
    graph = graph.tocoo()
    for i, j, weight in sorted(zip(graph.row, graph.col, graph.data)):
        if i < j:
            print(f"edge,{i},{j},{weight:.8g}")
    for min_dist, spread in ((0.1, 1), (0, 1), (0.5, 1), (0.99, 1), (0.25, 2), (0.1, 0.5)):
        a, b = find_ab_params(spread, min_dist)
        print(f"curve,{min_dist},{spread},{a:.10g},{b:.10g}")


if __name__ == "__main__":
    main()
