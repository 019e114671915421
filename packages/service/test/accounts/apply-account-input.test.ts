import { expect, test } from "vitest";
import { applyAccountInput } from "../../src/accounts/apply-account-input.ts";
import type { Ids } from "../../src/ids.ts";
import { account, contact } from "../rows/account.ts";

// R-API-6: what a caller writes of an account.

const ids: Ids = { next: (prefix) => `${prefix}_new` };
const ada = contact("ada@globex.example", {
  id: "contact_1",
  firstName: "Ada",
  isPrimary: true,
  emailPreferences: ["billing"],
});
const eve = contact("eve@globex.example", { id: "contact_2" });
const globex = account({ contacts: [ada, eve] });
const applied = (input: Parameters<typeof applyAccountInput>[1], of = globex) => applyAccountInput(of, input, ids);
const primary = (input: Parameters<typeof applyAccountInput>[1]) =>
  applied(input).contacts.map(({ id, isPrimary }) => `${id} ${isPrimary}`);

test("keeps missing members, and clears a member with null", () => {
  expect(applied({})).toEqual(globex);
  expect(applied({ name: "Initech", taxId: null })).toEqual({ ...globex, name: "Initech", taxId: null });
});

test("merges an address member by member", () => {
  const address = { line1: "1 Main St", line2: null, city: "London", state: null, postalCode: null };
  const at = account({ billingAddress: address });
  expect(applied({ billingAddress: { city: "Paris", line1: null } }, at).billingAddress).toEqual({
    ...address,
    city: "Paris",
    line1: null,
  });
  expect(applied({ billingAddress: { city: "Paris" } }).billingAddress).toMatchObject({ city: "Paris", line1: null });
  expect(applied({ billingAddress: null }, at).billingAddress).toBeNull();
});

test("replaces contacts as a whole, keeps the IDs of known ones, and makes the first primary by default", () => {
  expect(
    primary({ contacts: [{ email: "new@globex.example" }, { id: "contact_2", email: "eve@globex.example" }] }),
  ).toEqual(["contact_new true", "contact_2 false"]);
  expect(
    primary({
      contacts: [{ email: "a@globex.example" }, { id: "contact_9", email: "b@globex.example", isPrimary: true }],
    }),
  ).toEqual(["contact_new false", "contact_new true"]);
});

test("contactName and contactEmail change only the primary contact", () => {
  const named = applied({ contactName: "Augusta Ada Byron" }).contacts;
  expect(named).toEqual([{ ...ada, firstName: "Augusta", lastName: "Ada Byron" }, eve]);
  expect(applied({ contactEmail: "byron@globex.example" }).contacts[0]).toEqual({
    ...ada,
    email: "byron@globex.example",
  });
  expect(applied({ contactEmail: null }).contacts).toEqual([eve]);
  // A name without an email address makes no contact.
  expect(applied({ contactName: "Ada" }, account()).contacts).toEqual([]);
  expect(applied({ contactName: "Ada", contactEmail: "a@b.example" }, account()).contacts).toMatchObject([
    { id: "contact_new", firstName: "Ada", lastName: null, isPrimary: true },
  ]);
});
