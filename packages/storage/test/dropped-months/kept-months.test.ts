import { expect, test } from "vitest";
import { packed, unpacked } from "../../src/dropped-months/kept-months.ts";

test("events are packed with their time and every digit of their properties (R-HIST-3, R-MET-1)", () => {
  const lines = [
    '1704067200000 { "n" : 123456789012345678901234567890.5, "user" : "a b\\n" }',
    "1704067200000 {}",
    '1704067200001 { "n" : 1e2 }',
    '1706745599999 { "isTrial" : true }',
  ];
  expect(unpacked(packed(lines.join("\n")))).toEqual([
    { at: 1_704_067_200_000, sequence: 0, properties: { n: "123456789012345678901234567890.5", user: "a b\n" } },
    { at: 1_704_067_200_000, sequence: 0, properties: {} },
    { at: 1_704_067_200_001, sequence: 0, properties: { n: 100 } },
    { at: 1_706_745_599_999, sequence: 0, properties: { isTrial: true } },
  ]);
  expect(unpacked(packed(""))).toEqual([]);
});

test("a hundred events with few values take a seventh of their text or less", () => {
  const lines = Array.from({ length: 100 }, (_, index) => {
    return `${1_704_067_200_000 + index * 26_000_000 + ((index * 7_919) % 1_000_000)} { "model" : "model-${index % 7}" }`;
  });
  expect(packed(lines.join("\n")).length).toBeLessThan(lines.join("\n").length / 7);
});
