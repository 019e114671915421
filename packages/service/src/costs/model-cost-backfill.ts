import { Decimal } from "@counterfoil/engine";
import type { BackfilledModel, CostedEarlier, ModelCostBackfillRow, StillUnpriced } from "@counterfoil/storage";

/** A walk through the model calls of open months that have no cost: it counts what they cost, or stores it (R-AI-1). */
export interface ModelCostBackfill extends Pick<
  ModelCostBackfillRow,
  "id" | "status" | "models" | "unpriced" | "createdAt" | "updatedAt" | "finishedAt"
> {
  /** `preview` writes nothing to the books. */
  mode: "preview" | "apply";
  /** Events from this instant on are read. */
  from: string;
  progressPercent: number;
  /** The events that have a price now, and their cost by currency. */
  events: number;
  costs: { currency: string; amount: string }[];
}

export function toModelCostBackfill(row: ModelCostBackfillRow): ModelCostBackfill {
  const { id, mode, status, fromAt, models, unpriced, createdAt, updatedAt, finishedAt } = row;
  const costs = [...Map.groupBy(models, ({ currency }) => currency)].map(([currency, of]) => {
    return { currency, amount: Decimal.sum(of.map(({ amount }) => Decimal.of(amount))).toCanonical() };
  });
  return {
    id,
    mode,
    status,
    from: fromAt,
    progressPercent: progressOf(row),
    events: models.reduce((sum, { events }) => sum + events, 0),
    costs,
    models,
    unpriced,
    createdAt,
    updatedAt,
    finishedAt,
  };
}

/** The share of the sequences that were read. Sequences have gaps, so it is an estimate. */
function progressOf({ status, readThrough, through }: ModelCostBackfillRow): number {
  if (status === "done") return 100;
  if (readThrough === null || through === null || BigInt(through) === 0n) return 0;
  return Number((BigInt(readThrough) * 100n) / BigInt(through));
}

/** What was found before, with what further events add. */
export function withFound(
  { models, unpriced }: Pick<ModelCostBackfillRow, "models" | "unpriced">,
  found: CostedEarlier,
): Pick<ModelCostBackfillRow, "models" | "unpriced"> {
  const priced = found.costs.map(({ cost }): BackfilledModel => {
    const { provider = "", model = "" } = cost.modelCall ?? {};
    return { provider, model, currency: cost.currency, events: 1, amount: cost.amount.toCanonical() };
  });
  const without = found.unpriced.map(({ provider, model, missing }): StillUnpriced => {
    return { provider, model, missing, events: 1 };
  });
  return {
    models: added([...models, ...priced], ({ provider, model, currency }) => [provider, model, currency]).map(
      (same) => ({
        ...same[0],
        events: countOf(same),
        amount: Decimal.sum(same.map(({ amount }) => Decimal.of(amount))).toCanonical(),
      }),
    ),
    unpriced: added([...unpriced, ...without], ({ provider, model, missing }) => [provider, model, missing]).map(
      (same) => ({ ...same[0], events: countOf(same) }),
    ),
  };
}

/** Those with the same key together, in a stable order. */
function added<Found>(found: readonly Found[], keyOf: (one: Found) => readonly string[]): [Found, ...Found[]][] {
  const groups = Map.groupBy(found, (one) => JSON.stringify(keyOf(one)));
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, same]) => same as [Found, ...Found[]]);
}

const countOf = (same: readonly { readonly events: number }[]): number =>
  same.reduce((sum, { events }) => sum + events, 0);
