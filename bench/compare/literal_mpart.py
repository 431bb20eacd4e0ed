"""The equations of the paper in numpy, as they are written: full matrices, every sample anew."""
import math

import numpy as np

ALPHA, BETA, RHO, DELTA, TAU, KE, KD, LAYERS = 0.01, 0.5, 0.95, 0.1, 0.7, 1.0, 0.01, 3
SLACK = 1e-12


class LiteralMpart:
    def __init__(self, width):
        self.w = np.empty((0, 2 * width))
        self.d = np.empty(0)
        self.c = np.empty((0, 0))
        self.q = np.empty((0, 0))  # nodes x classes
        self.classes = []

    def observe(self, x):
        """Returns the winner, the predicted class or None, and the score."""
        coded = np.concatenate([x, 1 - x])
        overlap = np.minimum(coded, self.w).sum(axis=1)
        choice = overlap / (ALPHA + self.w.sum(axis=1))
        active = np.flatnonzero(overlap / len(x) >= RHO - SLACK)
        if len(active) == 0:
            winner = len(self.d)
            self.w = np.vstack([self.w, coded])
            self.d = np.append(self.d, 1.0)
            self.c = np.pad(self.c, ((0, 1), (0, 1)))
            self.q = np.pad(self.q, ((0, 1), (0, 0)))
        else:
            winner = active[np.argmax(choice[active])]
            others = active[active != winner]
            self.c[winner, others] += 1
            self.c[others, winner] += 1
            self.w[winner] = BETA * np.minimum(coded, self.w[winner]) + (1 - BETA) * self.w[winner]
            self.d[winner] += 1
        return winner, *self.describe(winner)

    def describe(self, winner):
        e = self.c / (self.d[:, None] + self.d[None, :])
        q, density = self.q, self.d
        for _ in range(LAYERS):
            q = q + DELTA * e @ q
            density = density + DELTA * e @ density
        mass, known = q[winner].sum(), len(self.classes)
        p = q[winner] / mass if mass > 0 else np.full(known, 1 / max(known, 1))
        epistemic = 1 - math.tanh(KE * mass)
        positive = p[p > 0]
        aleatoric = -(positive * np.log(positive)).sum() / math.log(known) if known > 1 else 0
        score = (TAU * epistemic + (1 - TAU) * aleatoric) * math.tanh(KD * density[winner])
        return (self.classes[int(np.argmax(p))] if known > 0 else None), score

    def teach(self, node, label):
        if label not in self.classes:
            self.classes.append(label)
            self.q = np.pad(self.q, ((0, 0), (0, 1)))
        self.q[node, self.classes.index(label)] += 1


class Explorer:
    def __init__(self, budget, period):
        self.budget, self.period, self.time, self.left = budget, period, 0, 0
        self.n = self.mean = self.variance = 0.0

    def wants(self, score):
        moment = self.time % self.period + 1
        self.time += 1
        if moment == 1:
            self.left = self.budget
        self.n += 1
        self.mean += (score - self.mean) / self.n
        self.variance = (1 - 1 / self.n) * self.variance + (self.mean - score) ** 2 / self.n
        if self.left == 0 or self.margin(score, self.period - moment) <= SLACK:
            return False
        self.left -= 1
        self.n = self.mean = self.variance = 0.0
        return True

    def margin(self, score, trials):
        noise = SLACK * max(abs(self.mean), abs(score))
        above = 0.5
        if self.variance > noise**2:
            above = 1 - 0.5 * math.erfc((self.mean - score) / math.sqrt(2 * self.variance))
        if self.left > trials or above <= 0:
            return 0.5
        if above >= 1:
            return -0.5
        return sum(math.comb(trials, i) * above**i * (1 - above)**(trials - i)
                   for i in range(self.left)) - 0.5
