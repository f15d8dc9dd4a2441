"""Floor 6: the ``forehand`` command."""
