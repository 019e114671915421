import { expect, test } from "vitest";
import { brandStyle } from "../../src/customer/brand-colour.ts";

test.each([
  ["#0f6b54", "#ffffff"],
  ["#000000", "#ffffff"],
  ["#ffd400", "#000000"],
  ["#ffffff", "#000000"],
])("on %s stands %s, which is read better there", (colour, text) => {
  expect(brandStyle(colour)).toMatchObject({ "--accent": colour, "--on-accent": text });
});

test.each(["red", "", "#fff", "url(x)"])("%j is no colour of a brand and changes nothing", (colour) => {
  expect(brandStyle(colour)).toEqual({});
});
