"""The equations of the paper in Python alone, as they are written: lists, loops, every sample anew."""
import math

from literal_mpart import ALPHA, BETA, DELTA, KD, KE, LAYERS, RHO, SLACK, TAU


class PlainMpart:
    def __init__(self, width):
        self.w, self.d, self.c, self.q = [], [], [], []  # c: a dict of neighbours for each node
        self.classes = []

    def observe(self, x):
        """Returns the winner, the predicted class or None, and the score."""
        coded = list(x) + [1 - value for value in x]
        overlap = [sum(min(a, b) for a, b in zip(coded, w)) for w in self.w]
        choice = [o / (ALPHA + sum(w)) for o, w in zip(overlap, self.w)]
        active = [j for j, o in enumerate(overlap) if o / len(x) >= RHO - SLACK]
        if not active:
            winner = len(self.d)
            self.w.append(coded)
            self.d.append(1)
            self.c.append({})
            self.q.append([0] * len(self.classes))
        else:
            winner = max(active, key=lambda j: choice[j])
            for j in active:
                if j != winner:
                    self.c[winner][j] = self.c[j][winner] = self.c[winner].get(j, 0) + 1
            self.w[winner] = [BETA * min(a, b) + (1 - BETA) * b
                              for a, b in zip(coded, self.w[winner])]
            self.d[winner] += 1
        return winner, *self.describe(winner)

    def describe(self, winner):
        e = [{j: count / (self.d[i] + self.d[j]) for j, count in neighbours.items()}
             for i, neighbours in enumerate(self.c)]
        x = [row + [d] for row, d in zip(self.q, self.d)]  # the classes, and the density
        for _ in range(LAYERS):
            x = [[own + DELTA * sum(weight * x[j][y] for j, weight in neighbours.items())
                  for y, own in enumerate(row)] for row, neighbours in zip(x, e)]
        *mass, density = x[winner]
        total, known = sum(mass), len(self.classes)
        p = [m / total if total > 0 else 1 / known for m in mass]
        epistemic = 1 - math.tanh(KE * total)
        entropy = -sum(value * math.log(value) for value in p if value > 0)
        aleatoric = entropy / math.log(known) if known > 1 else 0
        score = (TAU * epistemic + (1 - TAU) * aleatoric) * math.tanh(KD * density)
        return (self.classes[p.index(max(p))] if known > 0 else None), score

    def teach(self, node, label):
        if label not in self.classes:
            self.classes.append(label)
            for row in self.q:
                row.append(0)
        self.q[node][self.classes.index(label)] += 1
