"""Attacks on `mpart serve` by one client that has no token; tests/serve/attacks runs them."""
