import { expect, test } from "vitest";
import { findWalGap, readSegmentName, segmentName } from "../../src/embedded/backup/wal-segments.ts";

const SIXTEEN_MEGABYTES = 16 * 1024 * 1024;

test.each([
  ["000000010000000000000001", { timeline: 1, number: 1 }],
  // 256 segments of 16 MB are 4 GB: the last of them, and the next.
  ["0000000100000000000000FF", { timeline: 1, number: 255 }],
  ["000000010000000100000000", { timeline: 1, number: 256 }],
  ["0000000A0000000200000003", { timeline: 10, number: 2 * 256 + 3 }],
])("parses %s and formats it again", (name, segment) => {
  expect(readSegmentName(name, SIXTEEN_MEGABYTES)).toEqual(segment);
  expect(segmentName(segment, SIXTEEN_MEGABYTES)).toBe(name);
});

test.each([
  "00000002.history",
  "000000010000000000000002.00000028.backup",
  "archive_status",
  "00000001000000000000000g",
])("%s is not a segment", (name) => {
  expect(readSegmentName(name, SIXTEEN_MEGABYTES)).toBeUndefined();
});

test("names a gap by its first and last segment, across the 4 GB border, in any order and ignoring older segments", () => {
  const names = [
    "000000010000000100000001",
    "0000000100000000000000FD",
    "0000000100000000000000FC",
    "000000010000000000000001",
  ];
  expect(findWalGap("0000000100000000000000FC", names, SIXTEEN_MEGABYTES)).toEqual({
    firstMissing: "0000000100000000000000FE",
    lastMissing: "000000010000000100000000",
    goesOnAt: "000000010000000100000001",
  });
  expect(findWalGap("0000000100000000000000FC", names.slice(1), SIXTEEN_MEGABYTES)).toBeUndefined();
  // Segments of another timeline do not continue ours.
  expect(findWalGap("0000000100000000000000FC", ["000000020000000100000001"], SIXTEEN_MEGABYTES)).toBeUndefined();
});
