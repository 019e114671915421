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

test("what is left out stays, and null clears", () => {
  expect(applied({})).toEqual(globex);
  expect(applied({ name: "Initech", taxId: null })).toEqual({ ...globex, name: "Initech", taxId: null });
});

test("an address is merged member by member", () => {
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

test("contacts are replaced as a whole: those that are known keep their ids, and the first is primary unless another is", () => {
  expect(
    primary({ contacts: [{ email: "new@globex.example" }, { id: "contact_2", email: "eve@globex.example" }] }),
  ).toEqual(["contact_new true", "contact_2 false"]);
  expect(
    primary({
      contacts: [{ email: "a@globex.example" }, { id: "contact_9", email: "b@globex.example", isPrimary: true }],
    }),
  ).toEqual(["contact_new false", "contact_new true"]);
});

test("contactName and contactEmail write the primary contact and leave the others", () => {
  const named = applied({ contactName: "Augusta Ada Byron" }).contacts;
  expect(named).toEqual([{ ...ada, firstName: "Augusta", lastName: "Ada Byron" }, eve]);
  expect(applied({ contactEmail: "byron@globex.example" }).contacts[0]).toEqual({
    ...ada,
    email: "byron@globex.example",
  });
  expect(applied({ contactEmail: null }).contacts).toEqual([eve]);
  // A name alone makes nobody: there is no address to write to.
  expect(applied({ contactName: "Ada" }, account()).contacts).toEqual([]);
  expect(applied({ contactName: "Ada", contactEmail: "a@b.example" }, account()).contacts).toMatchObject([
    { id: "contact_new", firstName: "Ada", lastName: null, isPrimary: true },
  ]);
});
