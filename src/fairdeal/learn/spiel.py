"""Any game but those in real time as a game of OpenSpiel: `pyspiel.load_game("python_fairdeal", {"game": NAME})`.

- Chance nodes deal number by number, as the rules' `weigh_next` says, so the whole tree can be walked.
- Seats that choose at once are asked one after another, the lowest first, and are told of each other what the rules
  tell: that something was chosen, not what.
- An information state is all that the seat was told since the beginning, and what its view was after each event, so it
  forgets nothing. An observation is the view alone.
- Returns are shares of the victory less equal ones, and add up to 0.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from fairdeal import games
from fairdeal.contract.game import Setting, list_legal, members, new_view, shares_of
from fairdeal.contract.rules import Numbers, State
from fairdeal.engine.kernel import DEALER, NOBODY, blank, copy
from fairdeal.errors import FairdealError, Refused
from fairdeal.language.messages import Seat, say
from fairdeal.learn.observations import observe

try:
    import pyspiel
except ModuleNotFoundError:
    raise FairdealError(say("learn.missing", library="OpenSpiel")) from None

NAME = "python_fairdeal"
DIGEST = 16  # bytes of what stands for a view in an information state
PARAMETERS = {"game": games.NAMES[0], "seats": 0, "options": ""}
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Fairdeal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=DEALER,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def setting_of(name: str, seats: int, options: str) -> Setting:
    """Settle how a game is played: 0 seats are the fewest, and options are written `rounds:1 passing:true`.

    OpenSpiel writes a game as NAME=VALUE with commas between them, so neither may stand in an option.
    """
    game = games.find(name)
    known = {option.name: option for option in game.options}
    given = dict(text.partition(":")[::2] for text in options.split())
    values = {key: known[key].parse(value) if key in known else value for key, value in given.items()}
    if game.rules.REAL_TIME:
        raise Refused(say("learn.real_time", game=game.title))
    if not hasattr(game.rules, "weigh_next"):
        raise Refused(say("learn.unforeseen", game=game.title))
    return game.setting(seats or None, values)


class FairdealGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with its seats and options."""

    def __init__(self, params: Any = None) -> None:
        given = PARAMETERS | (params or {})
        self.setting = setting_of(given["game"], given["seats"], given["options"])
        rules: Any = self.setting.game.rules
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=rules.MOST_NUMBER + 1,
            num_players=self.setting.seats,
            min_utility=-1 / self.setting.seats,
            max_utility=1 - 1 / self.setting.seats,
            utility_sum=0.0,
            max_game_length=rules.MOST_EVENTS,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> FairdealState:
        """Lay out an empty table."""
        return FairdealState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Give what shows states to players: a view, or with perfect recall all that was told."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise Refused(say("learn.observer"))
        return Observer(self.setting, kind.perfect_recall)


class SpielTable:
    """The game behind a state; what never changes is shared by its copies."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rules: Any = setting.game.rules
        self.s: State = setting.new_state()
        self.outcome: list[int] = []
        self.events = ""
        self.heard = [""] * setting.seats
        """By seat: all that it was told, a line an event, and its view behind it."""
        self._settle()

    def __deepcopy__(self, memo: Any) -> SpielTable:
        """Copy the state, as a clone of OpenSpiel's asks for."""
        other = object.__new__(SpielTable)
        other.__dict__ = {**self.__dict__, "s": blank(self.rules.STATE)[0]}
        copy(self.s, other.s)
        other.outcome, other.heard = list(self.outcome), list(self.heard)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how it is made anew, as OpenSpiel's serialisation asks for."""
        setting = self.setting
        how = (setting.game.name, setting.seats, setting.options, setting.data)
        return restored, (how, self.s.tobytes(), self.outcome, self.events, self.heard)

    def _settle(self) -> None:
        """Carry out what chance has done as soon as it is whole, and see who is to act."""
        self.weights: Numbers = np.zeros(self.rules.MOST_NUMBER + 1, np.int64)
        self.total, self.actor = 0, NOBODY
        while self.total == 0 and (actors := members(int(self.rules.actors(self.s)))):
            self.actor = actors[0]
            if self.actor != DEALER:
                return
            known = np.zeros(self.rules.MOST_OUTCOME, np.int16)
            known[: len(self.outcome)] = self.outcome
            self.total = int(self.rules.weigh_next(self.s, known, len(self.outcome), self.weights))
            if self.total == 0:
                self._deal(known[: len(self.outcome)])
        if self.total == 0:
            self.actor = NOBODY

    def _deal(self, outcome: Numbers) -> None:
        text = self.setting.game.words.outcome_text(self.s, outcome)
        self.rules.deal(self.s, outcome)
        self.outcome = []
        self.weights[:] = 0
        self._tell(text, [""] * self.setting.seats)

    def act(self, action: int) -> None:
        """Let whoever is to act do so; chance adds a number to its outcome."""
        if self.actor == DEALER:
            self.outcome.append(action)
        else:
            text, seats = self.setting.game.words.text, range(self.setting.seats)
            told = [text(int(self.rules.told(self.s, self.actor, action, viewer))) for viewer in seats]
            self.rules.play(self.s, self.actor, action)
            self._tell(text(action), told)
        self._settle()

    def _tell(self, text: str, told: list[str]) -> None:
        who = "dealer" if self.actor == DEALER else f"seat {self.actor}"
        self.events += f"{who}: {text}\n"
        for seat, heard in enumerate(told):
            seen = hashlib.blake2b(self.view(seat).tobytes(), digest_size=DIGEST).hexdigest()
            self.heard[seat] += f"{who}: {heard} #{seen}\n"

    def view(self, seat: int) -> State:
        """Give what a seat knows."""
        return new_view(self.setting.game, self.s, seat)


def restored(how: tuple[Any, ...], s: bytes, outcome: list[int], events: str, heard: list[str]) -> SpielTable:
    """Make a table of what was serialised."""
    table = SpielTable(Setting(games.find(how[0]), *how[1:]))
    table.s = blank(table.rules.STATE)[0]
    copy(np.frombuffer(s, table.rules.STATE)[0], table.s)
    table.outcome, table.events, table.heard = outcome, events, heard
    table._settle()
    return table


class FairdealState(pyspiel.State):  # type: ignore[misc]
    """A state in OpenSpiel's words."""

    def __init__(self, game: FairdealGame) -> None:
        super().__init__(game)
        self.table = SpielTable(game.setting)

    def current_player(self) -> int:
        """Say who is to act."""
        ids = {DEALER: pyspiel.PlayerId.CHANCE, NOBODY: pyspiel.PlayerId.TERMINAL}
        return int(ids.get(self.table.actor, self.table.actor))

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table.actor == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return list_legal(self.table.rules, self.table.s, player) if player == self.table.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the numbers that may come next, and how likely each is."""
        found = np.flatnonzero(self.table.weights).tolist()
        return [(number, int(self.table.weights[number]) / self.table.total) for number in found]

    def _apply_action(self, action: int) -> None:
        self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        is_chance = player == pyspiel.PlayerId.CHANCE
        return str(action) if is_chance else self.table.setting.game.words.text(action)

    def returns(self) -> list[float]:
        """Give each seat's share of the victory less an equal one; nothing before the end."""
        seats = self.table.setting.seats
        if not self.is_terminal():
            return [0.0] * seats
        return [share - 1 / seats for share in shares_of(self.table.setting.game, self.table.s)]

    def __str__(self) -> str:
        return self.table.events + " ".join(map(str, self.table.outcome))


class Observer:
    """Shows states to players, each its own view; with perfect recall all that it was told, as a text alone."""

    def __init__(self, setting: Setting, recalls: bool) -> None:
        self._setting = setting
        self._recalls = recalls
        self.tensor = None if recalls else np.zeros(setting.game.rules.OBSERVATION, np.float32)
        self.dict = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: FairdealState, player: int) -> None:
        """Write a player's view as numbers from -1 to 1."""
        if self.tensor is not None:
            self.tensor[:] = observe(self._setting.game, state.table.view(player), player)

    def string_from(self, state: FairdealState, player: int) -> str:
        """Write all that a player was told, or describe its view."""
        if self._recalls:
            return f"{player}\n{state.table.heard[player]}"
        catalogue = self._setting.catalogue(player)
        described = self._setting.game.words.describe(state.table.view(player), player)
        return "\n".join([catalogue.value(Seat(player)), *map(catalogue.value, described)])


pyspiel.register_game(TYPE, FairdealGame)
