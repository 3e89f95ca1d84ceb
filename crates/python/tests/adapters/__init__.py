"""Tests of the adapters, which need their frameworks."""
