"""A bounded queue in front of niced solver threads.

All of it but the work itself runs on the event loop, so there is nothing to lock. A call that is
cancelled while it waits never starts; one that is cancelled while it runs has its stop flag set and
keeps its thread until the search has seen it, some milliseconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from forehand.solver.search import StopFlag

from .config import Config
from .errors import Draining, QueueFull
from .guard import current_call

T = TypeVar("T")

RETRY_SECONDS = 1.0
"""When a caller should try a full queue again: most questions take about as long."""

logger = logging.getLogger(__name__)


class Admission:
    """Runs work on ``workers`` threads; up to ``queue_size`` calls wait, first come first served."""

    def __init__(self, config: Config) -> None:
        self._free = config.workers
        self._queue_size = config.queue_size
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._running: set[StopFlag] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_draining = False
        self._threads = ThreadPoolExecutor(
            config.workers, "solver", initializer=_stand_back, initargs=(config.niceness,)
        )

    async def run(self, work: Callable[[StopFlag], T]) -> T:
        """The result of ``work`` on a solver thread; it must end soon after the flag it is given is set.

        Raises QueueFull at once, Draining also while waiting or running, and whatever ``work`` raises.
        """
        call = current_call()
        arrived = time.monotonic()
        await self._take_thread()
        call.queue_seconds = time.monotonic() - arrived
        stop = StopFlag()
        future = self._start(work, stop)
        try:
            result = await asyncio.shield(future)
        except asyncio.CancelledError:
            self._log_when_stopped(future, call.request_id)
            stop.set()
            raise
        finally:
            call.solve_seconds = time.monotonic() - arrived - call.queue_seconds
        if stop.is_set():
            raise Draining
        return result

    def refuse(self) -> None:
        """Takes no more work and sends away what waits."""
        self._is_draining = True
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(Draining())

    async def drain(self, grace_seconds: float) -> None:
        """Refuses new work, gives what runs ``grace_seconds`` to end, then stops it; returns when no thread works."""
        self.refuse()
        try:
            await asyncio.wait_for(self._idle.wait(), grace_seconds)
        except TimeoutError:
            for stop in self._running:
                stop.set()
            await self._idle.wait()
        self._threads.shutdown()

    async def _take_thread(self) -> None:
        if self._is_draining:
            raise Draining
        if self._free:
            self._free -= 1
            return
        if len(self._waiting) >= self._queue_size:
            raise QueueFull(RETRY_SECONDS)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif not turn.cancelled() and turn.exception() is None:  # its turn came at the same moment
                self._give_thread()
            raise

    def _give_thread(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _start(self, work: Callable[[StopFlag], T], stop: StopFlag) -> asyncio.Future[T]:
        self._running.add(stop)
        self._idle.clear()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, stop)
        future.add_done_callback(lambda _: self._end(stop))
        return future

    def _end(self, stop: StopFlag) -> None:
        self._running.discard(stop)
        if not self._running:
            self._idle.set()
        self._give_thread()

    @staticmethod
    def _log_when_stopped(future: asyncio.Future[T], request_id: str) -> None:
        asked = time.monotonic()

        def log(_: asyncio.Future[T]) -> None:
            logger.info("request_id=%s search stopped stop_ms=%.1f", request_id, (time.monotonic() - asked) * 1000)

        future.add_done_callback(log)


def _stand_back(niceness: int) -> None:
    """Lets the network thread go first: with all cores solving, its answers take milliseconds otherwise."""
    if sys.platform == "linux":  # elsewhere a thread has no niceness of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
