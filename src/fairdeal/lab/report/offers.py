"""What can be taken, such as cards that are played or bought: how often, by whom who wins, and what it does.

What is taken is chosen: who is ahead may take other things than who is behind, so what takers win says little of what
they took. Its effect is what becomes of the same decision if it is forbidden just then, played on with the same chance.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from fairdeal.lab.report.figures import MORE, PERCENT, Figure, Section
from fairdeal.lab.report.plan import POLICY, RANDOM, Plan
from fairdeal.lab.report.runs import opened, play
from fairdeal.lab.report.sample import OFFERED, TAKEN, TAKEN_WON, Sample
from fairdeal.language.messages import Message, say
from fairdeal.play.tracks import has_policy, offers_of

SHOWN = 3  # at either end
VERDICTS = ("dead", "dominated")


def offers(sample: Sample) -> Section | None:
    """Say what it does to take something: what is surely dead or dominated, and the best and worst of all."""
    known = offers_of(sample.plan.found)
    if known is None or not sample.offers:
        return None
    effects = {offer: effect for offer in sample.offers if (effect := sample.effect(offer)) is not None}
    ranked = sorted(effects, key=lambda offer: -effects[offer].mean)
    judged = {verdict: [offer for offer in sample.offers if _is(sample, verdict, offer)] for verdict in VERDICTS}
    shown = {*ranked[:SHOWN], *ranked[-SHOWN:], *judged["dead"], *judged["dominated"]}
    names = {offer: say("text", text=known.name(known.texts.index(offer))) for offer in sample.offers}
    rows: list[Figure] = []
    for offer in [*ranked, *(offer for offer in sample.offers if offer not in effects)]:
        if offer in shown:
            rows += _rows(sample, offer, names[offer])
    return Section("offers", tuple(_sentences(sample, judged, names)), tuple(rows))


def _is(sample: Sample, verdict: str, offer: str) -> bool:
    return sample.unfair.get(f"{verdict}_{offer}", False)


def _sentences(sample: Sample, judged: dict[str, list[str]], names: dict[str, Message]) -> list[Message]:
    sentences = [say("report.offers.told")]
    if sample.tried is not None:
        plan = sample.tried.plan
        sentences.append(say("report.offers.effect", count=sample.tried.games, player=plan.bots[0]))
    for verdict in VERDICTS:
        if judged[verdict]:
            listed = [names[offer] for offer in judged[verdict]]
            sentences.append(say(f"report.offers.{verdict}", offers=listed))
    if not any(judged.values()):
        sentences.append(say("report.offers.none"))
    return sentences


def _rows(sample: Sample, offer: str, name: Message) -> list[Figure]:
    """Give how often an offer is taken, how much its takers win, and what it does."""
    taken = sample.columns[TAKEN + offer]
    seen = np.flatnonzero(taken if taken.any() else sample.columns[OFFERED + offer])
    share = sample.ratio(TAKEN + offer, OFFERED + offer).within(0.0, 1.0)
    rows = [Figure(f"{offer}: taken", say("report.row.taken", what=name), share, PERCENT, int(seen[0]))]
    if taken.any():
        won = sample.ratio(TAKEN_WON + offer, TAKEN + offer).within(0.0, 1.0)
        rows.append(Figure(f"{offer}: takers", say("report.row.takers", what=name), won, PERCENT))
    effect = sample.effect(offer)
    if effect is not None:
        rows.append(Figure(f"{offer}: effect", say("report.row.effect", what=name), effect, MORE))
    return rows


# --- games of native players -----------------------------------------------------------------------------------------

TRIED_PARTS = 12


def tried_games(folder: Path, plan: Plan, jobs: int, on: str | None = None) -> Sample | None:
    """Let native players play games in which offers are forbidden, in a run inside the folder.

    None where the games of the plan are such games already, or where nothing is offered.
    """
    if plan.is_native or offers_of(plan.found) is None or plan.seats == 1:
        return None
    native = replace(plan, bots=(POLICY if has_policy(plan.found) else RANDOM,), is_probed=False)
    with opened(folder / native.bots[0], native) as run:
        played = play(run, TRIED_PARTS, jobs, on=on)
    return None if played is None else Sample(native, played.columns)
