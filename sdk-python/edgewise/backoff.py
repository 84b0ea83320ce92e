"""Pauses that grow from one failure to the next."""

import logging
import random

FIRST_SECS = 0.1
LONGEST_SECS = 5.0


class Backoff:
    """Pauses that grow from one failure to the next, with a share of chance in each."""

    def __init__(self) -> None:
        self._secs = FIRST_SECS

    def next(self) -> float:
        """How many seconds to wait before the next try."""
        pause = random.uniform(self._secs / 2, self._secs)
        self._secs = min(self._secs * 2, LONGEST_SECS)
        return pause

    def level(self) -> int:
        """How loud a failure is told: only the first of a row is news."""
        return logging.WARNING if self._secs == FIRST_SECS else logging.DEBUG

    def reset(self) -> None:
        """Makes the next failure a first one again."""
        self._secs = FIRST_SECS
