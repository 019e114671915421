import { expect, test } from "vitest";
import { createSecrets } from "../../src/secrets/secrets.ts";

const [older, newer] = ["the older text, 32 characters or more", "the newer text, 32 characters or more"];
const place = { organizationId: "org_a", holder: "stripe", name: "secret_key" };

function causeOf(open: () => string): string {
  try {
    return open();
  } catch (error) {
    expect(error).toMatchObject({ code: "secrets_unavailable", status: 503 });
    return String(((error as Error).cause as Error).message);
  }
}

test("a sealed secret opens at its own place and reveals nothing", () => {
  const secrets = createSecrets([newer]);
  for (const secret of ["sk_live_1", "", "ключ 鍵"]) {
    const sealed = secrets.seal(secret, place);
    expect(sealed).toMatch(/^sealed1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(secrets.open(sealed, place)).toBe(secret);
    expect(secrets.seal(secret, place)).not.toBe(sealed);
  }
});

test("a sealed secret opens at no other place, and not after a character was changed", () => {
  const secrets = createSecrets([newer]);
  const sealed = secrets.seal("sk_live_1", place);
  const others = [
    { ...place, organizationId: "org_b" },
    { ...place, holder: "other" },
    { ...place, name: "webhook_secret" },
  ];
  for (const other of others) expect(causeOf(() => secrets.open(sealed, other))).toContain("sealed for another place");
  const middle = sealed.length - 12;
  const changed = sealed.slice(0, middle) + (sealed[middle] === "A" ? "B" : "A") + sealed.slice(middle + 1);
  expect(causeOf(() => secrets.open(changed, place))).toContain("sealed for another place");
  // A truncated tag is invalid.
  expect(causeOf(() => secrets.open(sealed.slice(0, -4), place))).toContain("sealed for another place");
  expect(causeOf(() => secrets.open(sealed.slice(0, 20), place))).toContain("sealed for another place");
});

test("a key is replaced by configuring both keys until everything is sealed with the new one", () => {
  const before = createSecrets([older]).seal("sk_live_1", place);
  const both = createSecrets([newer, older]);
  expect(both.open(before, place)).toBe("sk_live_1");
  expect(both.isUnderNewestKey(before)).toBe(false);
  const after = both.seal("sk_live_1", place);
  expect(both.isUnderNewestKey(after)).toBe(true);
  expect(createSecrets([newer]).open(after, place)).toBe("sk_live_1");
});

test("reports a missing key and a different key", () => {
  const sealed = createSecrets([older]).seal("sk_live_1", place);
  const none = createSecrets([]);
  expect(() => none.seal("sk_live_1", place)).toThrow("the server was started without COUNTERFOIL_SECRET");
  expect(causeOf(() => none.open(sealed, place))).toBe(
    "secret_key of stripe (org_a) is sealed: the server was started without COUNTERFOIL_SECRET. Set it and restart the server.",
  );
  expect(none.isUnderNewestKey(sealed)).toBe(false);
  expect(causeOf(() => createSecrets([newer]).open(sealed, place))).toMatch(
    /was sealed with the key [0-9a-f]{8}, but the server has only [0-9a-f]{8}\. .*COUNTERFOIL_SECRET_OLD/,
  );
  expect(causeOf(() => createSecrets([newer]).open("sk_live_1", place))).toContain("is not sealed");
});

test("a signature holds for its text and place, under any of the keys", () => {
  const signed = createSecrets([older]).sign("text", place);
  expect(signed).toMatch(/^[\w-]{22}$/);
  const both = createSecrets([newer, older]);
  expect(both.isSigned("text", signed, place)).toBe(true);
  expect(both.isSigned("other", signed, place)).toBe(false);
  expect(both.isSigned("text", signed, { ...place, organizationId: "org_b" })).toBe(false);
  expect(both.isSigned("text", signed, { ...place, holder: "key_b" })).toBe(false);
  expect(createSecrets([newer]).isSigned("text", signed, place)).toBe(false);
  for (const text of ["", "x", signed.slice(1), `${signed}AA`]) expect(both.isSigned("text", text, place)).toBe(false);
  expect(() => createSecrets([]).sign("text", place)).toThrow("Nothing can be signed");
  expect(createSecrets([]).isSigned("text", signed, place)).toBe(false);
});
