import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from mpart_learn import MPARTClassifier, Stream


def run_all(*jobs):
    """Runs them at once; an exception in any of them is this one's."""
    failures = []

    def guarded(job):
        try:
            job()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_threads_may_teach_and_predict_with_one_classifier(clothes):
    X, y = clothes
    model = MPARTClassifier(feature_range=(0, 1)).fit(X, y)

    def learn():
        for extra in range(10, 30):
            model.partial_fit(X[:100], np.full(100, extra))

    def predict():
        for _ in range(20):
            probability = model.predict_proba(X)
            np.testing.assert_allclose(probability.sum(axis=1), 1)

    run_all(learn, predict, predict)
    assert len(model.classes_) == 30


def test_new_classes_of_several_threads_get_columns_of_their_own(clothes):
    X = clothes[0][:50]
    model = MPARTClassifier(feature_range=(0, 1), layers=0).fit(X, np.zeros(50, int))

    def learn(first):
        for label in range(first, first + 100):
            model.partial_fit(X[:1], [label])

    run_all(*(lambda first=first: learn(first) for first in (1, 101, 201)))
    assert sorted(model.classes_) == list(range(301))
    assert sorted(model.predict_freq(X[:1])[0][1:]) == [1] * 300


def test_every_sample_and_label_of_several_threads_arrives(clothes):
    X, y = clothes
    stream = Stream(budget="1/1")

    def one_by_one():
        for x, label in zip(X[:500], y):
            step = stream.observe(x)
            stream.teach(step.id, label)

    run_all(one_by_one, one_by_one, one_by_one, lambda: stream.observe_many(X, y))
    counters = stream.counters
    assert counters["samples"] == counters["labels"] == 3 * 500 + 2000
    assert [row["id"] for row in stream.ledger()] == list(range(1, 3501))


def test_other_threads_run_while_the_engine_works():
    X = np.random.default_rng(0).random((40_000, 8))
    model = MPARTClassifier(feature_range=(0, 1), rho=0.9)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    model.partial_fit(X)
    seconds = time.monotonic() - start
    done.set()
    thread.join()
    assert seconds > 0.1, "too fast to tell"
    assert len(ticks) > 5 * seconds  # 100 a second, on an idle machine


# Tells when it has begun, so that the signal cannot come before the work.
ENDLESS = """
import sys
import numpy as np
from mpart_learn import MPARTClassifier, Stream
X = np.random.default_rng(0).random((1000, 20))
X = np.broadcast_to(X, (3000, 1000, 20)).reshape(-1, 20)
model, stream = MPARTClassifier(feature_range=(0, 1)), Stream()
model.partial_fit(X[:1000])
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    model.partial_fit(X[:10])
    stream.observe(X[0])
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call", ["model.partial_fit(X)", "model.predict(X)", "stream.observe_many(X)"]
)
def test_ctrl_c_ends_long_work_at_once_and_the_object_stays_usable(call):
    child = subprocess.Popen(
        [sys.executable, "-c", ENDLESS.format(call=call)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "begun\n"
    time.sleep(1)
    assert child.poll() is None, "the work was not long"
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    assert time.monotonic() - start < 2
    assert child.wait(30) == 0
