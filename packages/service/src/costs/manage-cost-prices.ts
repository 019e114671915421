import { Decimal } from "@counterfoil/engine";
import {
  type CostPriceRow,
  deleteCostPrice as removePrice,
  endCostPrice,
  findCostPrice,
  findMetric,
  getOrganization,
  insertCostPrice,
  type ListPage,
  type ListQuery,
  listCostPrices as listRows,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { instantOf } from "./instant-of.ts";
import { costPriceFaults, endFaults } from "./cost-price-faults.ts";
import { type CostPrice, type CostPriceInput, toCostPrice } from "./cost-price.ts";

export function listCostPrices(context: Context, query: ListQuery): Promise<ListPage<CostPrice>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toCostPrice), total };
  });
}

export function getCostPrice(context: Context, id: string): Promise<CostPrice> {
  return read(context, async (tx) => {
    const price = await findCostPrice(tx, id);
    if (price === undefined) throw notFound("cost price", id);
    return toCostPrice(price);
  });
}

/**
 * Creates a cost price. Events from now on get their cost when they are stored; a worker adds the costs that earlier
 * events lack. 409 if a price of the same metric and properties begins at the same instant.
 */
export function createCostPrice(context: Context, input: CostPriceInput): Promise<CostPrice> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { metricId, properties = {}, unitCost, currency, validFrom, validUntil } = input;
    const { timezone } = await getOrganization(work.tx);
    const price: CostPriceRow = {
      id: work.ids.next("cost"),
      metricId,
      properties,
      unitCost: Decimal.of(String(unitCost)).toString(),
      currency,
      validFrom: instantOf(timezone, validFrom) ?? now,
      validUntil: instantOf(timezone, validUntil),
      // Known when the worker begins: everything that was stored without seeing the price.
      backfillThrough: UNKNOWN_END,
      backfilledThrough: null,
      createdAt: now,
      updatedAt: now,
    };
    refuseFaults(costPriceFaults(price, await findMetric(work.tx, metricId, "for share")));
    if (!(await insertCostPrice(work.tx, price))) throw taken(price);
    await audit(work, { action: "cost_price.created", objectId: price.id, after: toCostPrice(price) });
    return toCostPrice(price);
  });
}

/** The highest sequence. */
const UNKNOWN_END = "9223372036854775807";

/** Ends a cost price, or with null lets it run until a later one. Costs that are frozen do not change. */
export function updateCostPrice(
  context: Context,
  id: string,
  { validUntil }: { readonly validUntil?: string | null | undefined },
): Promise<CostPrice> {
  return transact(context, async (work) => {
    const before = await findCostPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("cost price", id);
    await requireUnchanged(work, () => toCostPrice(before));
    if (validUntil === undefined) return toCostPrice(before);
    const { timezone } = await getOrganization(work.tx);
    const after = { ...before, validUntil: instantOf(timezone, validUntil), updatedAt: work.clock.now() };
    refuseFaults(endFaults(after));
    await endCostPrice(work.tx, after);
    const [was, is] = [toCostPrice(before), toCostPrice(after)];
    await audit(work, { action: "cost_price.updated", objectId: id, before: was, after: is });
    return is;
  });
}

/** Deletes a cost price. Costs that were computed with it stay frozen. */
export function deleteCostPrice(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = await findCostPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("cost price", id);
    await requireUnchanged(work, () => toCostPrice(before));
    await removePrice(work.tx, id);
    await audit(work, { action: "cost_price.deleted", objectId: id, before: toCostPrice(before) });
  });
}

function taken({ metricId, validFrom, properties }: CostPriceRow): DomainError {
  const of = Object.keys(properties).length === 0 ? "without properties" : `with ${JSON.stringify(properties)}`;
  const detail =
    `A cost price of ${metricId} ${of} already begins at ${validFrom}. ` +
    "Delete it first, or let the new one begin at another time.";
  return new DomainError("state_conflict", detail);
}
