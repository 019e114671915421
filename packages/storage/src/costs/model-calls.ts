import { Decimal, invariant, type ModelPricing, type OwnModelPrice, type TokenKind } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { ModelCostSetting } from "./model-cost-setting.ts";

/** The events that are model calls, and their prices (R-AI-1). */
export interface ModelCalls {
  readonly eventName: string;
  readonly pricing: ModelPricing;
}

/** How an organization prices model calls, as `MODEL_CALLS_JSON` builds it. Prices are text, so that they keep all digits. */
export interface ModelCallsJson {
  setting: ModelCostSetting | null;
  prices: (Pick<OwnModelPrice, "id" | "provider" | "model" | "currency" | "from" | "until"> & {
    rates: Record<TokenKind, string | null>;
    batchDiscountPercent: string | null;
  })[];
}

/** The setting of the organization `o`, with its prices of models. */
export const MODEL_CALLS_JSON = `jsonb_build_object('setting', o.model_costs, 'prices', coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'provider', p.provider, 'model', p.model, 'currency', p.currency,
    'rates', jsonb_build_object('input', p.input_price::text, 'cachedInput', p.cached_input_price::text,
      'cacheWrite', p.cache_write_price::text, 'output', p.output_price::text, 'reasoning', p.reasoning_price::text),
    'batchDiscountPercent', p.batch_discount_percent::text,
    'from', floor(extract(epoch from p.valid_from) * 1000), 'until', floor(extract(epoch from p.valid_until) * 1000)))
  from model_price p where p.organization_id = o.id), '[]'))`;

/** An organization that has not turned on costs of model calls. */
const OFF: ModelCostSetting = { eventName: "", batchDiscountPercent: "0" };

export function toModelCalls(tx: Tx, { setting, prices }: ModelCallsJson): ModelCalls {
  const { eventName, batchDiscountPercent: discountPercent } = setting ?? OFF;
  const own = prices.map(({ rates, batchDiscountPercent, ...price }): OwnModelPrice => {
    const set = Object.entries(rates).flatMap(([kind, rate]) => (rate === null ? [] : [[kind, Decimal.of(rate)]]));
    const discount = batchDiscountPercent === null ? null : Decimal.of(batchDiscountPercent);
    return { ...price, rates: Object.fromEntries(set) as OwnModelPrice["rates"], batchDiscountPercent: discount };
  });
  const pricing = { catalog: tx.modelCatalog(), own, batchDiscountPercent: Decimal.of(discountPercent) };
  return { eventName, pricing };
}

/** The prices of models that apply to the organization. */
export async function findModelPricing(tx: Tx): Promise<ModelPricing> {
  const [row] = await tx.sql<{ modelCalls: ModelCallsJson }>(
    `select ${MODEL_CALLS_JSON} as model_calls from organization o where o.id = $1`,
    [tx.organizationId],
  );
  invariant(row !== undefined, "the organization of a transaction exists");
  return toModelCalls(tx, row.modelCalls).pricing;
}
