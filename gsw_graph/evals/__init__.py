"""Benchmarks: samples, scores, tables."""
