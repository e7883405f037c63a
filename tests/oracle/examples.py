"""How many random cases a property of the oracle is tried on."""

from __future__ import annotations

import os

# As many times as in `make test`: `make test-long` asks for more.
TIMES = int(os.environ.get("RESEQUENCER_TIMES_EXAMPLES", "1"))
