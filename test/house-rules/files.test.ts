import { findForeignWords, findLongFiles, print, readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const binary = /\.(ttf|otf|woff2?|png|jpe?g|gif|webp|ico|pdf|gz|zip)$/;
const everything = readRepository((path) => !binary.test(path));
const sources = everything.filter(
  ({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".gen.ts") && !/(^|\/)test\/|\.test\.ts$/.test(path),
);

test("no source file has more than 300 lines", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(print(findLongFiles(sources))).toEqual([]);
  expect(findLongFiles([{ path: "planted.ts", text: "a\n".repeat(301) }])).toHaveLength(1);
  expect(findLongFiles([{ path: "planted.ts", text: "a\n".repeat(300) }])).toEqual([]);
});

test("no file contains a path of a person's machine, a session or the host of a registry", () => {
  expect(everything.length).toBeGreaterThan(100);
  expect(print(findForeignWords(everything))).toEqual([]);
});

test.each([
  ["/", "work", "/main/packages"].join(""),
  ["/", "home", "/ada/counterfoil"].join(""),
  ["https://", "registry", ".npmjs.org/zod"].join(""),
  ["session", "_01abc234def"].join(""),
])("%s is found", (text) => {
  expect(findForeignWords([{ path: "planted.md", text }])).toHaveLength(1);
});

test.each(["packages/worker/src", "./work/", "a session_token", "https://example.com/registry"])(
  "%s is fine",
  (text) => {
    expect(findForeignWords([{ path: "planted.md", text }])).toEqual([]);
  },
);
