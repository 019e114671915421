import { expect, test } from "vitest";
import { fieldsChanged, linkOfActivity, titleOf } from "../../src/pages/accounts/activity-words.ts";
import { metadataChange, metadataRows, repeatedKey } from "../../src/pages/accounts/metadata-change.ts";
import { mentionBegun, partsOf, peopleNamed, toShown, toStored } from "../../src/pages/accounts/notes/mention-text.ts";

const person = (last: number, name: string) => ({ id: `person_01kg9a4xqr5ja7dwvc3msftms${last}`, name });
const ADA = person(1, "Ada Lovelace");
const SHORT = person(2, "Ada");
const OTHER = person(3, "Ada Lovelace");
const PEOPLE = [SHORT, ADA];

test("a mention is shown by name and stored by ID", () => {
  const stored = `Ask @${ADA.id}, or @${SHORT.id}.`;
  expect(toShown(stored, PEOPLE)).toBe("Ask @Ada Lovelace, or @Ada.");
  expect(toStored("Ask @Ada Lovelace, or @Ada.", PEOPLE, [])).toBe(stored);
  expect(partsOf(stored, PEOPLE).map(({ person: named }) => named?.id ?? null)).toEqual([
    null,
    ADA.id,
    null,
    SHORT.id,
    null,
  ]);
});

test("a name inside a word or an address is no mention, and a person who left keeps the ID", () => {
  for (const text of ["write to x@Ada", "@Adam", "@Lovelace", "@@Ada"]) {
    expect(toStored(text, PEOPLE, []), text).toBe(text);
  }
  const gone = `Ask @${OTHER.id}`;
  expect(toShown(gone, PEOPLE)).toBe(gone);
  expect(toStored(gone, PEOPLE, [])).toBe(gone);
});

test("the picked person decides between people with the same name", () => {
  expect(toStored("@Ada Lovelace", [ADA, OTHER], [])).toBe(`@${ADA.id}`);
  expect(toStored("@Ada Lovelace", [ADA, OTHER], [OTHER])).toBe(`@${OTHER.id}`);
});

test("the picker opens after @, and not in an address or after a new line", () => {
  expect(mentionBegun("Ask @ad", 7)).toEqual({ start: 4, typed: "ad" });
  expect(mentionBegun("@", 1)).toEqual({ start: 0, typed: "" });
  expect(mentionBegun("@ada lov", 8)).toEqual({ start: 0, typed: "ada lov" });
  for (const text of ["Ask", "x@ad", "@ada\nnext", "@ ", "@ada  "])
    expect(mentionBegun(text, text.length), text).toBeNull();
  expect(mentionBegun("Ask @ad", 3)).toBeNull();
});

test("people are found by any part of their name, those that begin with it first", () => {
  const [grace, homer] = [person(4, "Grace Hopper"), person(5, "Hopper Grace")];
  expect(peopleNamed("HOP", [grace, homer, ADA])).toEqual([homer, grace]);
  expect(peopleNamed("", PEOPLE)).toEqual(PEOPLE);
});

test("activity has a title, a link to its object, and the changed fields of an update", () => {
  expect(titleOf({ kind: "invoice", type: "invoice.issued" })).toBe("Invoice issued");
  expect(titleOf({ kind: "mail", type: "receipt" })).toBe("Receipt email");
  expect(linkOfActivity({ kind: "invoice", objectId: "inv_1" })).toEqual({ to: "/invoices/inv_1" });
  expect(linkOfActivity({ kind: "mail", objectId: "mail_1" })).toMatchObject({
    to: "/mails",
    search: { mail: "mail_1" },
  });
  expect(linkOfActivity({ kind: "change", objectId: "acct_1" })).toBeNull();
  const changedFields = ["name", "taxId", "updatedAt"];
  expect(fieldsChanged({ type: "account.updated", changedFields })).toBe("name, tax id");
  expect(fieldsChanged({ type: "invoice.issued", changedFields })).toBeNull();
});

test("only changed metadata is sent, and removed rows become null", () => {
  const before = { crm: "1", region: "EU", old: "x" };
  const rows = [
    { key: "crm", value: "2" },
    { key: " region ", value: "EU" },
    { key: "", value: "ignored" },
  ];
  expect(metadataChange(before, rows)).toEqual({ crm: "2", old: null });
  expect(metadataChange(before, metadataRows(before))).toEqual({});
  expect(repeatedKey([...rows, { key: "crm ", value: "" }])).toBe("crm");
  expect(repeatedKey([...rows, { key: "", value: "" }])).toBeNull();
});
