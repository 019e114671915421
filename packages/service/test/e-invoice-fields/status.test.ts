import { expect, test } from "vitest";
import { toEInvoiceStatus } from "../../src/e-invoice-fields/e-invoice-status.ts";
import { howToSet, memberToSet } from "../../src/e-invoice-fields/member-to-set.ts";

// Electronic invoices: where to set a missing member.

test.each([
  ["/seller/name", "organization.legalName"],
  ["/seller/address/country", "organization.country"],
  ["/seller/address/city", "organization.address.city"],
  ["/seller/address", "organization.address"],
  ["/buyer/address/postalCode", "account.billingAddress.postalCode"],
  ["/delivery/address/country", "account.taxCountry"],
  ["/buyerReference", "account.buyerReference"],
  ["/payment/transfers/0/account", "organization.bankDetails"],
  ["/totals/payable", null],
])("%s is %s", (path, expected) => {
  expect(memberToSet(path)).toBe(expected);
});

test("an invoice is ready if it breaks no rule, and names how to fix each broken rule", () => {
  expect(toEInvoiceStatus(null)).toBeNull();
  expect(toEInvoiceStatus({ profile: "en16931", broken: [] })).toEqual({
    profile: "en16931",
    status: "ready",
    missing: [],
  });
  const broken = [{ rule: "BR-08", message: "The seller has no address.", path: "/seller/address/city" }];
  expect(toEInvoiceStatus({ profile: "xrechnung", broken })).toMatchObject({
    status: "incomplete",
    missing: [{ rule: "BR-08", member: "organization.address.city" }],
  });
  expect(howToSet("/seller/address/city")).toBe("Set address.city of the organization.");
  expect(howToSet("/totals/payable")).toBeNull();
});
