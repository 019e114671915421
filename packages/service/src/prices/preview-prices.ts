import { assumeUsage, Decimal, formatAmount, previewPrice, type PricingModel, unitsToWire } from "@counterfoil/engine";
import { findPrices, getOrganization, type PriceRow } from "@counterfoil/storage";
import { priceModel } from "../contracts/index.ts";
import { type Context, read } from "../context.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { perEventFaults } from "./assumed-usage.ts";
import type { PriceInput } from "./price-input.ts";
import { readPricingModel } from "./read-pricing-model.ts";

/** An existing price, or a hypothetical one, of which only type, model and currency are used. */
export interface PreviewedPriceInput extends PriceInput {
  priceId?: string;
  /** For a matrix: the property values that select its price. Defaults to the default price. */
  combination?: Record<string, string> | null;
}

export interface PricePreviewInput {
  prices: PreviewedPriceInput[];
  /** An alternative to `from`, `to` and `steps`. */
  quantities?: string[];
  from?: string;
  to?: string;
  /** The number of quantities, including both ends. */
  steps?: number;
  /** The quantity of one event, for charges per event. By default one event brings the whole quantity. */
  quantityPerEvent?: string | null;
  /** For expressions: the metrics with a fixed quantity, by ID. */
  metricQuantities?: Record<string, string>;
}

/** The cost of a quantity for a whole period. */
export interface PreviewedPoint {
  quantity: string;
  amount: string;
  /** The amount divided by the quantity; null for a quantity of 0. */
  unitPrice: string | null;
  /** The tier that the quantity reaches, counted from 1. */
  tier: { number: number; minUnits: number; maxUnits: number | null } | null;
  notes: string[];
}

export interface PreviewedPrice {
  priceId: string | null;
  type: PricingModel["type"];
  currency: string;
  points: PreviewedPoint[];
}

const DEFAULT_STEPS = 50;

/**
 * The cost of prices at several quantities, as the engine rates a whole billing period (R-RATE-2). Prepaid models
 * include the advance. Discounts, spend limits and taxes are not included. Rejects unknown prices and invalid models.
 */
export function previewPrices(context: Context, input: PricePreviewInput): Promise<PreviewedPrice[]> {
  return read(context, async (tx) => {
    const { defaultCurrency } = await getOrganization(tx);
    const named = input.prices.flatMap(({ priceId }) => priceId ?? []);
    const known = new Map((await findPrices(tx, named)).map((price) => [price.id, price]));
    const looked = input.prices.map((price, place) => ({
      ...rateable(price, known, defaultCurrency, `/prices/${place}`),
      combination: price.combination,
    }));
    const quantities = quantitiesOf(input);
    refuseFaults([
      ...looked.flatMap((one) => ("faults" in one ? one.faults : [])),
      ...("faults" in quantities ? quantities.faults : []),
      ...perEventFaults(input.quantityPerEvent),
    ]);
    const plotted = "faults" in quantities ? [] : quantities.quantities;
    return looked.flatMap((one) =>
      "faults" in one ? [] : [{ ...one.shown, points: pointsOf(one, one.combination, plotted, input) }],
    );
  });
}

interface Rateable {
  readonly model: PricingModel;
  readonly shown: Omit<PreviewedPrice, "points">;
}

function rateable(
  { priceId, combination: _combination, ...body }: PreviewedPriceInput,
  known: ReadonlyMap<string, PriceRow>,
  defaultCurrency: string,
  pointer: string,
): Rateable | { readonly faults: readonly Fault[] } {
  if (priceId === undefined) {
    const reading = readPricingModel(body, null, pointer);
    if (!reading.ok) return { faults: reading.faults };
    const { model } = reading;
    return { model, shown: { priceId: null, type: model.type, currency: body.currency ?? defaultCurrency } };
  }
  const at = `${pointer}/priceId`;
  const price = known.get(priceId);
  if (price === undefined) {
    return {
      faults: [{ pointer: at, code: "unknown_price", detail: `There is no price ${JSON.stringify(priceId)}.` }],
    };
  }
  if (Object.keys(body).length > 0) {
    const detail = "Send either priceId or the members of a new price, not both.";
    return { faults: [{ pointer: at, code: "both_given", detail }] };
  }
  return { model: priceModel(price), shown: { priceId, type: price.type, currency: price.currency } };
}

/** The listed quantities, or evenly spaced ones with as many decimals as the ends have. */
function quantitiesOf({
  quantities,
  from,
  to,
  steps = DEFAULT_STEPS,
}: PricePreviewInput): { readonly quantities: readonly Decimal[] } | { readonly faults: readonly Fault[] } {
  const isRange = from !== undefined || to !== undefined;
  if (quantities !== undefined && !isRange) return { quantities: quantities.map((text) => Decimal.of(text)) };
  if (quantities !== undefined || from === undefined || to === undefined) {
    const detail = "Send either quantities, or from and to.";
    return { faults: [{ pointer: "/quantities", code: quantities === undefined ? "required" : "both_given", detail }] };
  }
  const [first, last] = [Decimal.of(from), Decimal.of(to)];
  if (first.compare(last) >= 0) {
    return {
      faults: [{ pointer: "/to", code: "out_of_range", detail: `to must be greater than from, which is ${from}.` }],
    };
  }
  const scale = Math.max(first.scale, last.scale);
  const gaps = Decimal.ofInteger(steps - 1);
  const evenly = Array.from({ length: steps }, (_, place) => {
    const way = last.minus(first).times(Decimal.ofInteger(place)).dividedBy(gaps, scale, "half_away_from_zero");
    return first.plus(way);
  });
  return { quantities: evenly.filter((quantity, place) => evenly[place - 1]?.equals(quantity) !== true) };
}

function pointsOf(
  { model, shown: { currency } }: Rateable,
  combination: Record<string, string> | null | undefined,
  quantities: readonly Decimal[],
  { quantityPerEvent = null, metricQuantities = {} }: PricePreviewInput,
): PreviewedPoint[] {
  const metrics = Object.fromEntries(Object.entries(metricQuantities).map(([id, text]) => [id, Decimal.of(text)]));
  const perEvent = quantityPerEvent === null ? null : Decimal.of(quantityPerEvent);
  return quantities.map((quantity) => {
    const usage = assumeUsage(model, {
      quantity,
      quantityPerEvent: perEvent,
      combination: combination ?? null,
      metrics,
    });
    const { amount, effectiveUnitPrice, tier, notes } = previewPrice(model, currency, usage);
    return {
      quantity: quantity.toCanonical(),
      amount: formatAmount({ amount, currency }),
      unitPrice: effectiveUnitPrice?.toCanonical() ?? null,
      tier: tier && {
        number: tier.number,
        minUnits: unitsToWire(tier.minUnits),
        maxUnits: tier.maxUnits === null ? null : unitsToWire(tier.maxUnits),
      },
      notes: notes.map(({ detail }) => detail),
    };
  });
}
