import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { calcPrice, waitForUpdate } from "@pydantic/genai-prices";
import { Decimal, modelCallCost, readModelCatalog } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { modelPricesFile } from "../../src/generate/model-prices.ts";

// R-AI-1: the built-in catalog is the pinned data set, and computes what its package computes.

const root = join(import.meta.dirname, "../../../..");
const TIMES = ["2026-03-12T10:00:00Z", "2026-11-28T20:00:00Z"];

test("the committed catalog is that of the pinned package", async () => {
  const { path, text } = await modelPricesFile();
  expect(await readFile(join(root, path), "utf8")).toBe(text);
});

test("every model of the data set costs what the package computes", async () => {
  const { text } = await modelPricesFile();
  const pricing = { catalog: readModelCatalog(text, ""), own: [], batchDiscountPercent: Decimal.zero };
  const differences: string[] = [];
  let compared = 0;
  for (const { id: provider, models } of (await waitForUpdate()) ?? []) {
    for (const { id: model } of models) {
      for (const [index, time] of TIMES.entries()) {
        // The second prompt is longer than every tier.
        const [input, cached, written] = [
          [1_000, 300, 70],
          [1_100_000, 3_000, 900],
        ][index] as [number, number, number];
        const [output, reasoning] = [500, 40];
        const theirs = calcPrice(
          {
            input_tokens: input + cached + written,
            cache_read_tokens: cached,
            cache_write_tokens: written,
            output_tokens: output + reasoning,
            output_reasoning_tokens: reasoning,
          },
          model,
          { providerId: provider, timestamp: new Date(time) },
        );
        const values = {
          provider,
          model,
          input_tokens: input,
          cached_input_tokens: cached,
          cache_write_tokens: written,
          output_tokens: output,
          reasoning_tokens: reasoning,
        };
        const ours = modelCallCost({ values, at: Date.parse(time) }, pricing);
        // We give no cost where a kind of tokens has no price. They count such tokens as free.
        if (ours.kind === "unpriced") continue;
        compared += 1;
        const amount = Number(ours.amount.toCanonical());
        const expected = theirs?.total_price ?? Number.NaN;
        // Fees for each request are not tokens.
        const fee = Number(theirs?.model_price["requests_kcount"] ?? 0) / 1_000;
        if (!(Math.abs(amount - expected + fee) <= 1e-9 * Math.max(1, expected))) {
          differences.push(`${provider} ${model} ${time}: ${amount}, theirs ${expected}`);
        }
      }
    }
  }
  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(2_800);
});
