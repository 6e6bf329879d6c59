"""How fast it is, measured beside its peers; `bench.run` runs it all. The peer's own game lies among the examples."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "examples" / "oh_hell"))
