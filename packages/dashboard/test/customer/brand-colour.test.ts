import { expect, test } from "vitest";
import { brandStyle } from "../../src/customer/brand-colour.ts";

test.each([
  ["#0f6b54", "#ffffff"],
  ["#000000", "#ffffff"],
  ["#ffd400", "#000000"],
  ["#ffffff", "#000000"],
])("uses the more readable text color: on %s %s", (colour, text) => {
  expect(brandStyle(colour)).toMatchObject({ "--accent": colour, "--on-accent": text });
});

test.each(["red", "", "#fff", "url(x)"])("ignores the invalid brand color %j", (colour) => {
  expect(brandStyle(colour)).toEqual({});
});
