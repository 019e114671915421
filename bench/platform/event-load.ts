import { type Draw, eventKinds } from "./catalogue.ts";

/** Describes the load, printed with every figure. */
export const loadShape =
  "500 accounts by power law (first 35 %, first five 78 %), 6 event names, 20 metrics (16 with totals, 5 of them by group),\n" +
  "      1 to 5 properties, 5 % sent again 20,000 to 40,000 events later, events of the last two minutes, 1 % up to three days late";

/** Events per second of an organization with a billion events a month. */
export const EVENTS_PER_SECOND_OF_A_BILLION = 1e9 / (30.4375 * 86_400);

const ACCOUNTS = 500;
const LATEST_MILLISECONDS = 3 * 86_400_000;
const DELAY_MILLISECONDS = 120_000;
/**
 * The minimum number of events between an event and its retry; the maximum is twice as many. An immediate retry would wait
 * for the batch that is storing the event.
 */
const SENT_AGAIN_AFTER = 20_000;

export interface LoadEvent {
  readonly uniqueId: string;
  readonly account: string;
  readonly eventName: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, string | number>>;
}

export const accountAliases: readonly string[] = Array.from({ length: ACCOUNTS }, (_, index) => `customer-${index}`);

/** Shares of accounts: 35 % for the first, 43 % for the next four, the rest decreasing. */
function accountIndex(share: number): number {
  if (share < 0.35) return 0;
  if (share < 0.78) return 1 + Math.floor(((share - 0.35) / 0.43) * 4);
  const rest = (share - 0.78) / 0.22;
  return 5 + Math.floor((ACCOUNTS - 5) * rest ** 2);
}

/** A clock that advances with each event at the pace of a billion events a month, from six hours ago. */
export function clockOfABillion(): () => number {
  const start = Date.now() - 6 * 3_600_000;
  let events = 0;
  return () => start + (events++ / EVENTS_PER_SECOND_OF_A_BILLION) * 1_000;
}

/** Endless events, the same for the same seed, with timestamps of the clock (milliseconds since 1970). */
export function createLoad(seed: string, now: () => number): (count: number) => LoadEvent[] {
  const draw = createDraw(seed);
  const recent: LoadEvent[] = [];
  let made = 0;

  function fresh(): LoadEvent {
    made += 1;
    const isLate = draw.share() < 0.01;
    const delay = isLate ? draw.share() * LATEST_MILLISECONDS : draw.share() ** 2 * DELAY_MILLISECONDS;
    const kind = kindAt(draw.share());
    const event = {
      uniqueId: `${seed}-${made.toString(36)}-${draw.below(1e9).toString(36)}`,
      account: accountAliases[accountIndex(draw.share())] ?? "",
      eventName: kind.name,
      timestamp: new Date(now() - delay).toISOString(),
      properties: kind.properties(draw),
    };
    recent[made % (2 * SENT_AGAIN_AFTER)] = event;
    return event;
  }

  /** Undefined while all events are too recent. */
  function old(): LoadEvent | undefined {
    const place = made - SENT_AGAIN_AFTER - draw.below(SENT_AGAIN_AFTER);
    return recent[place % (2 * SENT_AGAIN_AFTER)];
  }

  return (count) => Array.from({ length: count }, () => (draw.share() < 0.05 ? old() : undefined) ?? fresh());
}

function kindAt(share: number) {
  let end = 0;
  const found = eventKinds.find((kind) => share < (end += kind.share)) ?? eventKinds[0];
  if (found === undefined) throw new Error("there is no kind of event");
  return found;
}

function createDraw(seed: string): Draw {
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2_147_483_647;
  const share = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (end: number): number => Math.floor(share() * end);
  return { share, below, oneOf: (...values) => values[below(values.length)] as (typeof values)[number] };
}
