#!/usr/bin/env python3
"""Vectors of sentences, for mpart run FILE --embedder "command:python3 sentences.py [MODEL]".

Reads {"text": ...} a line and writes [numbers] a line. MODEL is a name or a folder that
sentence-transformers knows; the default is all-MiniLM-L6-v2. It needs: pip install sentence-transformers
"""
import json
import os
import sys


def load(name):
    """The model's own function from a list of texts to a matrix."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        sys.exit("sentence-transformers is not installed: pip install sentence-transformers")
    model = SentenceTransformer(name)
    return lambda texts: model.encode(texts, normalize_embeddings=True).tolist()


def lines_that_are_here():
    """Lists of lines: what has arrived together is embedded together."""
    rest = b""
    while chunk := os.read(0, 1 << 20):
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            yield lines


def main():
    encode = load(sys.argv[1] if len(sys.argv) > 1 else "all-MiniLM-L6-v2")
    for lines in lines_that_are_here():
        texts = [json.loads(line).get("text", "") for line in lines]
        for vector in encode(texts):
            print(json.dumps([round(value, 6) for value in vector]))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
