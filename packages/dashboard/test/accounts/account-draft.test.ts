import { expect, test } from "vitest";
import { bodyOfDraft, newAccountDraft } from "../../src/pages/accounts/account-draft.ts";

test("writes the e-invoice members of an account as the API expects them, and null for blank ones", () => {
  const blank = bodyOfDraft({ ...newAccountDraft("EUR"), name: "Stadt Beispiel" });
  expect(blank).toMatchObject({ electronicAddress: null, buyerReference: null, eInvoiceProfile: null });
  const draft = {
    ...newAccountDraft("EUR"),
    name: "Stadt Beispiel",
    buyerReference: " 991-33333TEST-33 ",
    addressScheme: "0204",
    addressValue: "991-33333TEST-33",
    registrationNumber: "732829320",
    registrationScheme: "0002",
    eInvoiceProfile: "xrechnung",
  };
  expect(bodyOfDraft(draft)).toMatchObject({
    buyerReference: "991-33333TEST-33",
    electronicAddress: { scheme: "0204", value: "991-33333TEST-33" },
    registrationNumber: "732829320",
    registrationScheme: "0002",
    eInvoiceProfile: "xrechnung",
  });
});
