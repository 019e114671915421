import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { progressOf } from "../../../src/flows/bill/progress-of.ts";
import { loadedContract } from "../../rows/loaded-contract.ts";
import { subscription } from "../../rows/subscription.ts";

// R-TIME-5: the next due date of a subscription after a date was billed, and its last billing date.

const loaded = loadedContract();
const on = Temporal.PlainDate.from("2024-02-01");
const before = loaded.subscription;

test("the next date is due at local midnight, and the billed date is stored", () => {
  expect(progressOf(loaded, { before, on, isInvoiced: true })).toMatchObject({
    nextBillingOn: "2024-03-01",
    nextBillingAt: "2024-02-29T23:00:00.000Z",
    lastBillingOn: "2024-02-01",
    lastBillingDate: "2024-01-31T23:00:00.000Z",
  });
});

test("a date without an invoice is passed and does not count as billed", () => {
  const earlier = { ...before, lastBillingOn: "2024-01-01", lastBillingDate: "2023-12-31T23:00:00.000Z" };
  const passed = loadedContract({ subscription: earlier });
  expect(progressOf(passed, { before: earlier, on, isInvoiced: false })).toMatchObject({
    nextBillingOn: "2024-03-01",
    lastBillingOn: "2024-01-01",
    lastBillingDate: "2023-12-31T23:00:00.000Z",
  });
});

test("nothing is due for a contract that has ended", () => {
  const ended = loadedContract({ subscription: subscription({ endedAt: "2024-01-31T23:00:00.000Z" }) });
  expect(progressOf(ended, { before, on, isInvoiced: true })).toMatchObject({
    nextBillingOn: null,
    nextBillingAt: null,
    lastBillingOn: "2024-02-01",
  });
});

test("the first day of a contract shows the instant that the caller wrote", () => {
  const start = Temporal.PlainDate.from("2024-01-01");
  // Written as 00:00Z: an hour into the first day in Berlin.
  expect(progressOf(loaded, { before, on: start, isInvoiced: true }).lastBillingDate).toBe("2024-01-01T00:00:00.000Z");
});
