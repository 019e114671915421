import Type from "typebox";
import { expect, test } from "vitest";
import { bodyCheck } from "../../src/validation.ts";

// R-API-4: an error says in words what is accepted.

const check = bodyCheck(
  Type.Object({
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
    code: Type.Optional(Type.String({ minLength: 2, maxLength: 1_000 })),
    lines: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
    scopes: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    properties: Type.Optional(Type.Record(Type.String(), Type.String(), { minProperties: 1 })),
  }),
);

test.each([
  [{ name: "" }, "/name", "min_length", "name must not be empty."],
  [{ name: "longer" }, "/name", "max_length", "name must have at most 5 characters."],
  [{ code: "x" }, "/code", "min_length", "code must have at least 2 characters."],
  [{ lines: [] }, "/lines", "min_items", "lines must have at least 1 entry."],
  [{ lines: ["a", "b", "c"] }, "/lines", "max_items", "lines must have at most 2 entries."],
  [{ scopes: ["read", "read"] }, "/scopes", "unique_items", "scopes must not contain the same entry twice."],
  [{ page: 0 }, "/page", "minimum", "page must be at least 1."],
  [{ page: 101 }, "/page", "maximum", "page must be at most 100."],
  [{ properties: {} }, "/properties", "min_properties", "properties must have at least 1 member."],
])("%j: %s %s", (body, pointer, code, detail) => {
  expect(check(body)).toEqual([{ pointer, code, detail }]);
});
