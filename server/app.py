"""The life of a server: start, serve, drain."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from forehand.v1 import solver_pb2, solver_pb2_grpc

from .admission import Admission
from .config import MAX_MESSAGE_BYTES, Config
from .guard import Guard
from .service import SolverService

SERVICE = solver_pb2.DESCRIPTOR.services_by_name["SolverService"].full_name

LAST_WORDS_SECONDS = 0.5
"""How long answers of calls just stopped may take to leave."""

CANNOT_LISTEN = 2
"""Exit code where the address cannot be listened on."""

logger = logging.getLogger(__name__)


class CannotListen(OSError):
    """The address cannot be listened on: it is taken, or not of this machine."""


class Server:
    """One server on the running event loop, which must be the process's only one with gRPC."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._admission = Admission(config)
        self._health = health.aio.HealthServicer()
        # Without so_reuseport=0 a second server on the same port starts, and each gets some of the calls.
        options = [("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES)]
        self._server = grpc.aio.server(interceptors=[Guard(SERVICE)], options=options)
        solver_pb2_grpc.add_SolverServiceServicer_to_server(SolverService(config, self._admission), self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        reflection.enable_server_reflection((SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), self._server)

    async def start(self) -> str:
        """Serves from now on; answers ``host:port``. Raises CannotListen."""
        listen = self._config.listen
        try:
            port = self._server.add_insecure_port(listen)
        except RuntimeError as error:
            raise CannotListen(
                f"cannot listen on {listen}: is the port taken, or the host not of this machine?"
            ) from error
        await self._server.start()
        for name in ("", SERVICE):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return f"{self._config.host}:{port}"

    async def stop(self) -> None:
        """Takes no more calls, gives those that run the grace, stops the rest; all callers are told."""
        await self._health.enter_graceful_shutdown()
        grace_seconds = self._config.grace_seconds
        closing = asyncio.create_task(self._server.stop(grace_seconds + LAST_WORDS_SECONDS))
        await self._admission.drain(grace_seconds)
        await self._server.stop(LAST_WORDS_SECONDS)
        await closing


def run(config: Config, on_ready: Callable[[str], None] | None = None) -> int:
    """Serves until SIGTERM or SIGINT, drains, and answers the exit code: 0, or 2 if the address cannot be had.

    ``on_ready`` is called with ``host:port`` once calls are taken. Call it in the main thread; it prints nothing.
    """
    return asyncio.run(_run(config, on_ready))


async def _run(config: Config, on_ready: Callable[[str], None] | None) -> int:
    server = Server(config)
    try:
        address = await server.start()
    except CannotListen as error:
        logger.error("%s", error)
        return CANNOT_LISTEN
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    logger.info("listening on %s with %d workers of %d MiB", address, config.workers, config.memory_mib)
    try:
        if on_ready is not None:
            on_ready(address)
        await stopping.wait()
    finally:
        logger.info("draining")
        await server.stop()
    logger.info("stopped")
    return 0
