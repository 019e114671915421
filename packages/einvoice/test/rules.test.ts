import { expect, test } from "vitest";
import { checkRules, type ElectronicInvoice, RULES } from "../src/index.ts";
import { BREAKS } from "./samples/breaks.ts";
import { samples } from "./samples/index.ts";

/** The numbers of the rules of EN 16931-1 and its published artifacts. */
const PUBLISHED = [
  ...numbered("BR-", [...to(33), ...to(38, 36), ...to(57, 41), ...to(67, 61)]),
  ...numbered("BR-CO-", [...to(26, 3)]),
  ...numbered("BR-DEC-", [1, 2, 5, 6, ...to(20, 9), 23, 24, 25, 27, 28]),
  ...["S", "Z", "E", "AE", "G", "AF", "AG"].flatMap((category) => numbered(`BR-${category}-`, to(10))),
  ...numbered("BR-IC-", to(12)),
  ...numbered("BR-O-", to(14)),
  ...numbered("BR-CL-", [1, ...to(8, 3), 10, 11, ...to(26, 13)]),
];

/** Rules that no invoice in our model can violate, and why. */
const HELD_BY_THE_MODEL: Readonly<Record<string, readonly string[]>> = {
  "the type of the member requires an amount": [
    ...numbered("BR-", [...to(15, 12), 22, 24, 26, 31, 36, 41, 43, 45, 46]),
  ],
  "the type of the member requires a category from the list": [
    ...numbered("BR-", [32, 37, 47]),
    "BR-CO-04",
    "BR-CL-17",
    "BR-CL-18",
  ],
  "the type of the member allows only the three codes": ["BR-CL-06"],
  "the model allows only one": ["BR-66", "BR-67"],
  "no rule can tell whether a text and a code have the same meaning: the artifacts always accept them": numbered(
    "BR-CO-",
    to(8, 5),
  ),
  "the model has no attached files": ["BR-CL-24"],
};

test("every published rule is checked or cannot be violated", () => {
  const checked = RULES.map(({ id }) => id);
  expect(new Set(checked).size).toBe(checked.length);
  const held = Object.values(HELD_BY_THE_MODEL).flat();
  expect([...checked, ...held].toSorted()).toEqual(PUBLISHED.toSorted());
});

test("every rule has an invoice that breaks it", () => {
  expect(Object.keys(BREAKS).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
});

test.each(Object.entries(BREAKS))("an invoice that breaks %s and nothing else", (id, { from, change, path, also }) => {
  const sound: ElectronicInvoice = samples[from]!;
  expect(checkRules(sound)).toEqual([]);
  const broken = checkRules(change(sound));
  expect(broken.map(({ rule }) => rule).toSorted()).toEqual([id, ...(also ?? [])].toSorted());
  expect(broken.find(({ rule }) => rule === id)).toMatchObject({ path, message: expect.stringMatching(/^\S.*\.$/) });
});

test("a tax representative's VAT identifier replaces the seller's", () => {
  const { taxRepresentative } = samples["every term of the standard"]!;
  const invoice = samples["domestic VAT with two rates"]!;
  const represented = { ...invoice, taxRepresentative, seller: { ...invoice.seller, vatIdentifier: null } };
  expect(checkRules(represented)).toEqual([]);
});

test("a missing rate counts as zero in comparisons", () => {
  const invoice = samples["the Canary Islands and Melilla"]!;
  const untold = invoice.vatBreakdown.map((one) => (one.rate?.isZero() ? { ...one, rate: null } : one));
  expect(checkRules({ ...invoice, vatBreakdown: untold }).map(({ rule }) => rule)).toEqual(["BR-48"]);
  const lines = invoice.lines.map((one) =>
    one.vat.rate?.isZero() ? { ...one, vat: { ...one.vat, rate: null } } : one,
  );
  expect(checkRules({ ...invoice, lines }).map(({ rule }) => rule)).toEqual(["BR-AG-05"]);
});

function to(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function numbered(prefix: string, numbers: readonly number[]): string[] {
  return numbers.map((number) => `${prefix}${String(number).padStart(2, "0")}`);
}
