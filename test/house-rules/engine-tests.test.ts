import { readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

/** The engine decides about money: it has at least this many lines of test for each line of source. */
const LEAST_RATIO = 1.5;

test("the engine has at least 1.5 lines of test for each line of source", () => {
  const source = linesOfCode("packages/engine/src/");
  const tests = linesOfCode("packages/engine/test/");
  expect(source).toBeGreaterThan(5_000);
  const ratio = `${tests} lines of test for ${source} of source: ${(tests / source).toFixed(3)}`;
  expect(tests / source, ratio).toBeGreaterThanOrEqual(LEAST_RATIO);
});

test("blank lines and lines that hold only a comment count for nothing", () => {
  const text = ["/** What it is. */", "", "const a = 1; // one", "/*", " * b = 2", " */", "  // c", "const c = 3;"];
  expect(countLines(text.join("\n"))).toBe(2);
  expect(countLines("")).toBe(0);
});

function linesOfCode(folder: string): number {
  const files = readRepository((path) => path.startsWith(folder) && path.endsWith(".ts") && !path.endsWith(".gen.ts"));
  return files.reduce((sum, { text }) => sum + countLines(text), 0);
}

/** The lines of a file that are neither blank nor only comment. */
function countLines(text: string): number {
  const withoutComments = text.replaceAll(/^\s*\/\*[\s\S]*?\*\/[ \t]*$/gm, "").replaceAll(/^\s*\/\/.*$/gm, "");
  return withoutComments.split("\n").filter((line) => line.trim() !== "").length;
}
