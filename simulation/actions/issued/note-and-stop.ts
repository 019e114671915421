import { type CreditNote, cancelSubscription } from "@counterfoil/service";
import { leftOfLine } from "../../auditor/billing/noted-lines.ts";
import { addDays } from "../../auditor/calendar.ts";
import { Rational } from "../../auditor/rational.ts";
import type { Random } from "../../random.ts";
import { localToday, maybeFuse, running, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { cancelOne, recordEnd, staying } from "../cancel.ts";
import { changeNow } from "../change.ts";
import { issueNote, recordNote } from "../money/note.ts";
import { pauseOne, unpaused } from "../pause.ts";
import { unlessRefused } from "../refused.ts";
import { partOf, type RunningLine, someRunningLine } from "./running-line.ts";

/** Credits a current period with a note and ends, pauses or changes its subscription, in either order. */
export const noteAndStop: Action = {
  name: "note and stop",
  weight: (world) => (running(world).length > 0 ? 4 : 0),
  async perform(world, random) {
    const found = await someRunningLine(world, random);
    if (found === undefined) return;
    const isNotedFirst = random.chance(0.6);
    if (isNotedFirst) await noteOf(world, random, found);
    await stopNow(world, random, found);
    if (!isNotedFirst) await noteOf(world, random, found);
    world.coverage.count(`given back: note ${isNotedFirst ? "before" : "after"} a stop`);
  },
};

/** Two processes request notes for one line at once. Together they give back at most what is left. */
export const notesAtOnce: Action = {
  name: "notes at once",
  weight: (world) => (running(world).length > 0 ? 1 : 0),
  async perform(world, random) {
    const found = await someRunningLine(world, random);
    if (found === undefined) return;
    const lines = [{ lineItemId: found.line.id, amount: await partOf(world, random, found) }];
    const outcome = random.pick(["apply", "account_credit"] as const);
    const notes = await Promise.all(
      [1, 2].map(() =>
        issueNote(world, found.invoice, outcome, lines, (useCase) => world.platform.callBeside(useCase)),
      ),
    );
    const issued = notes.flatMap((note) => note ?? []).toSorted((a, b) => (a.number < b.number ? -1 : 1));
    for (const note of issued) await recordNote(world, found.invoice, note, lines);
    world.coverage.count("given back: notes at once");
  },
};

/** A note for all of a line while its subscription ends with a final invoice. One of them finds less. */
export const noteBesideEnd: Action = {
  name: "note during an end",
  weight: (world) => (staying(world).length > 0 ? 0.7 : 0),
  async perform(world, random) {
    const found = await someRunningLine(world, random);
    if (found === undefined || !staying(world).includes(found.subscription)) return;
    const { subscription, invoice, line } = found;
    const subscriptionId = subscription.made.id;
    // The order of both is unknown if the end gives back nothing of this line: it ends on the same day, or the price was sold again
    // since.
    const endsToday = line.end <= addDays(localToday(world, subscription.made.accountId), 1);
    const isSoldAgain = subscription.lines.some(
      ({ kind, priceId, service }) =>
        kind === "recurring" && priceId === line.priceId && service.start > line.start && service.start < line.end,
    );
    if (endsToday || isSoldAgain) return;
    const left = leftOfLine(subscription, invoice, line);
    const lines = [{ lineItemId: line.id, amount: null }];
    const terms = { effective: "now", credit: "prorate", invoiceNow: true } as const;
    const [note, canceled] = await Promise.all([
      issueNote(world, invoice, "account_credit", lines, (useCase) => world.platform.callBeside(useCase)),
      unlessRefused(
        world,
        "cancellation",
        world.platform.callBeside((context) => cancelSubscription(context, subscriptionId, terms)),
      ),
    ]);
    // A note that found all of the line was first.
    const given = note?.lines[0]?.amount;
    const isNotedFirst = given !== undefined && left !== undefined && Rational.of(given).compare(left) === 0;
    if (note !== undefined && isNotedFirst) await recordNote(world, invoice, note, lines);
    if (canceled !== undefined) await recordEnd(world, subscriptionId, terms);
    if (note !== undefined && !isNotedFirst) await recordNote(world, invoice, note, lines);
    world.coverage.count("given back: note during an end");
  },
};

export async function noteOf(
  world: World,
  random: Random,
  found: Pick<RunningLine, "invoice" | "line">,
): Promise<CreditNote | undefined> {
  const outcome = random.weighted([
    [3, "apply"],
    [2, "account_credit"],
    [Rational.of(found.invoice.amountPaid).isPositive() ? 1 : 0, "refund"],
  ] as const);
  const lines = [{ lineItemId: found.line.id, amount: await partOf(world, random, found) }];
  const note = await issueNote(world, found.invoice, outcome, lines, (useCase) =>
    world.platform.call(useCase, maybeFuse(random)),
  );
  if (note !== undefined) await recordNote(world, found.invoice, note, lines);
  return note;
}

async function stopNow(world: World, random: Random, { subscription }: RunningLine): Promise<void> {
  const { id: subscriptionId, accountId } = subscription.made;
  const stops: [number, () => Promise<unknown>][] = [
    [4, () => changeNow(world, random, subscription)],
    [
      staying(world).includes(subscription) ? 1.5 : 0,
      () => {
        const terms = { effective: "now", credit: "prorate", invoiceNow: random.chance(0.5) } as const;
        return cancelOne(world, subscriptionId, terms, maybeFuse(random));
      },
    ],
    [
      unpaused(world).includes(subscription) ? 3 : 0,
      () => {
        const today = localToday(world, accountId);
        const resumesOn = random.chance(0.7) ? addDays(today, random.integer(2, 12)) : null;
        return pauseOne(world, { subscriptionId, effective: "now", resumesOn }, maybeFuse(random));
      },
    ],
  ];
  await random.weighted(stops)();
}
