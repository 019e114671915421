import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Random } from "../../random.ts";
import { type AnsweredApi, createAnsweredApi } from "../mixed/answered-api.ts";
import { type HoldsPlatform, type HoldsVictim, startHoldsPlatform } from "./holds-platform.ts";
import { grant, grantOn, spendOn, type Spending } from "./spend-on.ts";
import { type AnsweredHold, SPENT_PRICES, type SpentAccount } from "./spent-accounts.ts";
import { billedFaults, computeCredit, holdFaults, settledFaults, shownFaults } from "./spent-faults.ts";

export interface HoldsReport {
  readonly faults: readonly string[];
  readonly kills: Readonly<Record<HoldsVictim, number>>;
  /** Answered holds by how they ended. */
  readonly holds: Readonly<Record<"kept" | "lapsed" | "released" | "settled", number>>;
  readonly refused: number;
  readonly events: number;
  readonly grants: number;
  /** Calls that got no answer and were sent again, and those of them that found what the first attempt had done. */
  readonly lost: number;
  readonly found: number;
}

export interface HoldsOptions {
  readonly kills: number;
  /** Stops killing after this time, whatever was reached. */
  readonly minutes?: number;
  readonly seed: number;
  readonly onKill?: (kill: number) => void;
  readonly signal?: AbortSignal | undefined;
}

const CALLERS = 12;
const LEAST_SETTLED = 30;
const START = Date.UTC(2026, 0, 1);
const RECOVERY_MILLISECONDS = 300_000;

/**
 * Callers hold, settle and release on two API processes, while processes are killed with SIGKILL at random instants.
 * Afterwards no hold is lost or doubled, and what each account has available is what the answers say (R-CREDIT-1).
 */
export async function liveThroughHolds(options: HoldsOptions): Promise<HoldsReport> {
  const random = new Random(`holds ${options.seed}`);
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const platform = await startHoldsPlatform(signal);
  const working: Promise<unknown>[] = [];
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 2 });
  // PostgreSQL is killed too.
  owner.on("error", () => undefined);
  try {
    const clients = [0, 1].map((place) =>
      createAnsweredApi(`keeper-${place}`, platform.token, () => platform.urls[place], signal),
    ) as [AnsweredApi, AnsweredApi];
    const [keeper] = clients;
    const shop = await openShop(keeper, random.fork("grants"));
    let [isOver, lost, found] = [false, 0, 0];
    const faults: string[] = [];
    const spending: Spending = {
      urls: platform.urls,
      token: platform.token,
      accounts: shop.accounts,
      faults,
      isOver: () => isOver,
      onLost: () => (lost += 1),
      onFound: () => (found += 1),
      signal,
    };
    const work = [
      ...Array.from({ length: CALLERS }, (_, place) => spendOn(`c${place}`, random.fork(`caller ${place}`), spending)),
      grantOn(clients[1], random.fork("more grants"), spending),
      passTime(keeper, shop, () => isOver),
    ];
    working.push(...work.map((one) => one.catch((error: unknown) => void faults.push(String(error)))));
    const kills = await killAtRandom(platform, options, random.fork("kills"), signal);
    await untilReady(platform, signal);
    // After many kills in a row little may have been settled.
    while (countEnded(shop.accounts, "settled") < LEAST_SETTLED) await sleep(50, undefined, { signal });
    isOver = true;
    await Promise.all(working);
    const stored = { owner, organizationId: shop.organizationId };
    await shop.advance(keeper, 10);
    const { accounts } = shop;
    for (const api of clients)
      for (const account of accounts) faults.push(...(await shownFaults(api, account, ({ end }) => end === "kept")));
    faults.push(...(await holdFaults(stored, accounts)), ...(await settledFaults(stored, accounts)));
    faults.push(...(await lastCentFaults(keeper, accounts)));
    await shop.advance(keeper, 40 * 86_400);
    faults.push(...(await billedFaults(stored, keeper, accounts)), ...clients.flatMap((api) => api.faults));
    for (const words of [["verify"], ["doctor", "--usage"]]) {
      const { code, output } = await platform.command(words);
      if (code !== 0) faults.push(`counterfoil ${words.join(" ")} ended with ${code}: ${output.slice(-800)}`);
    }
    const ended = (end: AnsweredHold["end"]) => countEnded(accounts, end);
    return {
      faults,
      kills,
      holds: { kept: ended("kept"), lapsed: ended("lapsed"), released: ended("released"), settled: ended("settled") },
      refused: accounts.reduce((total, { refused }) => total + refused, 0),
      events: accounts.reduce((total, { events }) => total + events.size, 0),
      grants: accounts.reduce((total, { grants }) => total + grants.length, 0),
      lost,
      found,
    };
  } finally {
    ending.abort(new Error("the run is over"));
    await Promise.all(working);
    await owner.end();
    await platform.stop();
  }
}

function countEnded(accounts: readonly SpentAccount[], end: AnsweredHold["end"]): number {
  return accounts.flatMap(({ holds }) => holds).filter((hold) => hold.end === end).length;
}

interface Shop {
  readonly organizationId: string;
  readonly accounts: readonly SpentAccount[];
  /** Moves the clock of all accounts, and waits until a worker has done everything up to there. */
  advance(api: AnsweredApi, seconds: number): Promise<void>;
}

/** An account for each price, all on one test clock, with a first grant. */
async function openShop(api: AnsweredApi, random: Random): Promise<Shop> {
  const { id: organizationId } = await api.patch("/organization", { graceHours: 0 });
  let now = START;
  const { id: testClockId } = await api.post("/test-clocks", { frozenTime: new Date(now).toISOString() });
  const accounts: SpentAccount[] = [];
  for (const price of SPENT_PRICES) {
    const { name, terms } = price;
    const metric = { name, eventName: name, aggregation: { method: "sum", field: "n" } };
    const { id: metricId } = await api.post("/metrics", metric);
    const { id: productId } = await api.post("/products", { name, feeType: "metered", metricIds: [metricId] });
    const { id: priceId } = await api.post("/prices", { productId, currency: "USD", ...terms });
    const { id } = await api.post("/accounts", { name, currency: "USD", timezone: "UTC", testClockId });
    const contract = { accountId: id, contractStartDate: "2026-01-01", priceGroups: [{ priceIds: [priceId] }] };
    const { id: subscriptionId } = await api.post("/subscriptions", contract);
    await api.post(`/subscriptions/${subscriptionId}/activate`);
    const account: SpentAccount = { id, price, grants: [], holds: [], events: new Map(), refused: 0 };
    await grant(api, random, account);
    accounts.push(account);
  }
  return {
    organizationId,
    accounts,
    async advance(client, seconds) {
      now += seconds * 1_000;
      const frozenTime = new Date(now).toISOString();
      await client.post(`/test-clocks/${testClockId}/advance`, { frozenTime });
      for (;;) {
        const { status } = await client.get<{ status: string }>(`/test-clocks/${testClockId}`);
        if (status === "ready") return;
        if (status !== "advancing") throw new Error(`the test clock is ${status}`);
        await sleep(50);
      }
    },
  };
}

/** Time passes on the clock of the accounts, so that holds expire between calls. */
async function passTime(api: AnsweredApi, shop: Shop, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await shop.advance(api, 1);
    await sleep(500);
  }
}

const WEIGHTS: Readonly<Record<HoldsVictim, number>> = { "api-0": 4, "api-1": 4, worker: 1, postgres: 1 };

/**
 * Kills one of the processes that are ready, after the other, while those killed before may still be starting.
 * @returns how often each was killed: less in all than asked for if the time is over before
 */
async function killAtRandom(
  platform: HoldsPlatform,
  { kills, minutes = Number.POSITIVE_INFINITY, onKill }: HoldsOptions,
  random: Random,
  signal: AbortSignal,
): Promise<Record<HoldsVictim, number>> {
  const done: Record<HoldsVictim, number> = { "api-0": 0, "api-1": 0, worker: 0, postgres: 0 };
  const ends = performance.now() + minutes * 60_000;
  for (let kill = 1; kill <= kills && performance.now() < ends; kill += 1) {
    // So that both servers are often busy when one of them ends.
    if (random.chance(0.5)) await untilReady(platform, signal);
    await sleep(random.integer(50, 1_500), undefined, { signal });
    const victim = await anyReady(platform, random, signal);
    await platform.kill(victim);
    done[victim] += 1;
    onKill?.(kill);
  }
  return done;
}

async function anyReady(platform: HoldsPlatform, random: Random, signal: AbortSignal): Promise<HoldsVictim> {
  const begun = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const ready: [number, HoldsVictim][] = [];
    for (const victim of Object.keys(WEIGHTS) as HoldsVictim[])
      if (await platform.isReady(victim)) ready.push([WEIGHTS[victim], victim]);
    if (ready.some(([, victim]) => victim !== "worker")) return random.weighted(ready);
    if (performance.now() - begun > RECOVERY_MILLISECONDS) throw new Error(`never ready: ${platform.output()}`);
    await sleep(50);
  }
}

async function untilReady(platform: HoldsPlatform, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  while (!(await platform.isReady())) {
    signal.throwIfAborted();
    if (performance.now() - begun > RECOVERY_MILLISECONDS) throw new Error(`never ready: ${platform.output()}`);
    await sleep(50);
  }
}

/** A hold of all that is left at the flat price is allowed, and one unit more is not. */
async function lastCentFaults(api: AnsweredApi, accounts: readonly SpentAccount[]): Promise<string[]> {
  const [flat] = accounts;
  if (flat === undefined) return ["nothing was sold"];
  const { available } = computeCredit(flat, ({ end }) => end === "kept");
  let units = 0;
  while (flat.price.cost(units + 1).compare(available) <= 0) units += 1;
  const faults: string[] = [];
  for (const [n, isAllowed] of [
    [units, true],
    [units + 1, false],
  ] as const) {
    const events = [{ eventName: flat.price.name, properties: { n } }];
    const { allowed } = await api.post<{ allowed: boolean }>(`/accounts/${flat.id}/credit/check`, { events });
    if (allowed !== isAllowed)
      faults.push(`with ${available.toText(2)} left, ${n} units of 0.37 were ${allowed ? "allowed" : "refused"}`);
  }
  return faults;
}
