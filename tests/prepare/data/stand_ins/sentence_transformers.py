"""Stands in for the package: three numbers of a text, in place of a network's 384."""


class _Rows(list):
    def tolist(self):
        return list(self)


class SentenceTransformer:
    def __init__(self, name):
        self.name = name

    def encode(self, texts, normalize_embeddings):
        assert normalize_embeddings
        return _Rows([len(text), text.count("e"), len(self.name)] for text in texts)
