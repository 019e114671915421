import { amendEvent, voidEvent } from "@counterfoil/service";
import { EVENT_NAMES, randomProperties } from "../../catalogue/metrics.ts";
import type { EventTaken } from "../../journal/journal.ts";
import { instantText } from "../../platform/platform.ts";
import type { Random } from "../../random.ts";
import { accountIds, maybeFuse, record, type World } from "../../world.ts";
import type { Action } from "../action.ts";
import { noteOf } from "./note-and-stop.ts";
import { someUsageLine } from "./running-line.ts";

const DAY = 86_400_000;
const MOST_AT_ONCE = 12;

/** Amends events, before or after their usage was issued (R-EVT-6). */
export const amend: Action = {
  name: "amend an event",
  weight: (world) => (counting(world).length > 0 ? 1.5 : 0),
  async perform(world, random) {
    for (const event of random.some(counting(world), 3)) await amendOne(world, random, event);
  },
};

/** Voids events (R-EVT-6). */
export const voidSomeEvents: Action = {
  name: "void events",
  weight: (world) => (counting(world).length > 0 ? 1.5 : 0),
  async perform(world, random) {
    for (const event of random.some(counting(world), 4)) await voidOne(world, random, event);
  },
};

/** Credits usage with a note and voids its events, in either order (R-INV-8, R-INV-9). */
export const noteAndVoidUsage: Action = {
  name: "note and void usage",
  weight: (world) => (counting(world).length > 0 ? 3 : 0),
  async perform(world, random) {
    const found = await someUsageLine(world, random);
    if (found === undefined) return;
    const { invoice, line } = found;
    const price = world.books.prices.get(line.priceId ?? "");
    const names = (price?.metricIds ?? []).map((id) => world.books.metrics.get(id)?.eventName);
    const own = counting(world).filter(
      ({ accountId, eventName, at }) =>
        accountId === invoice.accountId && names.includes(eventName) && at >= line.from && at < line.to,
    );
    const isNotedFirst = random.chance(0.6);
    if (isNotedFirst) await noteOf(world, random, found);
    const isAll = random.chance(0.5);
    for (const event of isAll ? own.slice(0, MOST_AT_ONCE) : random.some(own, 3)) {
      await (random.chance(0.8) ? voidOne(world, random, event) : amendOne(world, random, event));
    }
    if (!isNotedFirst) await noteOf(world, random, found);
    world.coverage.count(`given back: usage noted ${isNotedFirst ? "before" : "after"} its events were corrected`);
  },
};

/** The counted events, as last amended. */
function counting(world: World): EventTaken[] {
  return [...world.books.events.values()].flat();
}

async function amendOne(world: World, random: Random, before: EventTaken): Promise<void> {
  const event = amended(world, random, before);
  const { accountId: account, eventName, at, properties } = event;
  // Sometimes sends only the differences.
  const amendment = {
    properties,
    ...(event.at === before.at && random.chance(0.5) ? {} : { timestamp: instantText(at) }),
    ...(eventName === before.eventName && random.chance(0.5) ? {} : { eventName }),
    ...(account === before.accountId ? {} : { account }),
  };
  await world.platform.call((context) => amendEvent(context, before.uniqueId, amendment), maybeFuse(random));
  record(world, { kind: "event_amended", event });
  world.coverage.count("events: amended");
}

function amended(world: World, random: Random, event: EventTaken): EventTaken {
  const properties = randomProperties(random);
  if (random.chance(0.5)) return { ...event, properties };
  const taken = new Set([...world.sent, ...counting(world)].map(({ at }) => at));
  let at = Math.min(event.at + random.integer(-20 * DAY, 20 * DAY), world.books.now);
  while (taken.has(at)) at -= 1;
  const eventName = random.chance(0.3) ? random.pick(EVENT_NAMES) : event.eventName;
  const accountId = random.chance(0.2) ? random.pick(accountIds(world)) : event.accountId;
  return { ...event, properties, at, eventName, accountId };
}

async function voidOne(world: World, random: Random, { uniqueId }: EventTaken): Promise<void> {
  await world.platform.call((context) => voidEvent(context, uniqueId), maybeFuse(random));
  record(world, { kind: "event_voided", uniqueId });
  world.coverage.count("events: voided");
}
