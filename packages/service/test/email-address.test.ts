import { expect, test } from "vitest";
import { isEmailAddress } from "../src/email-address.ts";

test.each([
  "ada@example.com",
  "ada.lovelace+billing@mail.example.co.uk",
  "o'brien@example.com",
  "jürgen@müller.example",
  "राम@मोहन.ईन्फो",
  "a@b-c.example",
])("accepts %s", (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@example",
  "ada@example.",
  "ada@.example.com",
  "ada@example..com",
  "ada@-example.com",
  "ada@192.168.0.1",
  "ada @example.com",
  "ada..lovelace@example.com",
  ".ada@example.com",
  "ada@example.com, bob@example.com",
  "Ada <ada@example.com>",
  "ada@bob@example.com",
  "ada@example.com\nBcc: bob@example.com",
  `${"a".repeat(65)}@example.com`,
  `ada@${"a.".repeat(130)}com`,
])("refuses %j", (address) => {
  expect(isEmailAddress(address)).toBe(false);
});
