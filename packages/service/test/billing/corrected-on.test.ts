import { expect, test } from "vitest";
import { correctedOn } from "../../src/billing/late-usage.ts";

// R-INV-9: the billing date of a correction that has no next invoice.

const open = { lastBillingOn: null, endedAt: null, cancelsOn: null, contractEndOn: null };
const ended = { ...open, endedAt: "2024-04-15T18:00:00.000Z" };

test.each([
  ["nothing was billed yet", open, "2024-04-15"],
  ["the last invoice is of an earlier day", { ...open, lastBillingOn: "2024-04-01" }, "2024-04-15"],
  ["the last invoice was created ahead", { ...open, lastBillingOn: "2024-04-16" }, "2024-04-16"],
  ["the contract ended ahead, with nothing due", { ...ended, cancelsOn: "2024-04-16" }, "2024-04-16"],
  ["it ended ahead as agreed", { ...ended, contractEndOn: "2024-04-16" }, "2024-04-16"],
  [
    "it was canceled before its agreed end",
    { ...ended, cancelsOn: "2024-04-16", contractEndOn: "2024-12-31" },
    "2024-04-16",
  ],
  ["it ended earlier", { ...ended, cancelsOn: "2024-04-10", lastBillingOn: "2024-04-10" }, "2024-04-15"],
  ["its end is still to come", { ...open, cancelsOn: "2024-04-30" }, "2024-04-15"],
])("if %s", (_, subscription, day) => {
  expect(correctedOn(subscription, "2024-04-15")).toBe(day);
});
