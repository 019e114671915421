import {
  clockPaths,
  findReplacedTime,
  findSystemTime,
  isPackageSource,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository(isPackageSource).map(parse);

test("only the clocks read the system's time (R-TIME-4)", () => {
  expect(files.map((file) => file.path)).toEqual(expect.arrayContaining([...clockPaths]));
  expect(files.length).toBeGreaterThan(50);
  expect(print(findSystemTime(files))).toEqual([]);
});

test.each(["new Date()", "Date.now()", "Date()", "const now = Date.now;", "Temporal.Now.instant()"])(
  "%s is found",
  (text) => {
    expect(findSystemTime([parse({ path: "packages/service/src/planted.ts", text })])).toHaveLength(1);
  },
);

test.each(["new Date(row.createdAt)", "performance.now()"])("%s reads no date", (text) => {
  expect(findSystemTime([parse({ path: "packages/service/src/planted.ts", text })])).toEqual([]);
});

const isTest = (path: string) => /^(packages\/[^/]+\/test|scenarios)\/.*\.test\.ts$/.test(path);

test("no test replaces the time of its process, which it shares with workers", () => {
  const tests = readRepository(isTest).map(parse);
  expect(tests.length).toBeGreaterThan(500);
  expect(print(findReplacedTime(tests))).toEqual([]);
});

test.each([`vi.spyOn(performance, "now");`, "vi.useFakeTimers();", "vi.setSystemTime(0);"])(
  "%s replaces the time",
  (text) => {
    expect(findReplacedTime([parse({ path: "scenarios/planted.test.ts", text })])).toHaveLength(1);
  },
);
