import { expect, test } from "vitest";
import { blankInvoice } from "../../../src/flows/draft/blank-invoice.ts";
import { emptyFaults, requiredLines } from "../../../src/flows/draft/one-off-faults.ts";
import { account } from "../../rows/account.ts";
import { organization } from "../../rows/organization.ts";

// R-INV-4: one-off invoices.

const line = { description: "Setup", unitPrice: "100" };
const codes = (faults: { pointer: string; code: string }[]) => faults.map(({ pointer, code }) => `${pointer} ${code}`);

test("an invoice needs at least one line, under one of the two names", () => {
  expect(requiredLines({ lineItems: [line] }, "lineItems")).toEqual([]);
  expect(requiredLines({ lines: [line] }, "lines")).toEqual([]);
  expect(codes(requiredLines({ lines: [] }, "lines"))).toEqual(["/lines required"]);
  expect(codes(requiredLines({}, "lineItems"))).toEqual(["/lineItems required"]);
  expect(codes(requiredLines({ lineItems: [line], lines: [line] }, "lines"))).toEqual(["/lines written_twice"]);
});

test("a one-off draft must keep a line; a subscription's draft has the lines of billing", () => {
  expect(codes(emptyFaults({ subscriptionId: null }, []))).toEqual(["/lineItems required"]);
  expect(emptyFaults({ subscriptionId: null }, [line])).toEqual([]);
  expect(emptyFaults({ subscriptionId: null }, undefined)).toEqual([]);
  expect(emptyFaults({ subscriptionId: "sub_1" }, [])).toEqual([]);
});

test("is billed on the account's current day, by the organization's terms, and is never issued automatically", () => {
  const tokyo = account({ timezone: "Asia/Tokyo", testClockId: "clock_1" });
  const made = { id: "inv_1", now: "2024-01-31T16:00:00.000Z" }; // February 1, 01:00 in Tokyo
  expect(blankInvoice(made, tokyo, organization({ defaultPaymentTerms: "net_15" }), "USD")).toMatchObject({
    status: "draft",
    subscriptionId: null,
    billingDate: "2024-02-01",
    periodStart: "2024-02-01",
    periodEnd: "2024-02-02",
    timezone: "Asia/Tokyo",
    paymentTerms: "net_15",
    currency: "USD",
    total: "0.00",
    issuesAt: null,
    testClockId: "clock_1",
  });
  expect(blankInvoice(made, account(), organization(), "JPY")).toMatchObject({
    billingDate: "2024-01-31", // in Berlin
    total: "0",
  });
});
