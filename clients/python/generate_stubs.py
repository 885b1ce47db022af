"""Generates the stubs of the contract, membrane.proto, into a folder.

    .venv/bin/python generate_stubs.py            the committed ones, in src/membrane_client/_stubs
    .venv/bin/python generate_stubs.py FOLDER     others, to compare

The file keeps its name of the contract, membrane/v1/membrane.proto, so that a program that has
stubs of its own of the same contract can use both.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
CONTRACT = HERE.parent.parent / "membrane-grpc-stubs/src/main/protobuf"
STUBS = HERE / "src/membrane_client/_stubs"
FILES = ("membrane_pb2.py", "membrane_pb2.pyi", "membrane_pb2_grpc.py")


def generate(folder: Path) -> None:
    """Writes the stubs, with imports that hold in whatever package the folder is."""
    with tempfile.TemporaryDirectory() as made:
        status = protoc.main(
            [
                "protoc",
                f"--proto_path={CONTRACT}",
                f"--python_out={made}",
                f"--pyi_out={made}",
                f"--grpc_python_out={made}",
                "membrane/v1/membrane.proto",
            ]
        )
        if status != 0:
            raise SystemExit(status)
        for name in FILES:
            text = (Path(made) / "membrane/v1" / name).read_text(encoding="utf-8")
            text = text.replace("from membrane.v1 import", "from . import")
            (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else STUBS)
