import { type Json, scenario, type StoryLine } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Dated {
  readonly zone: string;
  /** As sent by the caller. */
  readonly start: string;
  /** The local calendar date. */
  readonly day: string;
  /** The first and the second billing date as instants. */
  readonly first: string;
  readonly second: string;
}

/** Monthly contracts of 31.00 in advance, whose first day counts in full. */
const contracts: readonly Dated[] = [
  // An hour into March 1 in Berlin: no date of the contract is earlier.
  {
    zone: "Europe/Berlin",
    start: "2026-03-01T00:00:00.000Z",
    day: "2026-03-01",
    first: "2026-03-01T00:00:00.000Z",
    second: "2026-03-31T22:00:00.000Z", // local midnight of April 1 in summer time
  },
  // Local midnight, and the day itself, are the same instant.
  ...["2026-02-28T23:00:00.000Z", "2026-03-01"].map((start) => ({
    zone: "Europe/Berlin",
    start,
    day: "2026-03-01",
    first: "2026-02-28T23:00:00.000Z",
    second: "2026-03-31T22:00:00.000Z",
  })),
  {
    zone: "Europe/Berlin",
    start: "2026-03-15T14:30:00+01:00",
    day: "2026-03-15",
    first: "2026-03-15T13:30:00.000Z",
    second: "2026-04-14T22:00:00.000Z",
  },
  // West of UTC the same instant is on the day before.
  {
    zone: "America/Los_Angeles",
    start: "2026-03-01T00:00:00.000Z",
    day: "2026-02-28",
    first: "2026-03-01T00:00:00.000Z",
    second: "2026-03-28T07:00:00.000Z",
  },
  {
    zone: "America/Los_Angeles",
    start: "2026-03-01",
    day: "2026-03-01",
    first: "2026-03-01T08:00:00.000Z",
    second: "2026-04-01T07:00:00.000Z",
  },
  // On the day of 23 hours, after the skipped hour.
  {
    zone: "Europe/Berlin",
    start: "2026-03-29T03:30:00+02:00",
    day: "2026-03-29",
    first: "2026-03-29T01:30:00.000Z",
    second: "2026-04-28T22:00:00.000Z",
  },
  // On the day of 25 hours, in the second of its two hours from two to three.
  {
    zone: "Europe/Berlin",
    start: "2026-10-25T01:30:00.000Z",
    day: "2026-10-25",
    first: "2026-10-25T01:30:00.000Z",
    second: "2026-11-24T23:00:00.000Z",
  },
  {
    zone: "Asia/Tokyo",
    start: "2026-03-01T00:00:00.000Z",
    day: "2026-03-01",
    first: "2026-03-01T00:00:00.000Z",
    second: "2026-03-31T15:00:00.000Z",
  },
];

test.each(contracts)(
  "a contract from $start in $zone starts on $day, and no billing date is before its start (R-TIME-1)",
  async ({ zone, start, day, first, second }) => {
    const story = await scenario({ start: "2026-02-20", zone });
    const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")], contractStartDate: start });
    const before = await story.api.get(`/subscriptions/${id}`);
    // A written instant is shown as written; a date begins at local midnight.
    expect(before["contractStartDate"]).toBe(start.includes("T") ? new Date(start).toISOString() : first);
    expect([before["firstBillingDate"], before["lastBillingDate"]]).toEqual([first, null]);
    await story.advanceTo(first);
    const started = await story.api.get(`/subscriptions/${id}`);
    expect(started["lastBillingDate"]).toBe(first);
    const [invoice] = (await story.invoices()) as unknown as (Json & { lineItems: StoryLine[] })[];
    expect(invoice).toMatchObject({ billingDate: day, total: "31.00" });
    expect(invoice?.lineItems.map(({ servicePeriod }) => servicePeriod.start)).toEqual([day]);
    await story.advanceTo(second);
    const later = await story.api.get(`/subscriptions/${id}`);
    expect(later["lastBillingDate"]).toBe(second);
    const [, next] = await story.invoices();
    expect(next?.billingDate).toBe(invoice?.lineItems[0]?.servicePeriod.end);
  },
);

test("a fixed contract ends at the written instant, and a written first billing date is kept", async () => {
  const story = await scenario({ start: "2026-02-20", zone: "Europe/Berlin" });
  const { id } = await story.subscribe({
    prices: [await story.fixed("Base", "31.00", { terms: "arrears" })],
    contractStartDate: "2026-03-01T00:00:00Z",
    contractPeriodType: "fixed",
    contractEndDate: "2026-05-01T00:00:00Z",
    firstBillingDate: "2026-04-01T12:00:00Z",
  });
  await story.advanceTo("2026-04-01");
  const billed = await story.api.get(`/subscriptions/${id}`);
  const written = "2026-04-01T12:00:00.000Z";
  expect([billed["firstBillingDate"], billed["lastBillingDate"]]).toEqual([written, written]);
  await story.advanceTo("2026-05-02");
  // Whole days are billed: March is 31.00, and so is April.
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2026-04-01 31.00",
    "2026-05-01 31.00",
  ]);
  const ended = await story.api.get(`/subscriptions/${id}`);
  const end = "2026-05-01T00:00:00.000Z";
  expect([ended["contractEndDate"], ended["endedAt"], ended["completedAt"]]).toEqual([end, end, end]);
});

test("after a trial, billing counts from local midnight", async () => {
  const story = await scenario({ start: "2026-02-20", zone: "Europe/Berlin" });
  const { id } = await story.subscribe({
    prices: [await story.fixed("Base", "31.00")],
    contractStartDate: "2026-03-01T10:00:00Z",
    trialPeriodDays: 14,
  });
  expect((await story.api.get(`/subscriptions/${id}`))["firstBillingDate"]).toBe("2026-03-14T23:00:00.000Z");
  // The day counts in full: a contract activated in the morning of its first day is billed at once.
  const later = { contractStartDate: "2026-02-20T15:00:00Z", prices: [await story.fixed("Other", "28.00")] };
  const other = await story.subscribe(later);
  const shown = await story.api.get(`/subscriptions/${other.id}`);
  const start = "2026-02-20T15:00:00.000Z";
  expect([shown["contractStartDate"], shown["firstBillingDate"], shown["lastBillingDate"]]).toEqual([
    start,
    start,
    start,
  ]);
  expect((await story.invoices()).map(({ billingDate }) => billingDate)).toEqual(["2026-02-20"]);
});
