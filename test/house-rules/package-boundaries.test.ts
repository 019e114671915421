import {
  findBoundaryViolations,
  isPackageSource,
  parse,
  print,
  readRepository,
} from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const files = readRepository(isPackageSource).map(parse);

test("every package imports only what the architecture allows", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.reduce((sum, file) => sum + file.imports.length, 0)).toBeGreaterThan(100);
  expect(print(findBoundaryViolations(files))).toEqual([]);
});

test.each([
  ["packages/engine/src/planted.ts", 'import { readFile } from "node:fs/promises";'],
  ["packages/engine/src/planted.ts", 'import type { AccountRow } from "@counterfoil/storage";'],
  ["packages/einvoice/src/planted.ts", 'import { readFile } from "node:fs/promises";'],
  ["packages/storage/src/planted.ts", 'export { context } from "@counterfoil/service";'],
  ["packages/http/src/planted.ts", 'const storage = await import("@counterfoil/storage");'],
  ["packages/cli/src/planted.ts", 'import { createTestDatabase } from "@counterfoil/testkit/postgres";'],
  ["packages/service/src/planted.ts", 'import { Decimal } from "../../engine/src/decimal/decimal.ts";'],
  ["packages/service/src/planted.ts", 'import { Decimal } from "@counterfoil/engine/src/decimal/decimal.ts";'],
  ["packages/sdk/src/planted.ts", 'import { readFile } from "node:fs/promises";'],
  ["packages/sdk/src/planted.ts", 'import type { Context } from "@counterfoil/service";'],
  ["packages/sdk/src/spool/planted.ts", 'import pg from "pg";'],
  ["packages/sdk/src/express.ts", 'import type { Request } from "express";'],
  ["packages/sdk/src/planted.ts", 'import { useState } from "react";'],
  ["packages/sdk/src/react/planted.tsx", 'import { createRoot } from "react-dom/client";'],
  ["packages/dashboard/src/planted.tsx", 'import type { Context } from "@counterfoil/service";'],
  ["packages/site/src/planted.ts", 'import { createServer } from "@counterfoil/http";'],
  ["packages/cli/src/planted.ts", 'import { addressOf } from "@counterfoil/site";'],
  ["packages/unheard/src/planted.ts", 'import { Decimal } from "@counterfoil/engine";'],
])("in %s the line %s is found", (path, text) => {
  expect(findBoundaryViolations([parse({ path, text })])).toHaveLength(1);
});
