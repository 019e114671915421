import { bookDifferences, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test, vi } from "vitest";

// R-COST-1: what usage cost is in the journal, and `verify` recomputes it.

interface Posting {
  readonly kind: string;
  readonly day: string;
  readonly code: string;
  readonly amount: string;
  readonly entryId: string;
}

/** A call earns 0.02 and costs `unitCost`. */
async function sell(unitCost: string): Promise<Story> {
  const story = await scenario({ start: "2026-01-01" });
  const priceId = await story.usage("Calls", { unit: "0.02" }, { event: "calls" });
  const { metricIds } = await story.api.get<{ metricIds: string[] }>(`/prices/${priceId}`);
  await story.subscribe({ prices: [priceId] });
  const validFrom = "2025-01-01";
  await story.api.post("/cost-prices", { metricId: metricIds[0], unitCost, currency: "USD", validFrom });
  return story;
}

async function costPostings({ api }: Story): Promise<Posting[]> {
  const { items } = await api.get<{ items: Posting[] }>("/journal?limit=100");
  return items.filter(({ kind }) => kind === "cost_recorded");
}

/** Waits until a worker has booked this: the cost of each day, all entries of a day added. */
async function expectBooked(story: Story, expected: Readonly<Record<string, number>>): Promise<void> {
  const booked = async () => {
    const days: Record<string, number> = {};
    for (const { code, day, amount } of await costPostings(story)) {
      if (code === "cost_of_revenue") days[day] = Number(((days[day] ?? 0) + Number(amount)).toFixed(2));
    }
    return days;
  };
  await vi.waitFor(async () => expect(await booked()).toEqual(expected), { timeout: 20_000, interval: 200 });
  const sums = Map.groupBy(await costPostings(story), ({ entryId }) => entryId);
  for (const postings of sums.values()) {
    expect(postings.map(({ code }) => code)).toEqual(["cost_of_revenue", "accrued_cost"]);
    expect(postings.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
  }
}

test("a day is booked once it has ended, late and voided events are booked as differences, and the trial balance is zero", async () => {
  const story = await sell("0.0125");
  await story.use("calls", 1_000, "2026-01-10T12:00");
  await story.use("calls", 200, "2026-01-12T12:00");
  // 1,000 × 0.0125. January 12 has not ended.
  await expectBooked(story, { "2026-01-10": 12.5 });
  await story.advanceTo("2026-01-13T01:00");
  await expectBooked(story, { "2026-01-10": 12.5, "2026-01-12": 2.5 });
  // Two days late: still on its day. 80 × 0.0125.
  await story.send([story.event("calls", 80, "2026-01-11T12:00")]);
  await expectBooked(story, { "2026-01-10": 12.5, "2026-01-11": 1, "2026-01-12": 2.5 });
  // More than three days late: on the day on which it became known, once that has ended.
  await story.advanceTo("2026-02-05");
  await story.api.post("/events/event-1/void", {});
  await story.send([story.event("calls", 400, "2026-01-20T12:00")]);
  await story.advanceTo("2026-02-06");
  // 400 × 0.0125 − 12.50
  await expectBooked(story, { "2026-01-10": 12.5, "2026-01-11": 1, "2026-01-12": 2.5, "2026-02-05": -7.5 });
  const { items } = await story.api.get<{ items: { code: string; currency: string; balance: string }[] }>(
    "/journal/balances?at=2026-02-28",
  );
  expect(items.filter(({ code }) => code.includes("cost")).map(({ code, balance }) => `${code} ${balance}`)).toEqual([
    "accrued_cost -8.50",
    "cost_of_revenue 8.50",
  ]);
  expect(items.reduce((sum, { balance }) => sum + Number(balance), 0)).toBeCloseTo(0, 10);
  expect(await bookDifferences(story)).toEqual([]);
});

test("costs below a cent are not lost: a month is off by less than a cent", async () => {
  const story = await sell("0.004");
  for (const day of ["02", "03", "04", "05"]) await story.use("calls", 1, `2026-01-${day}T12:00`);
  await story.advanceTo("2026-01-10");
  // 0.004, 0.008, 0.012 and 0.016 so far: 0.00, 0.01, 0.01 and 0.02.
  await expectBooked(story, { "2026-01-03": 0.01, "2026-01-05": 0.01 });
  expect(await bookDifferences(story)).toEqual([]);
});

test("verify finds a changed cost, a missing reversal, and an entry that is missing or too much", async () => {
  const story = await sell("0.0125");
  await story.use("calls", 1_000, "2026-01-10T12:00");
  await story.use("calls", 100, "2026-01-11T12:00");
  await story.advanceTo("2026-01-20");
  await expectBooked(story, { "2026-01-10": 12.5, "2026-01-11": 1.25 });
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  const organization = story.organizationId;
  const number = `(select number from organization where id = '${organization}')`;
  /** The differences that `verify` finds after a fault is planted. */
  const found = async (fault: string) => {
    await owner.query(fault);
    return (await bookDifferences(story)).map(({ member, billed, computed }) => `${member}: ${billed}, ${computed}`);
  };
  const first = `organization_number = ${number} and amount = 12.5`;
  expect(await found(`update event_cost set amount = 13.5 where ${first}`)).toEqual([
    expect.stringMatching(/^cost of 2026-01-10 of acct_\w+ in the journal: 12.50? USD, 13.50? USD$/),
    expect.stringMatching(/^cost of event \d+ of acct_\w+ for metric_\w+: 13.5, 12.50*$/),
  ]);
  await owner.query(`update event_cost set amount = 12.5 where organization_number = ${number} and amount = 13.5`);
  const entry = `delete from journal_entry where organization_id = '${organization}' and kind = 'cost_recorded' and day = '2026-01-11'`;
  expect(await found(entry)).toEqual([
    expect.stringMatching(/^cost of 2026-01-11 of acct_\w+ in the journal: 0 USD, 1.25 USD$/),
  ]);
  await story.api.post("/events/event-1/void", {});
  await story.advanceTo("2026-01-22");
  // The reversal, and the missing entry, which the same look at January writes again.
  await vi.waitFor(async () => expect(await costPostings(story)).toHaveLength(6), { timeout: 20_000, interval: 200 });
  expect(await found(`delete from event_cost where organization_number = ${number} and is_reversal`)).toContainEqual(
    expect.stringMatching(/^cost of event \d+ of acct_\w+ for metric_\w+: 12.50?, 0$/),
  );
  await owner.end();
});
