import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { isDue } from "../../src/subscriptions/activation.ts";
import { dayOf, lastPeriodEnd, nextPeriodEnd, today } from "../../src/subscriptions/effective-day.ts";
import { shownPreview } from "../../src/subscriptions/shown-preview.ts";
import { untilFaults } from "../../src/subscriptions/until-faults.ts";
import { writtenInvoice } from "../../src/invoices/index.ts";
import { draft, line } from "../rows/invoice.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { priceWithProduct, product } from "../rows/price.ts";
import { group, version } from "../rows/subscription.ts";

// R-SUB-4, R-TIME-1: the local days of a contract.

const day = (text: string) => Temporal.PlainDate.from(text);
const both = loadedContract({
  versions: [
    version({ endOn: "2024-06-01", priceGroups: [group("price_1", "price_2")] }),
    version({ id: "subv_2", startOn: "2024-06-01", priceGroups: [group("price_2")] }),
  ],
  prices: [priceWithProduct(), priceWithProduct({ id: "price_2", billingInterval: "yearly" })],
});

test("today and given days are in the account's time zone", () => {
  expect(today(both, "2024-05-31T22:30:00.000Z").toString()).toBe("2024-06-01");
  expect(dayOf(both, "2024-05-31T22:30:00Z").toString()).toBe("2024-06-01");
  expect(dayOf(both, "2024-05-31").toString()).toBe("2024-05-31");
});

test("current periods are those of the prices sold on the day: the first and the last to end", () => {
  expect(nextPeriodEnd(both, day("2024-03-15")).toString()).toBe("2024-04-01");
  expect(lastPeriodEnd(both, day("2024-03-15")).toString()).toBe("2025-01-01");
  expect(nextPeriodEnd(both, day("2024-06-15")).toString()).toBe("2025-01-01"); // only the yearly price
});

test("a contract without recurring prices uses calendar months", () => {
  const once = priceWithProduct({ billingInterval: null, product: product({ billingFrequency: "one-off" }) });
  expect(nextPeriodEnd(loadedContract({ prices: [once] }), day("2024-03-15")).toString()).toBe("2024-04-01");
});

test("a subscription is due from the instant of its next billing date on", () => {
  const nextBillingAt = "2024-02-01T00:00:00.000Z";
  expect(isDue({ nextBillingAt }, nextBillingAt)).toBe(true);
  expect(isDue({ nextBillingAt }, "2024-01-31T23:59:59.999Z")).toBe(false);
  expect(isDue({ nextBillingAt: null }, nextBillingAt)).toBe(false);
});

test("a preview covers at least one day and at most five years", () => {
  const start = day("2024-01-31");
  const codes = (until: string) => untilFaults(start, day(until)).map(({ code }) => code);
  expect(codes("2024-01-31")).toEqual(["out_of_range"]);
  expect(codes("2024-02-01")).toEqual([]);
  expect(codes("2029-01-31")).toEqual([]);
  expect(codes("2029-02-01")).toEqual(["out_of_range"]);
});

test("a preview is shown month by month, including months in which nothing is billed", () => {
  const bill = (billingDate: string, total: string) =>
    writtenInvoice(draft({ billingDate, total, subtotal: total }), [line(), line({ id: "line_2" })]);
  const shown = shownPreview(both, day("2024-04-01"), [
    bill("2024-01-01", "49"),
    bill("2024-01-15", "1"),
    bill("2024-03-01", "-10"),
  ]);
  expect(shown).toMatchObject({ startsAt: "2024-01-01T00:00:00.000Z", until: "2024-04-01", total: "40.00" });
  expect(shown.byMonth).toEqual([
    { month: "2024-01", total: "50.00" },
    { month: "2024-02", total: "0.00" },
    { month: "2024-03", total: "-10.00" },
  ]);
  expect(shown.invoices[0]?.periods).toEqual([{ start: "2024-01-01", end: "2024-02-01" }]);
});
