import { expect, test } from "vitest";
import { checkRules, type ElectronicInvoice, RULES } from "../src/index.ts";
import { BREAKS } from "./samples/breaks.ts";
import { samples } from "./samples/index.ts";

/** The rules of EN 16931-1 and its published artefacts, by their numbers. */
const PUBLISHED = [
  ...numbered("BR-", [...to(33), ...to(38, 36), ...to(57, 41), ...to(67, 61)]),
  ...numbered("BR-CO-", [...to(26, 3)]),
  ...numbered("BR-DEC-", [1, 2, 5, 6, ...to(20, 9), 23, 24, 25, 27, 28]),
  ...["S", "Z", "E", "AE", "G", "AF", "AG"].flatMap((category) => numbered(`BR-${category}-`, to(10))),
  ...numbered("BR-IC-", to(12)),
  ...numbered("BR-O-", to(14)),
  ...numbered("BR-CL-", [1, ...to(8, 3), 10, 11, ...to(26, 13)]),
];

/** What no invoice of our model can break, and why not. */
const HELD_BY_THE_MODEL: Readonly<Record<string, readonly string[]>> = {
  "the amount is there, for its type has no other case": [
    ...numbered("BR-", [...to(15, 12), 22, 24, 26, 31, 36, 41, 43, 45, 46]),
  ],
  "the category is there, and one of the list, for its type has no other case": [
    ...numbered("BR-", [32, 37, 47]),
    "BR-CO-04",
    "BR-CL-17",
    "BR-CL-18",
  ],
  "the code is one of three, for its type has no other case": ["BR-CL-06"],
  "there is one place for it": ["BR-66", "BR-67"],
  "no rule can tell whether a text and a code mean the same: the artefacts hold it to be true": numbered(
    "BR-CO-",
    to(8, 5),
  ),
  "no file is attached": ["BR-CL-24"],
};

test("every published rule is checked, or cannot be broken", () => {
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

test("a tax representative's VAT identifier stands for the seller's", () => {
  const { taxRepresentative } = samples["every term of the standard"]!;
  const invoice = samples["domestic VAT with two rates"]!;
  const represented = { ...invoice, taxRepresentative, seller: { ...invoice.seller, vatIdentifier: null } };
  expect(checkRules(represented)).toEqual([]);
});

test("a rate that nobody told is one of zero where it is compared", () => {
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
