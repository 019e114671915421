import { findBannedPhrasings, print, readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository(
  (path) =>
    /\.(md|ts|tsx|mjs)$/.test(path) &&
    !/\.gen\.ts$|\/generated\//.test(path) &&
    !/(^|\/)banned-phrasings(\.test)?\.ts$/.test(path),
);

test("no text of the repository has a banned phrasing", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(print(findBannedPhrasings(files))).toEqual([]);
});

test.each([
  "Whoever asks",
  "nobody waits",
  "beside the clock",
  "is told of it",
  "the database is away",
  "as it stands",
])("%s is found", (text) => {
  expect(print(findBannedPhrasings([{ path: "planted.md", text }]))).toHaveLength(1);
});

test.each(["besides", "A stands for B", "two hours away", "it standardizes", "a mind of its own"])(
  "%s is fine",
  (text) => {
    expect(findBannedPhrasings([{ path: "planted.md", text }])).toEqual([]);
  },
);
