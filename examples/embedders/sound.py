#!/usr/bin/env python3
"""Vectors of sounds: mean and deviation of the log mel bands of a WAV file (PCM, 8 or 16 bits).

Reads {"path": ...} or {"text": "a path"} a line and writes [64 numbers] a line. It needs numpy.
"""
import json
import sys
import wave

import numpy as np

FRAME = 1024  # samples of a spectrum
BANDS = 32


def read_wav(path):
    """Samples in [-1, 1] of all channels together, and how many there are a second."""
    with wave.open(path, "rb") as file:
        size, channels, rate = file.getsampwidth(), file.getnchannels(), file.getframerate()
        data = file.readframes(file.getnframes())
    if size == 1:
        sound = np.frombuffer(data, np.uint8) / 128.0 - 1
    elif size == 2:
        sound = np.frombuffer(data, "<i2") / 32768.0
    else:
        raise ValueError(f"{path}: 8 or 16 bits a sample expected, {8 * size} found")
    return sound.reshape(-1, channels).mean(axis=1), rate


def mel_filters(rate):
    """Triangles that are equally wide for the ear: [BANDS][FRAME // 2 + 1]."""
    highest = 2595 * np.log10(1 + rate / 2 / 700)
    edges = 700 * (10 ** (np.linspace(0, highest, BANDS + 2) / 2595) - 1)
    bins = np.fft.rfftfreq(FRAME, 1 / rate)
    up = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    down = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.clip(np.minimum(up, down), 0, None)


def vector(path):
    sound, rate = read_wav(path)
    sound = np.pad(sound, (0, max(0, FRAME - len(sound))))
    starts = range(0, len(sound) - FRAME + 1, FRAME // 2)
    frames = np.stack([sound[start : start + FRAME] for start in starts]) * np.hanning(FRAME)
    power = np.abs(np.fft.rfft(frames)) ** 2
    bands = np.log(power @ mel_filters(rate).T + 1e-6)
    return np.concatenate([bands.mean(axis=0), bands.std(axis=0)])


def main():
    for line in sys.stdin:
        sample = json.loads(line)
        values = vector(sample.get("path") or sample["text"])
        print(json.dumps([round(float(value), 5) for value in values]), flush=True)


if __name__ == "__main__":
    main()
