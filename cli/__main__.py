"""``python -m forehand.cli`` is the ``forehand`` command."""

import sys

from forehand.cli.main import main

sys.exit(main())
