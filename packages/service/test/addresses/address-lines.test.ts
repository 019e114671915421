import fc from "fast-check";
import { expect, test } from "vitest";
import { addressLines } from "../../src/addresses/address-lines.ts";

const at = (
  line1: string,
  city: string | null,
  state: string | null,
  postalCode: string | null,
  line2: string | null = null,
) => {
  return { line1, line2, city, state, postalCode };
};

test.each([
  [
    "US",
    at("500 Congress Ave", "Austin", "TX", "78701", "Suite 200"),
    ["500 Congress Ave", "Suite 200", "Austin, TX 78701"],
  ],
  ["CA", at("1 Yonge St", "Toronto", "ON", "M5E 1W7"), ["1 Yonge St", "Toronto ON M5E 1W7"]],
  ["AU", at("1 Macquarie St", "Sydney", "NSW", "2000"), ["1 Macquarie St", "Sydney NSW 2000"]],
  ["GB", at("14 Quayside", "Bristol", null, "BS1 6AA"), ["14 Quayside", "Bristol", "BS1 6AA"]],
  ["GB", at("14 Quayside", "Bristol", "Avon", "BS1 6AA"), ["14 Quayside", "Bristol", "BS1 6AA, Avon"]],
  ["DE", at("Torstraße 140", "Berlin", null, "10119"), ["Torstraße 140", "10119 Berlin"]],
  ["DE", at("Torstraße 140", "Potsdam", "Brandenburg", "14467"), ["Torstraße 140", "14467 Potsdam, Brandenburg"]],
  ["FR", at("1 rue de Rivoli", "Paris", null, "75001"), ["1 rue de Rivoli", "75001 Paris"]],
  ["NL", at("Damrak 1", "Amsterdam", null, "1012 LG"), ["Damrak 1", "1012 LG Amsterdam"]],
  ["JP", at("千代田1-1", "千代田区", "東京都", "100-0001"), ["〒100-0001", "東京都千代田区", "千代田1-1"]],
  ["JP", at("1-1 Chiyoda", "Chiyoda-ku", "Tokyo", "100-0001"), ["1-1 Chiyoda, Chiyoda-ku, Tokyo", "100-0001"]],
  ["BR", at("Av. Paulista 1000", "São Paulo", "SP", "01310-100"), ["Av. Paulista 1000", "São Paulo-SP", "01310-100"]],
  ["HK", at("1 Queen's Road", "Central", null, null), ["1 Queen's Road", "Central"]],
  [null, at("Torstraße 140", "Berlin", "BE", "10119"), ["Torstraße 140", "10119 Berlin, BE"]],
  ["Atlantis", at("1 Deep St", "Poseidonis", null, "7"), ["1 Deep St", "7 Poseidonis"]],
])("%s: %o", (country, address, lines) => {
  expect(addressLines(address, country)).toEqual(lines);
});

test("no country's format loses a part of an address", () => {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const country = fc.tuple(fc.constantFrom(...letters), fc.constantFrom(...letters)).map((pair) => pair.join(""));
  const part = (name: string) => fc.constantFrom(name, null);
  fc.assert(
    fc.property(
      country,
      part("Line Two"),
      part("Townville"),
      part("Stateshire"),
      part("9-8-7"),
      (code, two, city, state, postal) => {
        const lines = addressLines(at("Street 1", city, state, postal, two), code)
          .join("\n")
          .toUpperCase();
        for (const text of ["Street 1", two, city, state, postal]) expect(lines).toContain((text ?? "").toUpperCase());
      },
    ),
    { numRuns: 2_000 },
  );
});

test("returns no lines for a missing address", () => {
  expect(addressLines(null, "DE")).toEqual([]);
});
