import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { toLength } from "../../../format/amount.ts";

export interface Rung {
  readonly number: number;
  readonly from: string;
  readonly upTo: string | null;
  /** Per unit, or percent. */
  readonly price: string;
  readonly fixedFee: string;
  /** From 0 to 1: how much of the tier the quantity fills. Only for drawing. */
  readonly fill: string;
  readonly isReached: boolean;
  /** The part of the quantity that this tier prices, according to the steps. */
  readonly quantity: string | null;
  /** The results of this tier's steps. */
  readonly results: readonly string[];
}

export interface Ladder {
  readonly quantity: string;
  /** The reached tier prices the whole quantity. */
  readonly isVolume: boolean;
  /** The tiers have a percentage of the volume instead of a price per unit. */
  readonly isPercentage: boolean;
  readonly rungs: readonly Rung[];
}

interface FrozenTier {
  readonly maxUnits: string | null;
  readonly price: string;
  readonly fixedFee: string;
}

/** An open tier has no end to measure by, so half of it is drawn as filled. */
const OPEN_FILL = "0.5";

/** The tiers of a line's price with the results of its steps. Null if it has no tiers. */
export function ladderOf({ price, usage, steps }: ExplainInvoiceLineResult): Ladder | null {
  const tiers = tiersOf(price?.pricingModel["tiers"]);
  if (price === null || tiers === null) return null;
  const quantity = usage?.quantity ?? steps.find(({ operands }) => "quantity" in operands)?.operands["quantity"];
  if (quantity === undefined) return null;
  const reached = toLength(quantity);
  const rungs = tiers.map((tier, index): Rung => {
    const from = index === 0 ? "0" : (tiers[index - 1]?.maxUnits ?? "0");
    const own = steps.filter(({ text }) => text.startsWith(`tier ${index + 1} `));
    const above = reached - toLength(from);
    const span = tier.maxUnits === null ? null : toLength(tier.maxUnits) - toLength(from);
    return {
      number: index + 1,
      from,
      upTo: tier.maxUnits,
      price: tier.price,
      fixedFee: tier.fixedFee,
      isReached: above > 0 || own.length > 0,
      fill: above <= 0 ? "0" : span === null ? OPEN_FILL : String(Math.min(1, above / Math.max(span, 1e-9))),
      quantity: own.find(({ operands }) => "quantity" in operands)?.operands["quantity"] ?? null,
      results: own.map(({ result }) => result),
    };
  });
  return {
    quantity,
    isVolume: price.type === "tiered" || price.type === "tiered_percentage",
    isPercentage: price.type.endsWith("_percentage"),
    rungs,
  };
}

function tiersOf(value: unknown): readonly FrozenTier[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((tier: unknown) => {
    const members = isRecord(tier) ? tier : {};
    const maximum = members["maxUnits"];
    return {
      maxUnits: typeof maximum === "number" || typeof maximum === "string" ? String(maximum) : null,
      price: amountOf(members["pricePerUnit"] ?? members["percentage"]),
      fixedFee: amountOf(members["fixedFee"]),
    };
  });
}

function amountOf(value: unknown): string {
  return isRecord(value) && typeof value["value"] === "string" ? value["value"] : "0";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
