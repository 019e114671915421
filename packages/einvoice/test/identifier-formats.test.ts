import { expect, test } from "vitest";
import { electronicAddressSchemes, identifierFault, identifierSchemes } from "../src/index.ts";

test.each([
  ["0002", ["732829320", "303265045"], ["732829321", "73282932", "ABC829320"]],
  ["0007", ["5560360793"], ["5560360794", "556036-0793"]],
  ["0009", ["73282932000074"], ["73282932000075", "732829320"]],
  ["0088", ["7300010000001", "5790000435975"], ["7300010000002", "73", "12345670", "730001000000A"]],
  ["0096", ["1234567890"], ["123456789"]],
  ["0106", ["12345678"], ["1234567"]],
  ["0151", ["51824753556"], ["51824753557", "5182475355"]],
  ["0184", ["13585628", "DK13585628"], ["1358562"]],
  ["0190", ["12345678901234567890"], ["1234567890"]],
  ["0192", ["923609016"], ["923609017", "92360901"]],
  ["0198", ["DK13585628"], ["13585628"]],
  ["0204", ["991-33333TEST-33", "04011000-1234512345-06"], ["991", "Stadt Beispiel"]],
  ["0208", ["0202239951"], ["0202239952", "202239951"]],
  ["0217", ["123456789012"], ["12345678"]],
  ["9930", ["DE123456789"], ["123456789", "DE12345678"]],
  ["9944", ["NL123456789B12"], ["NL123456789"]],
  ["EM", ["billing@northlight.example"], ["northlight.example"]],
])("checks identifiers of %s against their form and check digits", (scheme, sound, broken) => {
  expect(electronicAddressSchemes.has(scheme) || identifierSchemes.has(scheme)).toBe(true);
  for (const id of sound) expect(identifierFault({ id, scheme }), id).toBeNull();
  for (const id of broken) expect(identifierFault({ id, scheme }), id).toMatch(/digits|number|OIN|Leitweg|address/);
});

test("accepts any identifier of a scheme without a known form", () => {
  expect(identifierFault({ id: "anything", scheme: "0060" })).toBeNull();
});
