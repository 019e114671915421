import { isCheckout } from "@counterfoil/testkit/built-program";
import { rounds } from "@counterfoil/testkit/rounds";
import { scenario, type Story } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { setTimeout as pause } from "node:timers/promises";
import { Facts } from "@counterfoil/storage";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";

// R-CREDIT-1: after a settlement, a server remembers what the next call would calculate first. That must be what is measured: the
// answer for an alias of the account, under which nothing was asked before.

/** A number of tokens, and when they were used: minutes before now. Null leaves the time out. */
interface Use {
  readonly quantity: number;
  readonly minutesAgo: number | null;
}

type Step =
  | { readonly kind: "step" | "settle"; readonly estimate: number; readonly uses: readonly Use[] }
  | { readonly kind: "event"; readonly uses: readonly Use[] }
  | { readonly kind: "release" | "compare" }
  | { readonly kind: "time"; readonly minutes: number };

const quantity = fc.nat(40);
const DAY = 1_440;
const use = fc.record({
  quantity,
  minutesAgo: fc.oneof(
    { arbitrary: fc.constant(null), weight: 4 },
    fc.constantFrom(0, 1, 14, -30),
    fc.integer({ min: 0, max: 2 * DAY }),
    fc.integer({ min: 0, max: 60 * DAY }),
  ),
});
const uses = fc.array(use, { minLength: 1, maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant("step" as const), estimate: quantity, uses }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant("settle" as const), estimate: quantity, uses }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constantFrom("release" as const, "compare" as const) }), weight: 2 },
  fc.record({ kind: fc.constant("event" as const), uses }),
  fc.record({ kind: fc.constant("time" as const), minutes: fc.constantFrom(1, 20, 3 * DAY) }),
);

const ALIASES = Array.from({ length: 40 }, (_, place) => `alias-${place}`);

/** Calls of an agent with at most one open hold. */
class Agent {
  readonly #story: Story;
  readonly #accountId: string;
  /** Moves the account's clock. */
  readonly #wait: (minutes: number) => Promise<void>;
  readonly #now: () => number;
  #holdId: string | undefined;
  #made = 0;
  /** Those for which nothing was asked. */
  readonly #aliases = [...ALIASES];

  constructor(
    story: Story,
    accountId: string,
    clock: { readonly now: () => number; readonly wait: (minutes: number) => Promise<void> },
  ) {
    this.#story = story;
    this.#accountId = accountId;
    this.#now = clock.now;
    this.#wait = clock.wait;
  }

  async take(taken: Step): Promise<void> {
    const path = `/accounts/${this.#accountId}/credit`;
    switch (taken.kind) {
      case "step": {
        const settle = this.#holdId === undefined ? {} : { settle: this.#settlement(taken.uses) };
        const events = [{ eventName: "tokens", properties: { quantity: taken.estimate } }];
        const body = { uniqueId: this.#next(), events, ...settle };
        this.#holdId = (await this.#attempt(`${path}/hold`, body)).holdId ?? undefined;
        return;
      }
      case "settle":
        if (this.#holdId !== undefined) await this.#attempt(`${path}/settle`, this.#settlement(taken.uses));
        this.#holdId = undefined;
        return;
      case "release":
        if (this.#holdId !== undefined) await this.#attempt(`${path}/release`, { holdId: this.#holdId });
        this.#holdId = undefined;
        return;
      case "event":
        await this.#story.api.post("/events", { events: this.#events(taken.uses) });
        return;
      case "time":
        await this.#wait(taken.minutes);
        return;
      case "compare":
        await this.compare();
    }
  }

  /** Usage of an invoiced period counts after a worker has found it, which may be between the two answers. */
  async compare(): Promise<void> {
    const { api } = this.#story;
    const ask = async (account: string | undefined) => ({
      credit: await api.get(`/accounts/${account}/credit`),
      check: await api.post(`/accounts/${account}/credit/check`, {
        events: [{ eventName: "tokens", properties: { quantity: 7 } }],
      }),
    });
    const compare = async () => expect(await ask(this.#accountId)).toEqual(await ask(this.#aliases.pop()));
    await compare().catch(async () => {
      await pause(1_000);
      await compare();
    });
  }

  /** A call that the state may refuse: a hold expires. */
  async #attempt(path: string, body: object): Promise<{ holdId?: string | null }> {
    const answer = await this.#story.api.request<{ holdId?: string | null }>("POST", path, { body });
    expect([200, 409, 422], JSON.stringify(answer.body)).toContain(answer.status);
    return answer.status === 200 ? answer.body : {};
  }

  #next(): string {
    return `u-${(this.#made += 1)}`;
  }

  #settlement(real: readonly Use[]) {
    return { holdId: this.#holdId, events: this.#events(real) };
  }

  #events(real: readonly Use[]) {
    return real.map((one) => {
      const at = one.minutesAgo === null ? undefined : new Date(this.#now() - one.minutesAgo * 60_000).toISOString();
      const time = at === undefined ? {} : { timestamp: at };
      const properties = { quantity: one.quantity };
      return { uniqueId: this.#next(), account: this.#accountId, eventName: "tokens", properties, ...time };
    });
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY * 60_000).toISOString().slice(0, "2026-01-01".length);
}

/** With a metric of which the latest event counts, the moment of a check matters, so that fewer results are remembered. */
async function sell(
  story: Story,
  account: string,
  { contractStartDate, countsLatest }: { readonly contractStartDate: string; readonly countsLatest: boolean },
): Promise<void> {
  const level = { event: "tokens", measure: "latest quantity" };
  const prices = [
    await story.usage("Tokens", { graduated: "0–100 @0.40, 101+ @0.20" }, { event: "tokens" }),
    await story.usage("Peak", { unit: "0.10" }, { event: "tokens", measure: "max quantity" }),
    ...(countsLatest ? [await story.usage("Level", { unit: "1.00" }, level)] : []),
  ];
  await story.subscribe({ prices, account, contractStartDate });
  await story.api.post(`/accounts/${account}/credit-grants`, { amount: "400.00" });
}

test("what is remembered after a settlement is what is measured, on a test clock (R-CREDIT-1)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 19 }), fc.boolean(), async (steps, countsLatest) => {
      const story = await scenario({ start: "2026-01-01", graceHours: 24, account: { aliases: ALIASES } });
      await sell(story, story.accountId, { contractStartDate: "2026-01-01", countsLatest });
      await story.advanceTo("2026-01-25T10:00");
      let now = Date.parse("2026-01-25T10:00:00Z");
      const agent = new Agent(story, story.accountId, {
        now: () => now,
        async wait(minutes) {
          now += minutes * 60_000;
          await story.advanceTo(new Date(now).toISOString());
        },
      });
      for (const one of steps) await agent.take(one);
      await agent.compare();
    }),
    { numRuns: rounds({ few: 6, all: 200 }) },
  );
}, 600_000);

test("what is remembered after a settlement is what is measured, in real time (R-CREDIT-1)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 19 }), fc.boolean(), async (steps, countsLatest) => {
      const story = await scenario({ start: "2026-01-01", graceHours: 24 });
      const real = await story.account({ name: "Real", testClockId: null, aliases: ALIASES });
      await sell(story, real, { contractStartDate: daysAgo(40), countsLatest });
      const agent = new Agent(story, real, { now: () => Date.now(), wait: () => Promise.resolve() });
      for (const one of steps) await agent.take(one);
      await agent.compare();
    }),
    { numRuns: rounds({ few: 6, all: 200 }) },
  );
}, 600_000);

const TOKENS = { eventName: "tokens", properties: { quantity: 10, tier: "5.0" } };

/** An account in real time that pays 1.00 for a token, with a hold. */
async function holding(story: Story, price: string) {
  const { api } = story;
  const account = await story.account({ name: "Real", testClockId: null, aliases: ALIASES });
  await story.subscribe({ prices: [price], account, contractStartDate: daysAgo(40) });
  await api.post(`/accounts/${account}/credit-grants`, { amount: "1000.00" });
  const path = `/accounts/${account}/credit`;
  const { holdId } = await api.post<{ holdId: string }>(`${path}/hold`, { uniqueId: "h-1", events: [TOKENS] });
  const event = (uniqueId: string, properties: object) => ({ uniqueId, account, eventName: "tokens", properties });
  const running = async (name: string) => {
    const credit = await api.get<{ balances: { running: string }[] }>(`/accounts/${name}/credit`);
    return credit.balances[0]?.running;
  };
  return { account, path, holdId, event, running };
}

// It looks into the server, which another program runs elsewhere.
test.runIf(isCheckout)("the call after a settlement finds its usage calculated (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { path, holdId, event } = await holding(story, await story.usage("Tokens", { unit: "1.00" }));
  await story.api.post(`${path}/settle`, { holdId, events: [event("e-1", { quantity: 4 })] });
  const find = vi.spyOn(Facts.prototype, "findResult");
  onTestFinished(() => find.mockRestore());
  await story.api.post(`${path}/hold`, { uniqueId: "h-2", events: [TOKENS] });
  expect(find.mock.results.length).toBeGreaterThan(0);
  expect(find.mock.results[0]?.value).toMatchObject({ total: new Map([["USD", expect.anything()]]) });
});

test("an event that arrives while a settlement with it is decided counts once (R-CREDIT-1, R-EVT-3)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { api } = story;
  const price = await story.usage("Tokens", { unit: "1.00" });
  const { account, path, holdId, event, running } = await holding(story, price);
  const events = [event("e-1", { quantity: 100 }), event("e-2", { quantity: 7 })];
  // So that the settlement reads all facts, and waits for the lock meanwhile.
  await api.patch(`/accounts/${account}`, { name: "Other" });
  const owner = new pg.Client(story.environment.database.ownerUrl);
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query("begin; lock table spend_limit in access exclusive mode");
  const settling = api.post(`${path}/settle`, { holdId, events });
  await waitingForLock(owner);
  await api.post("/events", { events: events.slice(0, 1) });
  await owner.query("rollback");
  expect(await settling).toMatchObject({ amount: "7.00", ingested: 1, duplicates: 1 });
  expect([await running(account), await running("alias-0")]).toEqual(["107.00", "107.00"]);
  const next = await api.post(`${path}/hold`, { uniqueId: "h-2", events: [TOKENS] });
  expect(next).toMatchObject({ allowed: true, amount: "10.00", available: "883.00" });
});

async function waitingForLock(owner: pg.Client): Promise<void> {
  await expect
    .poll(async () => (await owner.query("select from pg_locks where not granted")).rowCount)
    .toBeGreaterThan(0);
}

test("of two events with one ID in a settlement, the first counts and is stored (R-EVT-3)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const filters = [{ operator: "and", filters: [{ field: "tier", operator: "contains", value: "5.0" }] }];
  const price = await story.usage("Tokens", { unit: "1.00" }, { event: "tokens", filters });
  const { account, path, holdId, event, running } = await holding(story, price);
  const [plain, exact] = ["5", "5.00"].map((tier) => event("e-1", { quantity: 10, tier }));
  expect(await story.api.post(`${path}/settle`, { holdId, events: [plain, exact] })).toMatchObject({
    amount: "0.00",
    ingested: 1,
    duplicates: 1,
  });
  expect([await running(account), await running("alias-0")]).toEqual(["0.00", "0.00"]);
});
