"""What is counted, for whom, and that counting itself costs little."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairdeal.errors import Crowded, TooMany
from fairdeal.language.messages import say
from fairdeal.server import limits
from fairdeal.server.addresses import counted_as
from fairdeal.server.limits import MESSAGES, REQUESTS, TABLES, Capacity, Limits, Person, Rate
from fairdeal.server.spending import KEPT, Spending

THREE = Rate("words", 3, 6.0, crowd=2)
DONE = Rate("tables", 1, 6.0, only_done=True)
ADA = Person("ada")


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_few_at_once_and_then_so_many_in_a_time() -> None:
    clock = Clock()
    counted = Limits(clock)
    assert [counted.take(THREE, ADA) for _ in range(4)] == [0, 0, 0, 2]
    clock.now += 1.5
    assert counted.take(THREE, ADA) == 0.5
    clock.now += 0.5
    assert counted.take(THREE, ADA) == 0
    clock.now += 1000
    assert [counted.take(THREE, ADA) for _ in range(4)] == [0, 0, 0, 2]
    assert counted.take(THREE, Person("ben")) == 0
    assert counted.take(REQUESTS, ADA) == 0


def test_a_new_session_is_no_new_allowance() -> None:
    counted = Limits(Clock())
    taken = [counted.take(THREE, Person(f"session {number}", "192.0.2.1")) for number in range(7)]
    assert taken == [0, 0, 0, 0, 0, 0, 1]
    assert counted.take(THREE, Person(address="192.0.2.1")) == 1
    assert counted.take(THREE, Person("session 0", "192.0.2.2")) == 0


def test_somebody_without_a_session_counts_for_the_address_and_a_program_on_this_machine_for_nobody() -> None:
    counted = Limits(Clock())
    assert [counted.take(THREE, Person(address="a")) for _ in range(7)] == [0] * 6 + [1]
    assert [counted.take(THREE, Person()) for _ in range(7)] == [0] * 7


def test_what_fails_counts_only_as_a_request() -> None:
    counted = Limits(Clock())
    for _ in range(5):
        with pytest.raises(ValueError, match="no"), counted.counted(DONE, ADA):
            raise ValueError("no")
    with counted.counted(DONE, ADA):
        pass
    with pytest.raises(TooMany, match=r"too many new tables of yours in a short time: wait 6 seconds\.") as caught:
        counted.counted(DONE, ADA).__enter__()
    assert caught.value.wait == 6
    asked = sum(not counted.take(REQUESTS, ADA) for _ in range(REQUESTS.most))
    assert asked == REQUESTS.most - 7
    for _ in range(THREE.most):
        with pytest.raises(ValueError, match="no"), counted.counted(THREE, ADA):
            raise ValueError("no")
    assert counted.wait(THREE, ADA) > 0


def test_counting_takes_bounded_memory_and_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 10)
    counted = Limits(Clock())
    for _ in range(THREE.most):
        counted.take(THREE, ADA)
    for number in range(9):
        counted.take(THREE, Person(f"session {number}"))
    assert counted.wait(THREE, ADA) > 0
    for number in range(100):
        counted.take(THREE, Person(f"session {number}"))
    assert len(counted) == 10


@given(st.lists(st.floats(0, 3), max_size=60))
def test_never_more_than_the_rate_allows(pauses: list[float]) -> None:
    clock = Clock()
    counted = Limits(clock)
    start, done = clock.now, 0
    for pause in pauses:
        clock.now += pause
        done += not counted.take(THREE, ADA)
        assert done <= THREE.most * (1 + (clock.now - start) / THREE.seconds) + 1e-6


def test_places_are_held_for_a_while() -> None:
    places = Capacity(1, say("socket.at_table"))
    with places.held("a"):
        with pytest.raises(Crowded, match="Too many people watch this table"), places.held("a"):
            pass
        with places.held("b"), places.held(""), places.held(""):
            assert len(places) == 4
        with places.held("a", is_welcome=True):
            assert len(places) == 2
    assert len(places) == 0
    with places.held("a"):
        pass


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:c000:207", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("[2001:db8:1:2::1]", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.7:5678", "192.0.2.7"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_the_name_under_which_an_address_is_counted(address: str, name: str) -> None:
    assert counted_as(address) == name


# --- several processes -----------------------------------------------------------------------------------------------


class Processes:
    """Some that count for themselves, and tell each other once a second."""

    def __init__(self, count: int) -> None:
        self.clock = Clock()
        self.limits = [Limits(self.clock) for _ in range(count)]
        self.spendings = [Spending(each) for each in self.limits]

    def beat(self, lost: bool = False) -> None:
        told = {number: spending.tell() for number, spending in enumerate(self.spendings)}
        for number, spending in enumerate(self.spendings):
            if not lost:
                spending.hear({other: text for other, text in told.items() if other != number})


@pytest.mark.parametrize("rate", [MESSAGES, REQUESTS, TABLES])
@pytest.mark.parametrize("count", [2, 5])
def test_who_goes_to_all_processes_gets_at_each_one_seconds_allowance_more_and_no_more(rate: Rate, count: int) -> None:
    processes, taken, seconds = Processes(count), 0, 30
    for turn in range(seconds * 10):
        for each in processes.limits:
            while not each.take(rate, ADA):
                taken += 1
        processes.clock.now += 0.1
        if turn % 10 == 9:
            processes.beat()
    in_a_second = rate.most + rate.most / rate.seconds
    assert rate.most < taken <= rate.most * (1 + seconds / rate.seconds) + (count - 1) * in_a_second
    for _ in range(KEPT):
        processes.beat()
    assert all(each.wait(rate, ADA) > 0 for each in processes.limits)


def test_a_beat_that_is_missed_is_heard_with_a_later_one_and_none_is_counted_twice() -> None:
    processes = Processes(2)
    here, there = processes.limits
    for _ in range(20):
        assert not here.take(TABLES, ADA)
    processes.beat(lost=True)
    for _ in range(KEPT - 1):
        processes.beat()
    assert sum(not there.take(TABLES, ADA) for _ in range(TABLES.most)) == TABLES.most - 20


def test_what_everybody_does_is_not_told() -> None:
    processes = Processes(2)
    for number in range(1000):
        assert not processes.limits[0].take(MESSAGES, Person(f"session {number}", "192.0.2.1" if number < 50 else ""))
    assert processes.spendings[0].tell() == b""
    assert len(processes.limits[1]) == 0
