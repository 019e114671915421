import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { canonicalJson } from "../src/canonical-json.ts";
import { plainJson } from "../src/plain-json.ts";

test("equal values have equal text, whatever the order of their members", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  expect(canonicalJson({ "\u{1f600}": 1, "\ufb33": 2, "": [], é: {} })).toBe('{"":[],"é":{},"\u{1f600}":1,"\ufb33":2}');
});

test("canonical text of JSON reads back as the same value", () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
  fc.assert(property, { numRuns: 300 });
});

test("plain JSON is what reading the written value returns", () => {
  const day = Temporal.PlainDate.from("2024-02-29");
  const value = { day, list: [undefined, day, null], missing: undefined, nested: { at: new Date(0), none: undefined } };
  expect(plainJson(value)).toStrictEqual(JSON.parse(JSON.stringify(value)));
  expect([-0, NaN, Infinity].map(plainJson)).toEqual([0, null, null]);
  const named = JSON.parse('{"__proto__":{"a":1},"b":2}') as object;
  expect(JSON.stringify(plainJson(named))).toBe('{"__proto__":{"a":1},"b":2}');
  const property = fc.property(fc.jsonValue(), (one) => {
    expect(plainJson(one)).toEqual(JSON.parse(JSON.stringify(one)));
  });
  fc.assert(property, { numRuns: 300 });
});
