#!/usr/bin/env python3
"""Vectors of windows of a sensor: strength at the slowest frequencies, and the share of crossings.

Reads {"values": [a window's readings, one after another]} a line and writes [numbers] a line. It
needs numpy.
"""
import json
import sys

import numpy as np

FREQUENCIES = 8


def vector(readings):
    window = np.array([0.0 if value is None else value for value in readings])
    centred = window - window.mean()
    spectrum = np.abs(np.fft.rfft(centred, max(len(centred), 2 * FREQUENCIES)))
    crossings = np.mean(np.signbit(centred[1:]) != np.signbit(centred[:-1])) if len(centred) > 1 else 0
    slow = np.log1p(spectrum[1 : FREQUENCIES + 1])
    return [window.mean(), window.std(), crossings, *slow]


def main():
    for line in sys.stdin:
        values = vector(json.loads(line)["values"])
        print(json.dumps([round(float(value), 6) for value in values]), flush=True)


if __name__ == "__main__":
    main()
