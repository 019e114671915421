import type { Notification } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { tell } from "../../src/pages/clocks/told.ts";

function notification(type: string, objectId: string, data: Notification["data"] = {}): Notification {
  return { id: "ntf_1", type, objectId, timestamp: "2026-11-26T08:00:00.000Z", data };
}

test.each([
  ["invoice.issued", "inv_1", {}, "/invoices/inv_1"],
  ["subscription.version.published", "sub_1", { subscriptionId: "sub_1" }, "/subscriptions/sub_1"],
  ["credit_note.issued", "cn_1", {}, "/credit-notes/cn_1"],
  ["credit.granted", "grant_1", {}, "/credit-grants/grant_1"],
  ["credit.balance_low", "acct_1", {}, "/accounts/acct_1"],
  ["credit.converted", "conv_1", { accountId: "acct_1" }, "/accounts/acct_1"],
  ["usage.threshold_reached", "alert_1", { accountId: "acct_1" }, "/accounts/acct_1"],
  ["event.rejected", "org_1", {}, "/events"],
  ["webhook_endpoint.test", "whe_1", {}, null],
])("%s leads to the page of its object", (type, objectId, data, page) => {
  expect(tell(notification(type, objectId, data)).to).toBe(page);
});

test("a reached threshold is told with its alert, as a quantity or as an amount", () => {
  const told = (data: Notification["data"]) => tell(notification("usage.threshold_reached", "alert_1", data)).detail;
  expect(told({ alertName: "Busy", threshold: "10000", currency: null })).toBe("Busy: 10,000");
  expect(told({ alertName: "Spend", threshold: "500", currency: "EUR" })).toBe("Spend: €500.00");
});
