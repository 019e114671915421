import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** A story with UTC times about an account that starts in one zone. */
async function accountIn(timezone: string, start: string): Promise<Story> {
  return scenario({ start, account: { timezone } });
}

async function move(story: Story, timezone: string): Promise<void> {
  await story.api.patch(`/accounts/${story.accountId}`, { timezone });
}

/** `2024-04-01 from 2024-03-31T22:00Z`: the billing date of each invoice, and where its period starts. */
async function periods(story: Story): Promise<string[]> {
  return (await story.invoices()).map(
    ({ billingDate, lineItems: [line] }) =>
      `${billingDate} from ${line?.billingPeriodStart.replace(":00.000Z", "Z") ?? ""}`,
  );
}

test("from Berlin to New York dates stay and midnights move six hours later (R-TIME-1)", async () => {
  const story = await accountIn("Europe/Berlin", "2024-04-01");
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")] });
  await story.advanceTo("2024-04-10");
  await move(story, "America/New_York");
  await story.advanceTo("2024-05-01T03:59:59"); // May in Berlin, not yet in New York
  expect(await periods(story)).toEqual(["2024-04-01 from 2024-03-31T22:00Z"]);
  await story.advanceTo("2024-06-01T04:00");
  expect(await periods(story)).toEqual([
    "2024-04-01 from 2024-03-31T22:00Z",
    "2024-05-01 from 2024-05-01T04:00Z",
    "2024-06-01 from 2024-06-01T04:00Z",
  ]);
});

test("from New York to Berlin the next period starts six hours earlier (R-TIME-1)", async () => {
  const story = await accountIn("America/New_York", "2024-04-02");
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")], contractStartDate: "2024-04-01" });
  await story.advanceTo("2024-04-10");
  await move(story, "Europe/Berlin");
  await story.advanceTo("2024-05-31T22:00");
  expect(await periods(story)).toEqual([
    "2024-04-01 from 2024-04-01T04:00Z",
    "2024-05-01 from 2024-04-30T22:00Z",
    "2024-06-01 from 2024-05-31T22:00Z",
  ]);
});

test("a move west across midnight does not bill May 1 again (R-TIME-1)", async () => {
  const story = await accountIn("Europe/Berlin", "2024-04-01");
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")] });
  await story.advanceTo("2024-04-30T23:00"); // 01:00 on May 1 in Berlin
  await move(story, "America/New_York"); // 19:00 on April 30
  await story.advanceTo("2024-06-02");
  expect(await periods(story)).toEqual([
    "2024-04-01 from 2024-03-31T22:00Z",
    "2024-05-01 from 2024-04-30T22:00Z",
    "2024-06-01 from 2024-06-01T04:00Z",
  ]);
});

test("a move east across midnight bills May at the next check (R-TIME-1, R-TIME-5)", async () => {
  const story = await accountIn("America/New_York", "2024-04-02");
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")], contractStartDate: "2024-04-01" });
  await story.advanceTo("2024-04-30T23:00"); // 19:00 on April 30 in New York
  await move(story, "Europe/Berlin"); // 01:00 on May 1
  await story.advanceTo("2024-04-30T23:01");
  expect(await periods(story)).toEqual(["2024-04-01 from 2024-04-01T04:00Z", "2024-05-01 from 2024-04-30T22:00Z"]);
});

test("an account without a zone follows its organization's (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const settled = await story.account({ timezone: "UTC" });
  const base = await story.fixed("Base", "10.00");
  await story.subscribe({ prices: [base] });
  await story.subscribe({ prices: [base], account: settled });
  await story.api.patch("/organization", { timezone: "Asia/Kathmandu" });
  await story.advanceTo("2024-05-01");
  const starts = (await story.invoices()).map(
    ({ accountId, lineItems: [line] }) =>
      `${accountId === settled ? "settled" : "following"} ${line?.billingPeriodStart.slice(0, 16) ?? ""}Z`,
  );
  expect(starts.toSorted()).toEqual([
    "following 2024-04-01T00:00Z",
    "following 2024-04-30T18:15Z", // 2024-05-01 in Kathmandu
    "settled 2024-04-01T00:00Z",
    "settled 2024-05-01T00:00Z",
  ]);
});

test("usage between the old and the new midnight counts once after a move west (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-03-01", zone: "UTC", account: { timezone: "Europe/Berlin" } });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 1, "2024-03-31T21:59:59Z"); // March in Berlin
  await story.use("api_calls", 10, "2024-03-31T23:00:00Z"); // April in Berlin, still March in New York
  await story.advanceTo("2024-04-10");
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/New_York" });
  await story.advanceTo("2024-05-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-03-01 → 2024-04-01  API calls   1 × 1.00   1.00
    2024-05-01  2024-04-01 → 2024-05-01  API calls  10 × 1.00  10.00
  `);
});

test("usage after the new midnight of a billed day is not counted twice after a move east (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-03-01T12:00", zone: "UTC", account: { timezone: "America/New_York" } });
  await story.subscribe({
    prices: [await story.usage("API calls", { unit: "1.00" })],
    contractStartDate: "2024-03-01",
  });
  await story.use("api_calls", 1, "2024-04-01T01:00:00Z"); // 21:00 on March 31 in New York, 03:00 on April 1 in Berlin
  await story.advanceTo("2024-04-10");
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "Europe/Berlin" });
  await story.advanceTo("2024-05-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-03-01 → 2024-04-01  API calls  1 × 1.00  1.00
    2024-05-01 paid  2024-04-01 → 2024-05-01  API calls  0 × 1.00  0.00
  `);
});

test("a change after a move west is one credit and one charge (R-TIME-1, R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01", zone: "UTC", account: { timezone: "Europe/Berlin" } });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small], contractStartDate: "2024-04-01" });
  await story.advanceTo("2024-04-10");
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/New_York" });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-05-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                 1 × 99.00   99.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small          1 × 15/30  -49.50
                2024-04-16 → 2024-05-01  Large        1 × 199.00 × 15/30   99.50
                                                                   total   50.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                1 × 199.00  199.00
  `);
});

test("late usage is compared with the midnights of its billed month, whatever the current zone (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-03-01", account: { timezone: "Europe/Berlin" } });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 1, "2024-03-15");
  await story.advanceTo("2024-04-10");
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/New_York" });
  await story.use("api_calls", 10, "2024-03-31T21:00:00Z"); // March, in Berlin
  await story.use("api_calls", 100, "2024-03-31T23:00:00Z"); // April, in Berlin
  await story.advanceTo("2024-05-02");
  await story.use("api_calls", 1000, "2024-03-31T23:30:00Z"); // late for April
  await story.advanceTo("2024-06-02");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-04-01 1.00",
    "2024-05-01 110.00",
    "2024-06-01 1000.00",
  ]);
});

test("two moves around a midnight bill each day once and count each event once (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-04-01", account: { timezone: "Europe/Berlin" } });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
  const { id } = await story.subscribe({ prices: [small, await story.usage("API calls", { unit: "1.00" })] });
  await story.advanceTo("2024-04-30T23:00"); // May in Berlin, billed
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/New_York" });
  await story.use("api_calls", 5, "2024-04-30T23:30:00Z");
  await story.advanceTo("2024-05-01T02:00"); // still April 30 in New York
  const body = { update: [{ priceId: small, newPriceId: large }] };
  const early = await story.api.request("POST", `/subscriptions/${id}/changes`, { body });
  expect(early.status).toBe(409); // April is billed
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "Asia/Tokyo" });
  await story.advanceTo("2024-06-03");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small      1 × 30.00  30.00
    2024-05-01  2024-04-01 → 2024-05-01  API calls   0 × 1.00   0.00
                2024-05-01 → 2024-06-01  Small      1 × 30.00  30.00
                                                        total  30.00
    2024-06-01  2024-05-01 → 2024-06-01  API calls   5 × 1.00   5.00
                2024-06-01 → 2024-07-01  Small      1 × 30.00  30.00
                                                        total  35.00
  `);
});
