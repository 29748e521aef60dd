"""The hand-built terms of the machine's tests are used here too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "machine"))
