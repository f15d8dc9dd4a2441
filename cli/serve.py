"""``forehand serve``: the server, run from the command line."""

from __future__ import annotations

import logging
from typing import Any

import click

from forehand import InvalidInput
from forehand.solver.search import MAX_MEMORY_MIB
from forehand.solver.search.limits import MAX_NODES

from .backend import service_needed
from .batch import FAILED, FINE
from .settings import WholeNumber


@click.command()
@click.option(
    "--listen",
    metavar="HOST:PORT",
    default="127.0.0.1:50051",
    show_default=True,
    help="Where to listen; port 0 picks a free one.",
)
@click.option("--workers", metavar="N", type=WholeNumber(min=1), help="Searches at a time (default: one a core).")
@click.option("--queue-size", metavar="N", type=WholeNumber(min=0), help="Questions that may wait.")
@click.option(
    "--memory-mib", metavar="N", type=WholeNumber(1, MAX_MEMORY_MIB), help="Memory cap of one search's table."
)
@click.option("--max-nodes", metavar="N", type=WholeNumber(0, MAX_NODES), help="Most nodes a question may ask for.")
@click.option(
    "--grace-seconds",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    help="How long calls may run on once the server is told to stop.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log every call, not only what goes wrong, on standard error.")
def serve(verbose: bool, **given: Any) -> None:
    """Run the gRPC server until SIGTERM or Ctrl-C.

    Prints `listening on HOST:PORT` once it answers. Needs the service installed: pip install 'forehand[service]'.
    """
    with service_needed():
        from forehand.server.app import run
        from forehand.server.config import Config
    try:
        config = Config(**{name: value for name, value in given.items() if value is not None})
    except InvalidInput as error:
        raise click.UsageError(str(error)) from error
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(message)s")
    code = run(config, on_ready=lambda address: click.echo(f"listening on {address}"))
    click.get_current_context().exit(FAILED if code else FINE)
