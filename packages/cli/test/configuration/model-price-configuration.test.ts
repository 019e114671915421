import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readModelPriceConfiguration } from "../../src/configuration/model-price-configuration.ts";

// R-AI-1: an updated catalog comes from a file.

const folder = mkdtempSync(join(tmpdir(), "counterfoil-model-prices-"));
const MODELS = `[{"id": "acme", "models": [{"id": "m", "match": {"equals": "m"}, "prices": {"input_mtok": 3}}]}]`;

function read(text: string | null) {
  const path = join(folder, "data.json");
  if (text !== null) writeFileSync(path, text);
  const faults: string[] = [];
  const environment = { COUNTERFOIL_MODEL_PRICES: text === null ? join(folder, "missing.json") : path };
  return { catalog: readModelPriceConfiguration(environment, (fault) => faults.push(fault)), faults };
}

test("without a file, the built-in catalog is used", () => {
  expect(readModelPriceConfiguration({}, expect.fail)).toBeNull();
  expect(readModelPriceConfiguration({ COUNTERFOIL_MODEL_PRICES: "" }, expect.fail)).toBeNull();
});

test("a file has the version that it names, or the hash of its content", () => {
  const { catalog, faults } = read(MODELS);
  const hash = createHash("sha256").update(MODELS).digest("hex");
  expect([catalog?.version, faults]).toEqual([`data.json sha256:${hash.slice(0, 12)}`, []]);
  expect(catalog?.find("acme", "m")?.model.id).toBe("m");
  expect(read(`{"version": "2026-11", "providers": ${MODELS}}`).catalog?.version).toBe("2026-11");
});

test("a file that is missing or has another format is refused with what is wrong", () => {
  expect(read(null).faults).toEqual([expect.stringContaining("cannot be read (ENOENT)")]);
  expect(read("{}").faults).toEqual([
    expect.stringMatching(/not a catalog of model prices: \/providers must be a list/),
  ]);
});
