import { periodStarts, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** Months from a day on or near a change of clocks: each period starts at local midnight. */
const zones: [zone: string, start: string, until: string, starts: string[]][] = [
  // Spring: 2024-03-10 02:00 → 03:00. The day itself still starts in winter time.
  ["America/New_York", "2024-02-10", "2024-04-10", ["2024-02-10T05:00Z", "2024-03-10T05:00Z", "2024-04-10T04:00Z"]],
  // Autumn: 2024-11-03 02:00 → 01:00.
  ["America/New_York", "2024-10-03", "2024-12-03", ["2024-10-03T04:00Z", "2024-11-03T04:00Z", "2024-12-03T05:00Z"]],
  // 2024-03-31 02:00 → 03:00, from an anchor of 31.
  [
    "Europe/Berlin",
    "2024-01-31",
    "2024-04-30",
    ["2024-01-30T23:00Z", "2024-02-28T23:00Z", "2024-03-30T23:00Z", "2024-04-29T22:00Z"],
  ],
  // 2024-10-27 03:00 → 02:00.
  ["Europe/Berlin", "2024-09-27", "2024-11-27", ["2024-09-26T22:00Z", "2024-10-26T22:00Z", "2024-11-26T23:00Z"]],
  // 2024-04-06 24:00 → 23:00: the hour before midnight comes twice, and April 7 starts once, an hour later.
  ["America/Santiago", "2024-03-07", "2024-05-07", ["2024-03-07T03:00Z", "2024-04-07T04:00Z", "2024-05-07T04:00Z"]],
  // 2024-09-08 00:00 → 01:00: the day has no midnight and starts at 01:00-03:00.
  ["America/Santiago", "2024-08-08", "2024-10-08", ["2024-08-08T04:00Z", "2024-09-08T04:00Z", "2024-10-08T03:00Z"]],
  // Summer ends in April: 2024-04-07 03:00 → 02:00, and begins on 2024-10-06.
  ["Australia/Sydney", "2024-03-07", "2024-05-07", ["2024-03-06T13:00Z", "2024-04-06T13:00Z", "2024-05-06T14:00Z"]],
  ["Australia/Sydney", "2024-09-06", "2024-11-06", ["2024-09-05T14:00Z", "2024-10-05T14:00Z", "2024-11-05T13:00Z"]],
  // Half an hour of summer time: +11:00 → +10:30 and back.
  ["Australia/Lord_Howe", "2024-03-07", "2024-05-07", ["2024-03-06T13:00Z", "2024-04-06T13:00Z", "2024-05-06T13:30Z"]],
  ["Australia/Lord_Howe", "2024-09-06", "2024-11-06", ["2024-09-05T13:30Z", "2024-10-05T13:30Z", "2024-11-05T13:00Z"]],
  // Half an hour and summer time: +10:30 → +09:30.
  ["Australia/Adelaide", "2024-03-07", "2024-05-07", ["2024-03-06T13:30Z", "2024-04-06T13:30Z", "2024-05-06T14:30Z"]],
  // An hour less in Ramadan: 2024-03-10 03:00 → 02:00 until 2024-04-14 02:00 → 03:00.
  [
    "Africa/Casablanca",
    "2024-02-14",
    "2024-05-14",
    ["2024-02-13T23:00Z", "2024-03-14T00:00Z", "2024-04-14T00:00Z", "2024-05-13T23:00Z"],
  ],
  // Quarters of an hour: +05:45 all year.
  ["Asia/Kathmandu", "2024-01-31", "2024-03-31", ["2024-01-30T18:15Z", "2024-02-28T18:15Z", "2024-03-30T18:15Z"]],
];

test.each(zones)("%s from %s: periods start at local midnight (R-TIME-1)", async (zone, start, until, starts) => {
  expect(await periodStarts(await scenario({ start, zone }), until)).toEqual(starts);
});

test("a day of 23 hours counts as one of March's 31 days (R-TIME-1, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-03-01", zone: "Europe/Berlin" });
  const [small, large] = [await story.fixed("Small", "31.00"), await story.fixed("Large", "62.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-03-31T12:00");
  await story.replace(id, small, large);
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-03-31  2024-03-31 → 2024-04-01  Unused Small         1 × 1/31  -1.00
                2024-03-31 → 2024-04-01  Large        1 × 62.00 × 1/31   2.00
                                                                 total   1.00
  `);
});

test("each event of a day of 25 hours counts once, on both sides of the repeated hour (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-10-27", zone: "Europe/Berlin" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" }, { every: "daily" })] });
  await story.use("api_calls", 1, "2024-10-26T22:00:00Z"); // 00:00 summer time, the first instant of the 27th
  await story.use("api_calls", 10, "2024-10-27T00:30:00Z"); // 02:30 summer time
  await story.use("api_calls", 100, "2024-10-27T01:30:00Z"); // 02:30 again, winter time
  await story.use("api_calls", 1_000, "2024-10-27T22:59:59Z"); // 23:59:59 winter time
  await story.use("api_calls", 10_000, "2024-10-27T23:00:00Z"); // the 28th
  await story.advanceTo("2024-10-29");
  expect(await story.invoices()).toEqualInvoices(`
    2024-10-28  2024-10-27 → 2024-10-28  API calls   1111 × 1.00   1111.00
    2024-10-29  2024-10-28 → 2024-10-29  API calls  10000 × 1.00  10000.00
  `);
});

test("weeks across the end of daylight saving time in Sydney start on Monday at midnight (R-TIME-1, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-04-01", zone: "Australia/Sydney" });
  await story.subscribe({ prices: [await story.fixed("Base", "7.00", { every: "weekly" })] });
  await story.advanceTo("2024-04-15");
  const starts = (await story.invoices()).map(({ lineItems: [line] }) => line?.billingPeriodStart);
  expect(starts).toEqual(["2024-03-31T13:00:00.000Z", "2024-04-07T14:00:00.000Z", "2024-04-14T14:00:00.000Z"]);
});
