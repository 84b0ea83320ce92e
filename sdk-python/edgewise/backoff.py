"""Exponential backoff with jitter."""

import logging
import random

FIRST_SECS = 0.1
LONGEST_SECS = 5.0


class Backoff:
    """Exponential backoff with jitter."""

    def __init__(self) -> None:
        self._secs = FIRST_SECS

    def next(self) -> float:
        """Returns the seconds to wait before the next attempt."""
        pause = random.uniform(self._secs / 2, self._secs)
        self._secs = min(self._secs * 2, LONGEST_SECS)
        return pause

    def level(self) -> int:
        """Returns the log level for a failure: a warning for the first of a series, debug for the rest."""
        return logging.WARNING if self._secs == FIRST_SECS else logging.DEBUG

    def reset(self) -> None:
        """Starts over after a success."""
        self._secs = FIRST_SECS
