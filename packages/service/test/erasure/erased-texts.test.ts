import { expect, test } from "vitest";
import { personalTexts, textErasure } from "../../src/erasure/erased-texts.ts";
import { refuseObstacles } from "../../src/erasure/refuse-obstacles.ts";

// Article 17 of the GDPR: which texts are erased, where, and when an account is still needed.

test("finds every text under a personal member, and no texts that say nothing about the person", () => {
  const account = {
    id: "acct_1",
    name: "Ada Byron",
    currency: "EUR",
    aliases: ["ada-1815"],
    contacts: [
      {
        id: "contact_1",
        email: "ada@globex.example",
        firstName: "Ada",
        isPrimary: true,
        emailPreferences: ["billing"],
      },
    ],
    electronicAddress: { scheme: "9930", id: "x", value: "DE123" },
    billingAddress: { city: "London", line1: null },
    taxId: "DE123456789",
  };
  expect(personalTexts(account)).toEqual([
    "Ada Byron",
    "ada-1815",
    "ada@globex.example",
    "Ada",
    "DE123",
    "London",
    "DE123456789",
  ]);
});

test("erases long texts within others, short texts only as a whole, and addresses everywhere", () => {
  const erasure = textErasure([" Ada ", "Ada Byron", "ada@globex.example", "", "Ada Byron"], ["acct_1"]);
  expect(erasure).toEqual({
    objectIds: ["acct_1"],
    uniqueTexts: ["ada@globex.example"],
    texts: ["ada@globex.example", "Ada Byron"], // the longest first, so that no part of it is left
    words: ["Ada"],
  });
  expect(textErasure(['"ada"@x.example'], []).uniqueTexts).toEqual(['\\"ada\\"@x.example']);
});

test("refuses to erase an account while a contract runs, an amount is owed or a payment is in progress", () => {
  const none = { runningSubscriptions: [], openInvoices: [], pendingPayments: [] };
  expect(() => refuseObstacles(none)).not.toThrow();
  for (const member of ["runningSubscriptions", "openInvoices", "pendingPayments"]) {
    expect(() => refuseObstacles({ ...none, [member]: ["id_1", "id_2"] })).toThrow(/id_1, id_2/);
  }
  expect(() => refuseObstacles({ ...none, openInvoices: ["inv_1"] })).toThrow(
    expect.objectContaining({ code: "state_conflict" }),
  );
});
