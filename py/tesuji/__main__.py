"""`python -m tesuji`."""

import sys

from tesuji.cli import main

sys.exit(main())
