import { expect, test } from "vitest";
import { buyerSnapshot, localeFor, sellerSnapshot } from "../../src/invoices/snapshots.ts";
import { account } from "../rows/account.ts";
import { organization } from "../rows/organization.ts";

// Invariant 4: both parties are frozen when an invoice is issued. These tests cover the language and the XML rules.

test("a customer gets mails in its own language, or else in the organization's", () => {
  expect(localeFor(organization(), account({ locale: "fr-FR" }))).toBe("fr-FR");
  expect(localeFor(organization(), account())).toBe("en-US");
  expect(localeFor(organization(), undefined)).toBe("en-US");
});

test("freezes the seller in the customer's language, and its XML by the customer's profile", () => {
  const own = account({ locale: "de-DE", eInvoiceProfile: "xrechnung" });
  expect(sellerSnapshot(organization(), own)).toMatchObject({
    name: "Acme",
    legalName: "Acme GmbH",
    locale: "de-DE",
    eInvoiceProfile: "xrechnung",
  });
  expect(sellerSnapshot(organization(), account())).toMatchObject({ locale: "en-US", eInvoiceProfile: "en16931" });
});

test("the invoice's own buyer reference overrides the account's", () => {
  const row = account({ buyerReference: "04011000-12345-03", taxId: "DE987654321", taxCountry: "DE" });
  expect(buyerSnapshot(row, { buyerReference: null })).toMatchObject({
    name: "Globex",
    country: "DE",
    taxId: "DE987654321",
    buyerReference: "04011000-12345-03",
  });
  expect(buyerSnapshot(row, { buyerReference: "PO-1" }).buyerReference).toBe("PO-1");
});
