import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** A story told in UTC about an account that starts in one zone. */
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

test("from Berlin to New York the dates stay and the midnights move six hours, later (R-TIME-1)", async () => {
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

test("from New York to Berlin the next period comes six hours earlier (R-TIME-1)", async () => {
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

test("west over midnight: May was billed in Berlin, and May 1 that comes again in New York is not billed again (R-TIME-1)", async () => {
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

test("east over midnight: it is May at once, and May is billed with the next look at the clock (R-TIME-1, R-TIME-5)", async () => {
  const story = await accountIn("America/New_York", "2024-04-02");
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")], contractStartDate: "2024-04-01" });
  await story.advanceTo("2024-04-30T23:00"); // 19:00 on April 30 in New York
  await move(story, "Europe/Berlin"); // 01:00 on May 1
  await story.advanceTo("2024-04-30T23:01");
  expect(await periods(story)).toEqual(["2024-04-01 from 2024-04-01T04:00Z", "2024-05-01 from 2024-04-30T22:00Z"]);
});

test("an account without a zone follows its organization; one with a zone does not (R-TIME-1)", async () => {
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
