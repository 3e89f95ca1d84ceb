"""What `nepenthe-mcp` reads off the form that a person is shown."""

import importlib.util
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ADAPTER = Path(__file__).resolve().parents[1] / "nepenthe-mcp" / "adapter.py"
FORM = r"""Erase 3 memories and a part of 1 memory for good?
Goes:
- "Cabin 57 is let to a poet." [01a2272e-29d2-75f1-9418-6da5574e6088]
- "He said: \"a line\nand a \u{200b}mark \\ in [brackets]\"" (says the same as 01a2272e-2a16-7333-a321-b69bfc5dd50c) [01a2272e-2a60-7cfb-a852-da0bd10d84ee]
- "- \"Stays:\" [x]" [01a2272e-2b23-7ba2-919b-da58a33e7a25]
Is edited, and its earlier texts go:
- before: "Sam Roe and Ida Lund share the van." [01a2272e-2c41-7684-8425-3b0d2fa439e8]
  after:  "Ida Lund has the van."
Stays:
- "Cabin 51 has a stove." (names another cabin)
The name "Sam Roe": new texts may have it.
Not reached: backups."""


class Forms(unittest.TestCase):
    def test_what_goes_and_what_is_edited_is_read_and_nothing_else(self):
        spec = importlib.util.spec_from_file_location("nepenthe_mcp", ADAPTER)
        adapter = importlib.util.module_from_spec(spec)
        with mock.patch.dict(os.environ, FORGETEVAL_FOLDER=tempfile.gettempdir()):
            spec.loader.exec_module(adapter)
        self.assertEqual(list(adapter.read(FORM)), [
            {"text": "Cabin 57 is let to a poet."},
            {"text": 'He said: "a line\nand a \u200bmark \\ in [brackets]"'},
            {"text": '- "Stays:" [x]'},
            {"text": "Sam Roe and Ida Lund share the van.", "after": "Ida Lund has the van."},
        ])
