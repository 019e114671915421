import { Decimal } from "@counterfoil/engine";
import type { ModelPriceRow } from "@counterfoil/storage";

/** The prices of a million tokens of each kind. Null: the kind has no price of its own. */
export interface TokenPrices<Price> {
  readonly input: Price;
  readonly cachedInput: Price;
  readonly cacheWrite: Price;
  readonly output: Price;
  readonly reasoning: Price;
}

/** What a million tokens of a model cost the organization (R-AI-1). */
export interface ModelPrice extends Omit<ModelPriceRow, PriceColumn> {
  readonly prices: TokenPrices<string | null>;
}

type PriceColumn = "inputPrice" | "cachedInputPrice" | "cacheWritePrice" | "outputPrice" | "reasoningPrice";

export interface ModelPriceInput {
  readonly provider: string;
  readonly model: string;
  readonly currency?: string | undefined;
  readonly prices: Partial<TokenPrices<string | number | null | undefined>>;
  readonly batchDiscountPercent?: string | number | null | undefined;
  /** Instants, or dates that mean the start of that day in the organization's zone. Default: now. */
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | null | undefined;
}

export function toModelPrice(row: ModelPriceRow): ModelPrice {
  const { inputPrice, cachedInputPrice, cacheWritePrice, outputPrice, reasoningPrice, ...price } = row;
  const prices = {
    input: inputPrice,
    cachedInput: cachedInputPrice,
    cacheWrite: cacheWritePrice,
    output: outputPrice,
    reasoning: reasoningPrice,
  };
  return { ...price, prices };
}

/** The columns of the prices that were sent. */
export function priceColumns(prices: ModelPriceInput["prices"]): Pick<ModelPriceRow, PriceColumn> {
  return {
    inputPrice: exact(prices.input),
    cachedInputPrice: exact(prices.cachedInput),
    cacheWritePrice: exact(prices.cacheWrite),
    outputPrice: exact(prices.output),
    reasoningPrice: exact(prices.reasoning),
  };
}

/** A decimal as text, with the digits that were sent. */
export function exact(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : Decimal.of(String(value)).toString();
}
