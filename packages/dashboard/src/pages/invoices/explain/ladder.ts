import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { toLength } from "../../../format/amount.ts";

export interface Rung {
  readonly number: number;
  readonly from: string;
  readonly upTo: string | null;
  /** Per unit, or per cent. */
  readonly price: string;
  readonly fixedFee: string;
  /** From 0 to 1: how much of the tier the quantity fills. For drawing. */
  readonly fill: string;
  readonly isReached: boolean;
  /** Of the quantity, what this tier prices, as the steps tell it. */
  readonly quantity: string | null;
  /** What the steps of this tier come to. */
  readonly results: readonly string[];
}

export interface Ladder {
  readonly quantity: string;
  /** The tier that is reached prices everything. */
  readonly isVolume: boolean;
  /** Of the volume a share is paid, not a price per unit. */
  readonly isPercentage: boolean;
  readonly rungs: readonly Rung[];
}

interface FrozenTier {
  readonly maxUnits: string | null;
  readonly price: string;
  readonly fixedFee: string;
}

/** Half of an open tier is drawn as filled: it has no end to measure by. */
const OPEN_FILL = "0.5";

/** The tiers of a line's price with what its steps say of each; null where it has none. */
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
