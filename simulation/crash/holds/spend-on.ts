import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../random.ts";
import { Rational } from "../../auditor/rational.ts";
import type { AnsweredApi } from "../mixed/answered-api.ts";
import type { AnsweredHold, SpentAccount } from "./spent-accounts.ts";

/** What callers of a run share. */
export interface Spending {
  readonly urls: readonly [string, string];
  readonly token: string;
  readonly accounts: readonly SpentAccount[];
  readonly faults: string[];
  readonly isOver: () => boolean;
  /** Called for each call that got no answer and is sent again. */
  readonly onLost: () => void;
  /** Called for each repeated call that finds what an earlier attempt without an answer had done. */
  readonly onFound: () => void;
  readonly signal: AbortSignal;
}

const PATIENCE_MILLISECONDS = 15_000;
const PAUSE_MILLISECONDS = 30;
const DAY_SECONDS = 86_400;
const LARGEST_QUANTITY = 40;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** How often the call was sent without an answer before. */
  readonly lost: number;
}

/**
 * Holds, and then settles, releases, abandons or forgets, call after call. Each call is sent until it is answered, to one
 * server after the other and without an Idempotency-Key: the calls are safe to repeat by themselves.
 */
export async function spendOn(name: string, random: Random, spending: Spending): Promise<void> {
  for (let made = 1; !spending.isOver(); made += 1) {
    const account = random.pick(spending.accounts);
    const quantity = random.integer(1, LARGEST_QUANTITY);
    const end = random.weighted<AnsweredHold["end"]>([
      [60, "settled"],
      [20, "released"],
      [10, "lapsed"],
      [2, "kept"],
    ]);
    const uniqueId = `${name}-${made}`;
    const expiresInSeconds = end === "lapsed" ? random.integer(1, 5) : DAY_SECONDS;
    const events = [{ eventName: account.price.name, properties: { n: quantity } }];
    const held = await untilAnswered("hold", account, { uniqueId, events, expiresInSeconds }, { random, spending });
    if (held.status === 200 && held.body["allowed"] === false) {
      account.refused += 1;
      await sleep(PAUSE_MILLISECONDS);
      continue;
    }
    // The answer was lost, and the hold had expired when the call was sent again.
    const lapsedId = /^The hold (\S+) expired/.exec(String(held.body["detail"]))?.[1];
    if (held.status === 409 && held.lost > 0 && end === "lapsed" && lapsedId !== undefined) {
      spending.onFound();
      account.holds.push({ id: lapsedId, uniqueId, quantity, amount: "", end, settledAmount: null });
      continue;
    }
    if (held.status !== 200) {
      spending.faults.push(`the hold ${uniqueId} was answered ${held.status}: ${JSON.stringify(held.body)}`);
      continue;
    }
    const id = String(held.body["holdId"]);
    const hold: AnsweredHold = {
      id,
      uniqueId,
      quantity,
      amount: String(held.body["amount"]),
      end,
      settledAmount: null,
    };
    account.holds.push(hold);
    if (Rational.of(String(held.body["available"])).isNegative())
      spending.faults.push(`after ${uniqueId} available was ${String(held.body["available"])}`);
    await sleep(random.integer(0, 60));
    if (end === "settled") await settle(account, hold, { random, spending });
    if (end === "released") {
      const released = await untilAnswered("release", account, { holdId: id }, { random, spending });
      if (released.status !== 200 || released.body["holdId"] !== id)
        spending.faults.push(`the release of ${uniqueId} was answered ${released.status}`);
    }
  }
}

interface Calling {
  readonly random: Random;
  readonly spending: Spending;
}

/** Settles with up to three events that together use no more than was held. */
async function settle(account: SpentAccount, hold: AnsweredHold, { random, spending }: Calling): Promise<void> {
  let rest = hold.quantity;
  const quantities = Array.from({ length: random.integer(1, 3) }, () => {
    const quantity = random.integer(0, rest);
    rest -= quantity;
    return quantity;
  });
  const events = quantities.map((n, place) => ({
    uniqueId: `${hold.uniqueId}-e${place}`,
    account: account.id,
    eventName: account.price.name,
    properties: { n },
  }));
  const settled = await untilAnswered("settle", account, { holdId: hold.id, events }, { random, spending });
  const { ingested, duplicates, amount } = settled.body;
  if (settled.status !== 200 || Number(ingested) + Number(duplicates) !== events.length) {
    spending.faults.push(`settling ${hold.uniqueId} was answered ${settled.status}: ${JSON.stringify(settled.body)}`);
    return;
  }
  if (Number(duplicates) > 0) {
    if (settled.lost === 0) spending.faults.push(`settling ${hold.uniqueId} once found its events stored`);
    spending.onFound();
  }
  hold.settledAmount = String(amount);
  for (const { uniqueId, properties } of events) account.events.set(uniqueId, properties.n);
}

async function untilAnswered(
  verb: "hold" | "settle" | "release",
  { id }: SpentAccount,
  body: object,
  { random, spending }: Calling,
): Promise<Answer> {
  const first = random.integer(0, 1);
  for (let lost = 0; ; lost += 1) {
    spending.signal.throwIfAborted();
    const url = spending.urls[(first + lost) % 2 === 0 ? 0 : 1];
    const answer = await once(`${url}/accounts/${id}/credit/${verb}`, spending, body);
    if (answer !== undefined && answer.status !== 429 && answer.status !== 503) return { ...answer, lost };
    spending.onLost();
    await sleep(PAUSE_MILLISECONDS);
  }
}

async function once(url: string, { token, signal }: Spending, body: object): Promise<Omit<Answer, "lost"> | undefined> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  } catch {
    return undefined;
  }
}

/** Grants more credit now and then, so that holds are sometimes refused and sometimes not. */
export async function grantOn(api: AnsweredApi, random: Random, spending: Spending): Promise<void> {
  while (!spending.isOver()) {
    await grant(api, random, random.pick(spending.accounts));
    await sleep(random.integer(1_000, 5_000));
  }
}

export async function grant(api: AnsweredApi, random: Random, account: SpentAccount): Promise<void> {
  const amount = `${random.integer(10, 60)}.${random.integer(10, 99)}`;
  const priority = random.integer(1, 3);
  const { id } = await api.post(`/accounts/${account.id}/credit-grants`, { amount, currency: "USD", priority });
  account.grants.push({ id, amount: Rational.of(amount), priority });
}
