import { ingestEvents, type IngestAnswer, type IngestionContext } from "@counterfoil/service";
import { EVENT_NAMES, randomProperties } from "../catalogue/metrics.ts";
import { instantText } from "../platform/platform.ts";
import type { Random } from "../random.ts";
import { accountIds, maybeFuse, record, type SentEvent, type World } from "../world.ts";
import type { Action } from "./action.ts";

const DAY = 86_400_000;

/** Usage of the last weeks arrives. */
export const use: Action = {
  name: "use",
  weight: () => 7,
  perform: (world, random) => send(world, random, randomEvents(world, random, random.integer(1, 30))),
};

/** Usage arrives months after it happened. */
export const useLate: Action = {
  name: "use late",
  weight: () => 1,
  async perform(world, random) {
    await send(world, random, randomEvents(world, random, random.integer(20, 200)).slice(0, 8));
    world.coverage.count("events: late");
  },
};

/** Sends a batch of events. */
function wire({ uniqueId, account, eventName, at, properties }: SentEvent): object {
  return { uniqueId, account, eventName, timestamp: instantText(at), properties };
}

export function ingest(context: IngestionContext, events: readonly SentEvent[]): Promise<IngestAnswer> {
  return ingestEvents(context, events.map(wire));
}

async function send(world: World, random: Random, events: readonly SentEvent[]): Promise<void> {
  const fuse = random.chance(0.1) ? ({ at: "answer", transactionsLeft: 1 } as const) : maybeFuse(random);
  const answer = await world.platform.call((context) => ingest(context, events), fuse);
  // If the first response was lost, the second reports duplicates: they are stored.
  const stored = new Set([...answer.ingested, ...answer.duplicates]);
  if (stored.size !== events.length) throw new Error(`events were refused: ${JSON.stringify(answer.errors)}`);
  record(world, { kind: "events_taken", events });
  world.sent.push(...events);
  world.coverage.count("events: ingested", events.length);
}

/** Up to forty events over the last `days`, each at a different millisecond. */
function randomEvents(world: World, random: Random, days: number): SentEvent[] {
  const accountId = random.pick(accountIds(world));
  const latest = world.books.now + 3_600_000;
  const taken = new Set(world.sent.map(({ at }) => at));
  return Array.from({ length: random.integer(1, 40) }, () => {
    let at = latest - random.integer(0, days * DAY);
    // Sometimes at the edge of a day.
    if (random.chance(0.2)) at -= at % DAY;
    while (taken.has(at)) at -= 1;
    taken.add(at);
    const eventName = random.pick(EVENT_NAMES);
    const uniqueId = `event-${taken.size}`;
    return { uniqueId, accountId, account: accountId, eventName, at, properties: randomProperties(random) };
  });
}
