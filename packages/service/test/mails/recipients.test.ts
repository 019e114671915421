import { expect, test } from "vitest";
import { isMailAddress, recipientsOf } from "../../src/mails/recipients.ts";
import { account, contact } from "../rows/account.ts";
import { subscription } from "../rows/subscription.ts";

// R-MAIL-1: the recipients of a mail, each address once.

const ada = contact("ada@globex.example", { firstName: "Ada", lastName: "Byron", isPrimary: true });
const books = contact("books@globex.example", { emailPreferences: ["billing"] });
const news = contact("news@globex.example", { firstName: "Nia", emailPreferences: ["updates"] });

const to = (kind: Parameters<typeof recipientsOf>[0], of: ReturnType<typeof account>, quote = {}) =>
  recipientsOf(kind, of, subscription(quote)).map(({ address, name }) =>
    name === null ? address : `${name} <${address}>`,
  );

test.each(["invoice", "receipt", "reminder", "overdue"] as const)(
  "%s mails go to the billing address and to contacts with the preference billing",
  (kind) => {
    const globex = account({ billingEmail: "pay@globex.example", contacts: [ada, books, news] });
    expect(to(kind, globex)).toEqual(["pay@globex.example", "books@globex.example"]);
    // Without a billing address, they go to the primary contact.
    expect(to(kind, account({ contacts: [ada, books, news] }))).toEqual([
      "Ada Byron <ada@globex.example>",
      "books@globex.example",
    ]);
  },
);

test("contract mails go to contacts with the preference updates, or to the primary contact", () => {
  expect(to("activation", account({ contacts: [ada, books, news] }))).toEqual(["Nia <news@globex.example>"]);
  expect(to("activation", account({ contacts: [ada, books] }))).toEqual(["Ada Byron <ada@globex.example>"]);
});

test("a quote goes to its signer, or without one to the primary contact", () => {
  const globex = account({ contacts: [ada, news] });
  const signer = { signerEmail: "cfo@globex.example", signerName: "Charles" };
  expect(to("quote", globex, signer)).toEqual(["Charles <cfo@globex.example>"]);
  expect(to("quote", globex)).toEqual(["Ada Byron <ada@globex.example>"]);
});

test("an address receives one mail, with its known name, regardless of its case", () => {
  const globex = account({
    billingEmail: "ADA@globex.example",
    contacts: [{ ...ada, emailPreferences: ["billing"] }, books, { ...books, email: "Books@Globex.example" }],
  });
  expect(to("invoice", globex)).toEqual(["Ada Byron <ADA@globex.example>", "books@globex.example"]);
});

test.each([
  ["ada@globex.example", true],
  ["ada+bills@mail.globex.example", true],
  ["ada@globex.example, eve@evil.example", false],
  ["ada@globex.example\nBcc: eve@evil.example", false],
  ["Ada <ada@globex.example>", false],
  ["ada@@globex.example", false],
  ["ada", false],
  [`${"a".repeat(65)}@globex.example`, false],
])("accepts %j as a mail address: %s", (address, expected) => {
  expect(isMailAddress(address)).toBe(expected);
  expect(to("invoice", account({ billingEmail: address }))).toEqual(expected ? [address] : []);
});
