import { expect, test } from "vitest";
import { canHaveChanged } from "../../../src/flows/issue/can-have-changed.ts";
import { inOrderOfBilling, roundsOfBilling } from "../../../src/flows/issue/order-of-billing.ts";
import { writtenInvoice } from "../../../src/invoices/index.ts";
import { draft, line } from "../../rows/invoice.ts";

// R-INV-3, R-INV-5: the order in which drafts are issued, and the drafts whose usage is counted again.

const january = draft({ id: "inv_9", billingDate: "2024-01-01" });
const february = draft({ id: "inv_1", billingDate: "2024-02-01" });
const other = draft({ id: "inv_2", billingDate: "2024-02-01", subscriptionId: "sub_2" });
const march = draft({ id: "inv_3", billingDate: "2024-03-01" });

test("issues drafts by billing date, and drafts of the same day by ID", () => {
  const written = [other, march, february, january].map((one) => writtenInvoice(one, []));
  expect(inOrderOfBilling(written).map(({ invoice }) => invoice.id)).toEqual(["inv_9", "inv_1", "inv_2", "inv_3"]);
});

test("decides drafts of one subscription one by one, because each counts the amounts of the one before", () => {
  const rounds = roundsOfBilling([march, other, february, january]).map((round) => round.map(({ id }) => id));
  expect(rounds).toEqual([["inv_9", "inv_2"], ["inv_1"], ["inv_3"]]);
  expect(roundsOfBilling([])).toEqual([]);
});

test("only usage can have changed since a draft was made, and drafts that bill a void invoice again", () => {
  const [fixed, usage] = [[line()], [line(), line({ usageThrough: "17" })]];
  expect(canHaveChanged(february, usage)).toBe(true);
  expect(canHaveChanged(february, fixed)).toBe(false);
  expect(canHaveChanged({ ...february, replacesInvoiceId: "inv_0" }, fixed)).toBe(true);
  // A one-off invoice has no contract by which it could be decided again.
  expect(canHaveChanged({ ...february, subscriptionId: null, replacesInvoiceId: "inv_0" }, usage)).toBe(false);
});
