"""The files of a reader's changes to the embedder: safetensors whose low-rank factors `NAME.A` (rank x inputs) and `NAME.B`
(outputs x rank) are integers of eight bits, with a scale for each rank in `NAME.A.scale` and `NAME.B.scale`; all else is f32.

    python3 training/adapter.py OLD.safetensors NEW.safetensors

rewrites a file of bfloat16 factors, or of any other, in this form.
"""

import json
import struct
import sys

import numpy as np

FACTORS = (".A", ".B")
KINDS = {"F32": "<f4", "I8": "<i1", "BF16": "<u2"}


def read(path):
    """Returns arrays of float32 by name, with the factors multiplied out by their scales."""
    with open(path, "rb") as file:
        content = file.read()
    size = struct.unpack_from("<Q", content)[0]
    body, found = memoryview(content)[8 + size:], {}
    for name, tensor in json.loads(content[8:8 + size]).items():
        begin, end = tensor["data_offsets"]
        values = np.frombuffer(body[begin:end], KINDS[tensor["dtype"]])
        if tensor["dtype"] == "BF16":
            # The upper half of an f32.
            values = (values.astype(np.uint32) << 16).view(np.float32)
        found[name] = values.astype(np.float32).reshape(tensor["shape"])
    scales = {name: found.pop(f"{name}.scale") for name in list(found) if f"{name}.scale" in found}
    return {name: by_rank(name, values, scales[name]) if name in scales else values for name, values in found.items()}


def write(arrays, path):
    """Writes arrays of float32 by name."""
    stored = {}
    for name, values in arrays.items():
        values = np.ascontiguousarray(values, np.float32)
        if name.endswith(FACTORS):
            scale = np.maximum(np.abs(values).max(1 if name.endswith(".A") else 0) / 127, np.finfo(np.float32).tiny)
            stored[f"{name}.scale"] = ("F32", scale.astype(np.float32))
            stored[name] = ("I8", np.rint(by_rank(name, values, 1 / scale)).astype(np.int8))
        else:
            stored[name] = ("F32", values)
    header, blobs, offset = {}, [], 0
    for name, (kind, values) in sorted(stored.items()):
        data = values.astype(KINDS[kind]).tobytes()
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [offset, offset + len(data)]}
        offset += len(data)
        blobs.append(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def by_rank(name, values, scale):
    """Multiplies a factor by a number for each rank: for each row of A, for each column of B."""
    return values * (scale[:, None] if name.endswith(".A") else scale)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write(read(sys.argv[1]), sys.argv[2])
