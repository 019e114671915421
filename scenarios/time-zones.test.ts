import { periodStarts, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S12: in Los Angeles a period starts at local midnight, 08:00Z in winter and 07:00Z in summer (R-TIME-1)", async () => {
  expect(
    await periodStarts(await scenario({ start: "2024-01-15", zone: "America/Los_Angeles" }), "2025-01-15"),
  ).toEqual([
    "2024-01-15T08:00Z",
    "2024-02-15T08:00Z",
    "2024-03-15T07:00Z", // summer time from 2024-03-10
    "2024-04-15T07:00Z",
    "2024-05-15T07:00Z",
    "2024-06-15T07:00Z",
    "2024-07-15T07:00Z",
    "2024-08-15T07:00Z",
    "2024-09-15T07:00Z",
    "2024-10-15T07:00Z",
    "2024-11-15T08:00Z", // winter time from 2024-11-03
    "2024-12-15T08:00Z",
    "2025-01-15T08:00Z",
  ]);
});

test("in Kolkata a month ends at 18:30 UTC all year (R-TIME-1, R-TIME-2)", async () => {
  expect(await periodStarts(await scenario({ start: "2024-01-31", zone: "Asia/Kolkata" }), "2024-04-30")).toEqual([
    "2024-01-30T18:30Z",
    "2024-02-28T18:30Z", // 2024-02-29 in Kolkata
    "2024-03-30T18:30Z",
    "2024-04-29T18:30Z",
  ]);
});

test("in São Paulo a day without midnight starts at one o'clock (R-TIME-1)", async () => {
  expect(await periodStarts(await scenario({ start: "2018-10-04", zone: "America/Sao_Paulo" }), "2019-03-04")).toEqual([
    "2018-10-04T03:00Z",
    "2018-11-04T03:00Z", // 00:00 to 01:00 was skipped: the day starts at 01:00-02:00
    "2018-12-04T02:00Z",
    "2019-01-04T02:00Z",
    "2019-02-04T02:00Z",
    "2019-03-04T03:00Z", // standard time from 2019-02-17
  ]);
});

test("in Cairo daylight saving time skips a midnight in April and repeats an hour in October (R-TIME-1)", async () => {
  expect(await periodStarts(await scenario({ start: "2024-03-26", zone: "Africa/Cairo" }), "2024-05-26")).toEqual([
    "2024-03-25T22:00Z",
    "2024-04-25T22:00Z", // 2024-04-26 starts at 01:00+03:00
    "2024-05-25T21:00Z",
  ]);
  expect(await periodStarts(await scenario({ start: "2024-10-01", zone: "Africa/Cairo" }), "2024-12-01")).toEqual([
    "2024-09-30T21:00Z",
    "2024-10-31T22:00Z", // 2024-10-31 lasted 25 hours
    "2024-11-30T22:00Z",
  ]);
});

test("in Apia a period starts on the 30th of December 2011, a day that the zone skipped (R-TIME-1)", async () => {
  expect(await periodStarts(await scenario({ start: "2011-11-30", zone: "Pacific/Apia" }), "2012-01-30")).toEqual([
    "2011-11-30T10:00Z", // 14 hours behind Greenwich less one for summer time: -10:00
    "2011-12-30T10:00Z", // 2011-12-31T00:00+14:00: the island crossed the date line
    "2012-01-29T10:00Z",
  ]);
});

test("a contract from the skipped 30th of December 2011 in Apia is billed on the 30th (R-TIME-1)", async () => {
  const story = await scenario({ start: "2011-12-01", zone: "Pacific/Apia" });
  const base = await story.fixed("Base", "31.00");
  await story.subscribe({ prices: [base], contractStartDate: "2011-12-30" });
  await story.subscribe({ prices: [base], contractStartDate: "2011-12-30", trialPeriodDays: 16 });
  await story.advanceTo("2012-02-15");
  expect(await story.invoices()).toEqualInvoices(`
    2011-12-30  2011-12-30 → 2012-01-30  Base  1 × 31.00  31.00
    2012-01-15  2012-01-15 → 2012-02-15  Base  1 × 31.00  31.00
    2012-01-30  2012-01-30 → 2012-02-29  Base  1 × 31.00  31.00
    2012-02-15  2012-02-15 → 2012-03-15  Base  1 × 31.00  31.00
  `);
});

test("a timestamp at the instant of Apia's skipped day means the 31st (R-TIME-1)", async () => {
  const story = await scenario({ start: "2011-12-01", zone: "Pacific/Apia" });
  await story.subscribe({ prices: [await story.fixed("Base", "31.00")], contractStartDate: "2011-12-30T10:00:00Z" });
  await story.advanceTo("2012-01-31");
  expect(await story.invoices()).toEqualInvoices(`
    2011-12-31  2011-12-31 → 2012-01-31  Base  1 × 31.00  31.00
    2012-01-31  2012-01-31 → 2012-02-29  Base  1 × 31.00  31.00
  `);
});

test("a change on the skipped 30th of December 2011 in Apia starts with that date, as periods do (R-TIME-1, R-SUB-4)", async () => {
  const story = await scenario({ start: "2011-12-15", zone: "Pacific/Apia" });
  const [small, large] = [await story.fixed("Small", "31.00"), await story.fixed("Large", "62.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.change(id, { update: [{ priceId: small, newPriceId: large }], effective: "2011-12-30" });
  await story.advanceTo("2012-01-14");
  // Of the 31 days from December 15 to January 15, 16 are left.
  expect(await story.invoices()).toEqualInvoices(`
    2011-12-15  2011-12-15 → 2012-01-15  Small                 1 × 31.00   31.00
    2011-12-30  2011-12-30 → 2012-01-15  Unused Small          1 × 16/31  -16.00
                2011-12-30 → 2012-01-15  Large         1 × 62.00 × 16/31   32.00
                                                                   total   16.00
  `);
});

test("the account's zone overrides the organization's (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-01-01", zone: "Europe/Berlin" });
  const account = await story.account({ timezone: "Asia/Tokyo" });
  await story.advanceTo("2024-01-10");
  const price = await story.fixed("Base", "10.00");
  await story.subscribe({ account, prices: [price], contractStartDate: "2024-01-15" });
  await story.advanceTo("2024-01-14T16:00"); // 15:00Z, midnight in Tokyo
  const [invoice] = await story.invoices();
  expect(invoice?.billingDate).toBe("2024-01-15");
  expect(invoice?.lineItems[0]?.billingPeriodStart).toBe("2024-01-14T15:00:00.000Z");
});

test("usage counts on the local day on which it happened, on both sides of midnight (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-10-27", zone: "Europe/Berlin" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 1, "2024-11-26T22:59:59Z"); // 23:59:59 in Berlin, winter time since 2024-10-27
  await story.use("api_calls", 10, "2024-11-26T23:00:00Z"); // midnight: the next period
  await story.advanceTo("2024-12-27");
  expect(await story.invoices()).toEqualInvoices(`
    2024-11-27  2024-10-27 → 2024-11-27  API calls   1 × 1.00   1.00
    2024-12-27  2024-11-27 → 2024-12-27  API calls  10 × 1.00  10.00
  `);
});

test("in Auckland a change and a cancellation use the local day, half a day ahead of UTC (R-SUB-4, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01", zone: "Pacific/Auckland" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-15T12:30:00Z"); // 00:30 on April 16 in Auckland
  await story.replace(id, small, large);
  await story.advanceTo("2024-04-20T11:59:00Z"); // 23:59 on April 20
  const pending = await story.act(id, "cancel");
  expect(pending["cancelsAt"]).toBe("2024-04-20T12:00:00.000Z");
  await story.advanceTo("2024-05-02");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-04-01 99.00",
    "2024-04-16 50.00", // 99.50 − 49.50
    "2024-04-21 -66.33", // 99.50 × 10/15 = 66.333…
  ]);
});
