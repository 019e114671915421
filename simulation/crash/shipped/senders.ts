import { setTimeout as sleep } from "node:timers/promises";
import { Rational } from "../../auditor/rational.ts";
import type { Random } from "../../random.ts";
import type { AnsweredApi } from "../mixed/answered-api.ts";
import { postEvents, streamEvents } from "./stream-events.ts";

/** An answered event. */
export interface Answered {
  readonly account: string;
  readonly value: Rational;
}

/** Shared state of all senders of a run. */
export interface Sending {
  readonly url: string;
  readonly token: string;
  readonly random: Random;
  /** By unique ID. */
  readonly answered: Map<string, Answered>;
  readonly faults: string[];
  readonly isOver: () => boolean;
  /** Called for each stream or JSON body that got no response and is sent again. */
  readonly onLost: (form: "ndjson" | "json") => void;
  /** Stops retries when the platform is gone. */
  readonly signal: AbortSignal;
}

interface UsageEvent {
  readonly uniqueId: string;
  readonly account: string;
  readonly eventName: string;
  readonly timestamp: string;
  readonly properties: { readonly n: string };
}

const PAUSE_MILLISECONDS = 50;
const LONGEST_STREAM = 2_000;
const LONGEST_BODY = 200;
const SHARE_OF_JSON = 0.25;
/** From the first of a month to its 28th. */
const DAYS_MILLISECONDS = 27 * 86_400_000;

/** Sends events continuously, most as NDJSON streams and some as JSON, each body until it is answered. */
export async function streamOn(name: string, accounts: readonly string[], sending: Sending): Promise<void> {
  const { random } = sending;
  let made = 0;
  while (!sending.isOver()) {
    const form = random.chance(SHARE_OF_JSON) ? "json" : "ndjson";
    const count = random.integer(1, form === "json" ? LONGEST_BODY : LONGEST_STREAM);
    const events = Array.from({ length: count }, () => {
      made += 1;
      const at = Date.UTC(2026, 0, 1) + random.integer(0, DAYS_MILLISECONDS);
      return usage(`${name}-${made}`, random.pick(accounts), at, random);
    });
    await sendUntilAnswered(form, events, sending);
    await sleep(random.integer(0, 600));
  }
}

function usage(uniqueId: string, account: string, at: number, random: Random): UsageEvent {
  const n = `${random.integer(0, 999)}.${random.integer(0, 999)}`;
  return { uniqueId, account, eventName: "call", timestamp: new Date(at).toISOString(), properties: { n } };
}

async function sendUntilAnswered(
  form: "ndjson" | "json",
  events: readonly UsageEvent[],
  sending: Sending,
): Promise<void> {
  for (;;) {
    sending.signal.throwIfAborted();
    const answer = await (form === "json" ? postEvents(sending, events) : streamEvents(sending, events));
    if (answer !== undefined && answer.status !== 503 && answer.status !== 429) {
      if (answer.status !== 200) sending.faults.push(`${form} was answered ${answer.status}: ${answer.text}`);
      if (answer.failed.length > 0)
        sending.faults.push(`${form} was refused in part: ${JSON.stringify(answer.failed).slice(0, 200)}`);
      const named = new Set([...answer.ingested, ...answer.duplicates]);
      for (const { uniqueId, account, properties } of events) {
        if (named.has(uniqueId)) sending.answered.set(uniqueId, { account, value: Rational.of(properties.n) });
        else sending.faults.push(`${uniqueId} of answered ${form} was not named`);
      }
      return;
    }
    sending.onLost(form);
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** A month of an account billed by usage. */
export interface BilledMonth {
  readonly accountId: string;
  /** Its first day, `2025-01-01`. */
  readonly month: string;
  readonly used: Rational;
}

export interface Selling {
  readonly api: AnsweredApi;
  readonly priceIds: readonly string[];
  readonly months: BilledMonth[];
}

const MONTHS = [1, 2, 3, 4];

/**
 * Sells by usage on test clocks: streams a month's events, moves the clock past it, and repeats until four months are
 * billed. Finishes what it has begun.
 */
export async function sellMetered(name: string, selling: Selling, sending: Sending): Promise<void> {
  const { api, priceIds } = selling;
  for (let buyer = 1; !sending.isOver(); buyer += 1) {
    const clock = await api.post("/test-clocks", { frozenTime: "2025-01-01T00:00:00Z" });
    const alias = `${name}-${buyer}`;
    const terms = { name: "Buyer", aliases: [alias], currency: "USD", timezone: "UTC", testClockId: clock.id };
    const { id: accountId } = await api.post("/accounts", terms);
    const contract = { accountId, contractStartDate: "2025-01-01", priceGroups: [{ priceIds }] };
    const { id } = await api.post("/subscriptions", contract);
    await api.post(`/subscriptions/${id}/activate`);
    for (const month of MONTHS) await passMonth({ alias, accountId, clockId: clock.id, month }, selling, sending);
  }
}

async function passMonth(
  { alias, accountId, clockId, month }: { alias: string; accountId: string; clockId: string; month: number },
  { api, months }: Selling,
  sending: Sending,
): Promise<void> {
  const { random } = sending;
  const events = Array.from({ length: random.integer(1, 100) }, (_, place) => {
    const at = Date.UTC(2025, month - 1, 1) + random.integer(0, DAYS_MILLISECONDS);
    return usage(`${alias}-${month}-${place}`, alias, at, random);
  });
  // Future usage is refused, so the clock first passes it, then the end of the month.
  await advance(api, clockId, `2025-0${month}-28`);
  await sendUntilAnswered("ndjson", events, sending);
  await advance(api, clockId, `2025-0${month + 1}-01`);
  const used = Rational.sum(events.map(({ properties }) => Rational.of(properties.n)));
  months.push({ accountId, month: `2025-0${month}-01`, used });
}

/** Moves a test clock, and waits until a worker has billed everything up to there. */
async function advance(api: AnsweredApi, clockId: string, day: string): Promise<void> {
  await api.post(`/test-clocks/${clockId}/advance`, { frozenTime: `${day}T00:00:00Z` });
  for (;;) {
    const { status } = await api.get<{ status: string }>(`/test-clocks/${clockId}`);
    if (status === "ready") return;
    if (status !== "advancing") throw new Error(`the test clock ${clockId} is ${status}`);
    await sleep(PAUSE_MILLISECONDS);
  }
}
