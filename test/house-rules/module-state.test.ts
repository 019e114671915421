import {
  findModuleState,
  isPackageSource,
  keepsNoState,
  parse,
  print,
  readRepository,
  type StatefulFile,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository((path) => isPackageSource(path) && keepsNoState(path)).map(parse);

const EXEMPT: readonly StatefulFile[] = [
  {
    path: "packages/storage/src/database/watched-locks.ts",
    reason: "a test turns it on for every database of its process, also for those that the code under test opens",
  },
];

test("what a process shares is passed on, and kept by no module", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(print(findModuleState(files, EXEMPT))).toEqual([]);
  // Each exception is still one.
  for (const { path } of EXEMPT) expect(findModuleState(files.filter((file) => file.path === path))).not.toEqual([]);
});

test.each([
  "let known: string | undefined;",
  "export let known = 1;",
  "const known = new Map<string, string>();",
  "export const known = new WeakMap<object, string>();",
  "const open = new Set<string>();",
  "const streams = { open: 0 }; export function begin() { streams.open += 1; }",
  "const streams = { open: 0 }; export function begin() { streams.open++; }",
  "const kept: string[] = []; export function keep(one: string) { kept.push(one); }",
  'const kept = new Set(["a"]); export function forget() { kept.clear(); }',
])("%s is state", (text) => {
  expect(findModuleState([parse({ path: "packages/service/src/planted.ts", text })])).not.toEqual([]);
});

test.each([
  'const WEEKDAYS = new Set(["monday", "sunday"]);',
  "const MOST = 5;",
  "export function collect() { const kept: string[] = []; kept.push('a'); let count = 0; count += 1; return count; }",
  "const formatters = remembered((locale: string) => new Intl.NumberFormat(locale));",
])("%s is none", (text) => {
  expect(findModuleState([parse({ path: "packages/service/src/planted.ts", text })])).toEqual([]);
});
