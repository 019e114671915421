import fc from "fast-check";
import { expect, test } from "vitest";
import { isLuhn, isMod11Ten, remainder, weightedSum } from "../../src/tax/tax-id/check-digits.ts";
import { checkTaxId } from "../../src/tax/tax-id/check-tax-id.ts";
import { TAX_ID_KINDS } from "../../src/tax/tax-id/tax-id-kinds.ts";

// A second implementation of check digits with whole numbers of any size, and the errors that they must detect
// (R-INV-6).

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(""));

/** The IDs of a country that differ from this one in one digit. */
function misread(taxId: string, from = 0): string[] {
  return [...taxId].flatMap((character, place) => {
    if (place < from || !/\d/.test(character)) return [];
    return [..."0123456789"]
      .filter((digit) => digit !== character)
      .map((digit) => taxId.slice(0, place) + digit + taxId.slice(place + 1));
  });
}

const isWellFormed = (country: string, taxId: string) => checkTaxId(country, taxId).outcome === "well_formed";

/** The endings that complete a stem to an ID of the country, found by trying each one. */
function completed(country: string, stem: string, endings: readonly string[]): string[] {
  return endings.map((ending) => stem + ending).filter((taxId) => isWellFormed(country, taxId));
}

const oneDigit = [..."0123456789"];
const twoDigits = oneDigit.flatMap((first) => oneDigit.map((second) => first + second));

test("the remainder of a number of any length matches whole-number division", () => {
  fc.assert(
    fc.property(digits(24), fc.integer({ min: 2, max: 1_000 }), (text, divisor) => {
      expect(remainder(text, divisor)).toBe(Number(BigInt(text) % BigInt(divisor)));
    }),
  );
});

test("a weighted sum weighs each digit by its position", () => {
  fc.assert(
    fc.property(digits(9), fc.integer({ min: 0, max: 8 }), (text, place) => {
      const weights = Array.from({ length: 9 }, (_, other) => (other === place ? 1 : 0));
      expect(weightedSum(text, weights)).toBe(Number(text[place]));
      expect(weightedSum(text, Array<number>(9).fill(1))).toBe(
        [...text].reduce((sum, digit) => sum + Number(digit), 0),
      );
    }),
  );
});

test("Luhn: exactly one last digit is valid, and every misread digit and every swap except 0 and 9 is detected", () => {
  fc.assert(
    fc.property(digits(9), (stem) => {
      const [fitting, ...others] = oneDigit.map((digit) => stem + digit).filter(isLuhn);
      expect(others).toEqual([]);
      expect(misread(fitting!).filter(isLuhn)).toEqual([]);
      for (let place = 0; place < 9; place += 1) {
        const [a, b] = [fitting![place]!, fitting![place + 1]!];
        const swapped = fitting!.slice(0, place) + b + a + fitting!.slice(place + 2);
        const isBlind = a === b || [a, b].toSorted().join("") === "09";
        expect(isLuhn(swapped), `${fitting} and ${swapped}`).toBe(isBlind);
      }
    }),
    { numRuns: 50 },
  );
});

test("ISO 7064, mod 11,10: exactly one last digit is valid, and every misread digit is detected", () => {
  fc.assert(
    fc.property(digits(8), (stem) => {
      const fitting = oneDigit.map((digit) => stem + digit).filter(isMod11Ten);
      expect(fitting).toHaveLength(1);
      expect(misread(fitting[0]!).filter(isMod11Ten)).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["AT", "ATU1358562", oneDigit],
  ["BE", "BE04030192", twoDigits],
  ["DE", "DE13669597", oneDigit],
  ["FI", "FI2077474", oneDigit],
  ["HR", "HR3339200596", oneDigit],
  ["IT", "IT0074311015", oneDigit],
  ["LU", "LU150274", twoDigits],
  ["MT", "MT116791", twoDigits],
  ["PT", "PT50196484", oneDigit],
  ["SI", "SI5022305", oneDigit],
  ["CH", "CHE10778757", oneDigit],
  ["NO", "NO99552582", oneDigit],
] as const)(
  "%s: of all endings of %s exactly one is valid, and every misread digit is detected (R-INV-6)",
  (country, stem, endings) => {
    const right = completed(country, stem, endings);
    expect(right).toHaveLength(1);
    const [taxId = ""] = right;
    const prefix = /^\D*/.exec(taxId)?.[0].length ?? 0;
    expect(misread(taxId, prefix).filter((other) => isWellFormed(country, other))).toEqual([]);
  },
);

test("France: the two digits before the SIREN are derived from it (R-INV-6)", () => {
  fc.assert(
    fc.property(digits(9), (siren) => {
      const key = (12n + 3n * (BigInt(siren) % 97n)) % 97n;
      const taxId = (start: bigint) => `FR${start.toString().padStart(2, "0")}${siren}`;
      expect(isWellFormed("FR", taxId(key))).toBe(true);
      expect(isWellFormed("FR", taxId((key + 1n) % 97n))).toBe(false);
    }),
  );
});

test("Belgium: the last two digits are 97 less the remainder of the first eight (R-INV-6)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2_000_000, max: 19_999_999 }), (number) => {
      const stem = number.toString().padStart(8, "0");
      const check = (97 - (number % 97)).toString().padStart(2, "0");
      expect(isWellFormed("BE", `BE${stem}${check}`)).toBe(true);
    }),
  );
});

test("Spain: a person's letter is derived from the number, and X, Y and Z stand for 0, 1 and 2 (R-INV-6)", () => {
  const letters = "TRWAGMYFPDXBNJZSQVHLCKE";
  fc.assert(
    fc.property(digits(7), fc.constantFrom("X", "Y", "Z"), (number, first) => {
      const whole = BigInt("XYZ".indexOf(first) + number);
      expect(isWellFormed("ES", `ES${first}${number}${letters[Number(whole % 23n)]}`)).toBe(true);
      expect(isWellFormed("ES", `ES${first}${number}${letters[Number((whole + 1n) % 23n)]}`)).toBe(false);
    }),
  );
});

test("Slovakia: the number is divisible by eleven (R-INV-6)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000_000, max: 900_000_000 }), fc.integer({ min: 1, max: 10 }), (base, off) => {
      expect(isWellFormed("SK", `SK${BigInt(base) * 11n}`)).toBe((BigInt(base) * 11n).toString().length === 10);
      expect(isWellFormed("SK", `SK${BigInt(base) * 11n + BigInt(off)}`)).toBe(false);
    }),
  );
});

test.each([
  ["DE", "", "wrong_pattern"],
  ["DE", "DE", "wrong_pattern"],
  ["DE", "DE13669597", "wrong_pattern"], // one digit too few
  ["DE", "DE1366959751", "wrong_pattern"], // one digit too many
  ["DE", "DE036695976", "wrong_pattern"], // starts with 0
  ["DE", "DE136695979", "wrong_check_digits"],
  ["GR", "GR094259216", "wrong_pattern"], // Greece uses EL
  ["NL", "NL004495445X01", "wrong_pattern"], // no B
  ["ES", "ES5436231K", "wrong_pattern"],
  ["ES", "ES54362315L", "wrong_check_digits"],
  ["GB", "GB980780685", "wrong_check_digits"],
  ["GB", "GBHA499", "wrong_pattern"], // health authorities start at 500
  ["IN", "27AAPFU0939F1ZW", "wrong_check_digits"],
  ["JP", "T0835678256246", "wrong_pattern"],
  ["JP", "T5835678256247", "wrong_check_digits"],
  ["AU", "51824753557", "wrong_check_digits"],
  ["US", "123456789X", "wrong_pattern"],
])("%s %s is %s (R-INV-6)", (country, taxId, outcome) => {
  expect(checkTaxId(country, taxId).outcome).toBe(outcome);
});

test("spaces, dots, dashes and slashes in any place are ignored, for every kind (R-INV-6)", () => {
  const known = ["DE136695976", "FR40303265045", "CHE107787577", "GB980780684", "T5835678256246"];
  const countries = ["DE", "FR", "CH", "GB", "JP"];
  const breaks = fc.array(fc.tuple(fc.nat(14), fc.constantFrom(" ", ".", "-", "/")), { maxLength: 6 });
  fc.assert(
    fc.property(fc.nat(4), breaks, (which, marks) => {
      const taxId = known[which]!;
      const broken = marks.reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), taxId.toLowerCase());
      expect(checkTaxId(countries[which]!, broken)).toMatchObject({ outcome: "well_formed", normalized: taxId });
    }),
  );
});

test("every kind has a name and a pattern for the whole ID", () => {
  expect(Object.keys(TAX_ID_KINDS).length).toBeGreaterThan(30);
  for (const [country, { name, pattern }] of Object.entries(TAX_ID_KINDS)) {
    expect([country, name.length > 2, pattern.source.startsWith("^"), pattern.source.endsWith("$")]).toEqual([
      country,
      true,
      true,
      true,
    ]);
  }
});
