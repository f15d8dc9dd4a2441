"""What a server may be told."""

from __future__ import annotations

import pytest

from forehand import InvalidInput
from forehand.server.config import Config


def test_the_usual_settings_hold() -> None:
    config = Config()
    assert config.host == "127.0.0.1"
    assert config.workers >= 1


@pytest.mark.parametrize(
    "listen", ["", "127.0.0.1", ":50051", "host:", "host:http", "host:65536", "host:-1", "host:" + "1" * 5000]
)
def test_an_address_needs_host_and_port(listen: str) -> None:
    with pytest.raises(InvalidInput, match="host:port"):
        Config(listen=listen)


def test_every_fault_is_named() -> None:
    with pytest.raises(InvalidInput) as caught:
        Config(listen="x", workers=0, queue_size=-1, memory_mib=0, max_nodes=-1, grace_seconds=-1, niceness=20)
    assert [fault.path for fault in caught.value.faults] == [
        "listen",
        "workers",
        "queue_size",
        "memory_mib",
        "max_nodes",
        "grace_seconds",
        "niceness",
    ]


def test_more_than_a_search_can_be_told_is_a_fault() -> None:
    with pytest.raises(InvalidInput) as caught:
        Config(memory_mib=10**9, max_nodes=2**63)
    assert [fault.path for fault in caught.value.faults] == ["memory_mib", "max_nodes"]
