import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { splitReceived } from "../../../src/flows/pay/count-received.ts";
import { draft, issued } from "../../rows/invoice.ts";

// R-INV-7: received money is never refused. It pays the amount due, and the excess becomes account credit.

test.each([
  ["less than is due", issued(), "40", "40", "0"],
  ["all that is due", issued({ amountPaid: "60" }), "40", "40", "0.00"],
  ["more than is due", issued({ amountPaid: "60" }), "50", "40.00", "10.00"],
  ["for an overdue invoice", issued({ status: "overdue", creditsApplied: "90" }), "50", "10.00", "40.00"],
  ["for a written-off invoice", issued({ status: "uncollectible" }), "100", "100", "0.00"],
  ["for a paid invoice", issued({ status: "paid", amountPaid: "100" }), "25", "0", "25"],
  ["for a void invoice", issued({ status: "void" }), "25", "0", "25"],
  ["for a draft", draft(), "25", "0", "25"],
])("%s", (_, invoice, received, applied, credited) => {
  const split = splitReceived(invoice, Decimal.of(received));
  expect(split.applied.equals(Decimal.of(applied))).toBe(true);
  expect(split.credited.equals(Decimal.of(credited))).toBe(true);
});
