import { expect, test } from "vitest";
import { ownEventType, ownEventTypes } from "../../src/webhooks/event-type-aliases.ts";

test.each([
  ["account.credits.granted", "credit.granted"],
  ["account.credits.*", "credit.*"],
  ["subscription.cancelled", "subscription.canceled"],
  ["subscription.cancellation_scheduled", "subscription.cancelation_scheduled"],
  ["account.*", "account.*"],
  ["account.credits", "account.credits"],
  ["invoice.issued", "invoice.issued"],
  ["*", "*"],
])("%s is our %s (R-API-10)", (named, own) => {
  expect(ownEventType(named)).toBe(own);
});

test("two names of one type are one", () => {
  expect(ownEventTypes(["credit.granted", "account.credits.granted", "*"])).toEqual(["credit.granted", "*"]);
});
