import { readFile } from "node:fs/promises";
import { waitForUpdate } from "@pydantic/genai-prices";
import type { GeneratedFile } from "./generated-file.ts";

const NAME = "@pydantic/genai-prices";
/** The prices of the data set that `readModelCatalog` reads. */
const PRICE_KEYS = ["input_mtok", "cache_read_mtok", "cache_write_mtok", "output_mtok", "output_reasoning_mtok"];

type Provider = NonNullable<Awaited<ReturnType<typeof waitForUpdate>>>[number];
type Prices = Provider["models"][number]["prices"];

/** The built-in prices of models (R-AI-1), from the pinned version of the open data set. One model per line. */
export async function modelPricesFile(): Promise<GeneratedFile> {
  const providers = await waitForUpdate();
  if (providers === null) throw new Error(`${NAME} has no prices`);
  const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.resolve(NAME)), "utf8")) as {
    version: string;
  };
  const head = {
    version: `genai-prices ${version}`,
    source: "https://github.com/pydantic/genai-prices",
    license: "MIT",
  };
  const text = [
    `{${JSON.stringify(head).slice(1, -1)},"providers":[`,
    providers.map((provider) => providerText(provider)).join(",\n"),
    "]}",
  ];
  return { path: "packages/storage/model-prices/catalog.gen.json", text: `${text.join("\n")}\n` };
}

function providerText({ id, provider_match, fallback_model_providers, models }: Provider): string {
  const head = JSON.stringify({ id, provider_match, fallback_model_providers });
  const lines = models.map((model) =>
    JSON.stringify({ id: model.id, match: model.match, prices: tokenPrices(model.prices) }),
  );
  return `${head.slice(0, -1)},"models":[\n${lines.join(",\n")}\n]}`;
}

function tokenPrices(prices: Prices): unknown {
  if (Array.isArray(prices)) return prices.map((dated) => ({ ...dated, prices: tokenPrices(dated.prices) }));
  return Object.fromEntries(PRICE_KEYS.flatMap((key) => (prices[key] === undefined ? [] : [[key, prices[key]]])));
}
