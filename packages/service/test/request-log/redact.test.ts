import fc from "fast-check";
import { expect, test } from "vitest";
import { statusRange } from "../../src/request-log/read-requests.ts";
import { hiddenTexts, redact, redactPath, redactQuery, redactText } from "../../src/request-log/redact.ts";
import { loggedBodies } from "../../src/request-log/request-log.ts";

// R-API-12: what the request log may keep of a request.

test("removes what people and secrets are called, keeps what is missing, and keeps the names of products", () => {
  const body = {
    name: "Ada Byron",
    email: "ada@example.com",
    taxId: null,
    aliases: [],
    webhook_secret: "x",
    secretKey: "x",
    "api-key": "x",
    lines: [{ description: "Seats for ada@example.com", amount: "1.00", name: "Seats" }],
  };
  const lines = [{ description: "Seats for [redacted]", amount: "1.00", name: "[redacted]" }];
  const hidden = { email: "[redacted]", taxId: null, aliases: [], webhook_secret: "[redacted]" };
  const redacted = { name: "[redacted]", ...hidden, secretKey: "[redacted]", "api-key": "[redacted]", lines };
  expect(redact(body, { keepsNames: false, quoted: [] })).toEqual(redacted);
  expect(redact(body, { keepsNames: true, quoted: [] })).toEqual({
    ...redacted,
    name: "Ada Byron",
    lines: [{ ...lines[0], name: "Seats" }],
  });
});

test("removes email addresses, keys and tokens of links from any text", () => {
  for (const secret of [
    "ada@example.com",
    "Ada.Byron+x@mail.example.co.uk",
    "cf_live_4hT-aZ_9",
    "whsec_Jgu77btkZdopUWvUkS9slhUYWRXguDJVYC25Vk8nSMo=",
    "sk_test_51Hx",
  ]) {
    expect(redactText(`before ${secret} after`)).toBe("before [redacted] after");
  }
  expect(redactText("https://b.example/portal/abcdefghijklmnopqrstuv-x?y=1")).toBe(
    "https://b.example/portal/[redacted]?y=1",
  );
  expect(redactText("https://b.example/invoice/short")).toBe("https://b.example/invoice/short");
});

test.each([
  ["page=2&limit=10", "page=2&limit=10"],
  ["q=ada", "q=[redacted]"],
  ["filters=%5B%7B%22field%22%3A%22name%22%2C%22value%22%3A%22Ada%22%7D%5D&limit=1", "filters=[redacted]&limit=1"],
  ["filters[0][field]=status&filters[0][value]=paid", "filters[0][field]=status&filters[0][value]=paid"],
  ["account=ada%40example.com", "account=[redacted]"],
  ["sort=name:asc", "sort=[redacted]"],
  [
    "filters%5B0%5D%5Bfield%5D=name&filters%5B0%5D%5Bvalue%5D=Ada&page=1",
    "filters%5B0%5D%5Bfield%5D=[redacted]&filters%5B0%5D%5Bvalue%5D=[redacted]&page=1",
  ],
  ["x=%E0%A4%A", "x=%E0%A4%A"],
  ["flag", "flag"],
])("redacts the query %s as %s", (query, redacted) => {
  expect(redactQuery(query)).toBe(redacted);
});

test("an error quotes no names, only IDs, numbers and codes", () => {
  const detail =
    'The alias "Ada" is taken by "acct_01m8fvtkpa3wax01jsmaq5ehnf", "12,5" and "XXQ" are wrong, as is "a \\" b".';
  expect(redact({ errors: [{ detail }] }, { keepsNames: false, quoted: [] })).toEqual({
    errors: [
      {
        detail:
          'The alias "[redacted]" is taken by "acct_01m8fvtkpa3wax01jsmaq5ehnf", "12,5" and "XXQ" are wrong, as is "[redacted]".',
      },
    ],
  });
  expect(redact({ detail }, { keepsNames: true, quoted: [] })).toEqual({ detail });
});

test("a path keeps its IDs, not the addresses of people", () => {
  expect(redactPath("/accounts/acct_1/tags")).toBe("/accounts/acct_1/tags");
  expect(redactPath("/accounts/ada%40example.com/tags")).toBe("/accounts/[redacted]/tags");
});

test("a body is JSON or nothing, at most 8,000 characters, and never ends within a character", () => {
  const logged = (body: string | null) => loggedBodies(body, null, false).requestBody;
  expect(logged(null)).toBeNull();
  expect(logged("")).toBeNull();
  expect(logged("not JSON")).toBeNull();
  expect(logged("null")).toBe("null");
  expect(logged(`"${"x".repeat(40_000)}"`)).toBeNull();
  for (const offset of ["", "x"]) {
    const cut = logged(JSON.stringify(offset + "😀".repeat(8_000))) ?? "";
    expect(cut.length).toBeGreaterThan(7_990);
    expect(cut.length).toBeLessThanOrEqual(8_000);
    expect(cut.isWellFormed()).toBe(true);
  }
});

test("an error quotes nothing that was hidden in its request", () => {
  const request = JSON.stringify({
    aliases: ["Ada-1"],
    contacts: [{ firstName: "Ada Byron", isPrimary: true }],
    city: "Ulm",
  });
  const response = JSON.stringify({ detail: "Ada-1 is taken by Ada Byron in Ulm.", name: "Ada-1" });
  expect(loggedBodies(request, response, false).responseBody).toBe(
    JSON.stringify({ detail: "[redacted] is taken by [redacted] in Ulm.", name: "[redacted]" }),
  );
  expect(hiddenTexts({ password: ["long enough", "abc", 5], note: null }, false)).toEqual(["long enough"]);
});

test("no body contains the value of a hidden member, whatever surrounds it", () => {
  const secret = "S3CRET-VALUE";
  const member = fc.constantFrom("password", "clientSecret", "access_token", "iban", "billingEmail", "privateKey");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: "small" }, fc.jsonValue(), tie("hidden"), fc.array(tie("tree"), { maxLength: 3 })),
    hidden: fc.tuple(member, fc.string(), tie("tree")).map(([name, other, inner]) => ({
      [name]: { deep: [secret, inner] },
      [`_${other}`]: inner,
    })),
  }));
  fc.assert(
    fc.property(tree, fc.boolean(), (value, keepsNames) => {
      expect(JSON.stringify(redact(value, { keepsNames, quoted: [] })) ?? "").not.toContain(secret);
    }),
  );
});

test("a status is a number or a class of numbers", () => {
  expect(statusRange("404")).toEqual([404, 404]);
  expect(statusRange("5xx")).toEqual([500, 599]);
  for (const status of ["4x", "600", "", "404 ", "xx"]) expect(() => statusRange(status)).toThrow("is not a status");
});
