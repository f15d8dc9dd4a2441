class StopFlag:
    """Ends every search it was given to, from any thread, within a few milliseconds; it cannot be reset."""

    def __init__(self) -> None: ...
    def set(self) -> None:
        """Ask the searches to stop."""
    def is_set(self) -> bool:
        """Whether they were asked to."""
