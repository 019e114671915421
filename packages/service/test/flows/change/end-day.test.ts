import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { endDay, type EndInput } from "../../../src/flows/change/end-day.ts";
import { loadedContract } from "../../rows/loaded-contract.ts";
import { priceWithProduct } from "../../rows/price.ts";
import { group, subscription, version } from "../../rows/subscription.ts";

// R-SUB-6: the first day without service when a contract is canceled.

const yearly = priceWithProduct({ id: "price_2", billingInterval: "yearly" });
const rolling = loadedContract({
  versions: [version({ priceGroups: [group("price_1", "price_2")] })],
  prices: [priceWithProduct(), yearly],
});
const fixed = (autoRenew: boolean) =>
  loadedContract({
    subscription: subscription({ contractPeriodType: "fixed", contractEndOn: "2024-06-01", autoRenew }),
  });

const ends = (loaded: typeof rolling, input: EndInput, day = "2024-03-15") =>
  endDay(loaded, input, Temporal.PlainDate.from(day)).toString();

test("now ends service after the current day, which is the default", () => {
  expect(ends(rolling, {})).toBe("2024-03-16");
  expect(ends(rolling, { effective: "now", invoiceNow: true })).toBe("2024-03-16");
});

test("period_end is the end of the longest period that may be paid for", () => {
  expect(ends(loadedContract(), { effective: "period_end" })).toBe("2024-04-01");
  expect(ends(rolling, { effective: "period_end" })).toBe("2025-01-01"); // the yearly price
});

test("a date stays the same, and an instant becomes its local day", () => {
  expect(ends(rolling, { effective: "2024-05-31" })).toBe("2024-05-31");
  expect(ends(rolling, { effective: "2024-05-31T22:30:00Z" })).toBe("2024-06-01"); // 00:30 in Berlin
});

test("only a contract that renews can end after the agreed end", () => {
  expect(ends(fixed(false), { effective: "2024-12-31" })).toBe("2024-06-01");
  expect(ends(fixed(true), { effective: "2024-12-31" })).toBe("2024-12-31");
  expect(ends(fixed(false), { effective: "2024-05-01" })).toBe("2024-05-01");
  expect(ends(fixed(true), { effective: "contract_end" })).toBe("2024-06-01");
});

test("refuses contract_end without an end, and an immediate invoice for a later end", () => {
  expect(() => ends(rolling, { effective: "contract_end" })).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ code: "no_contract_end" })] }),
  );
  expect(() => ends(rolling, { effective: "period_end", invoiceNow: true })).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ code: "only_effective_now" })] }),
  );
});
