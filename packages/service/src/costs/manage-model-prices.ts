import {
  deleteModelPrice as removePrice,
  endModelPrice,
  findModelPrice,
  getOrganization,
  insertModelPrice,
  type ListPage,
  type ListQuery,
  listModelPrices as listRows,
  type ModelPriceRow,
} from "@counterfoil/storage";
import { CATALOG_CURRENCY } from "@counterfoil/engine";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { instantOf } from "./instant-of.ts";
import { endFaults } from "./cost-price-faults.ts";
import { modelPriceFaults } from "./model-price-faults.ts";
import { exact, type ModelPrice, type ModelPriceInput, priceColumns, toModelPrice } from "./model-price.ts";

export function listModelPrices(context: Context, query: ListQuery): Promise<ListPage<ModelPrice>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toModelPrice), total };
  });
}

export function getModelPrice(context: Context, id: string): Promise<ModelPrice> {
  return read(context, async (tx) => {
    const price = await findModelPrice(tx, id);
    if (price === undefined) throw notFound("model price", id);
    return toModelPrice(price);
  });
}

/** Creates a price. It applies to events that are stored from now on. 409 if one of the same model begins at the instant. */
export function createModelPrice(context: Context, input: ModelPriceInput): Promise<ModelPrice> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { timezone } = await getOrganization(work.tx);
    const price: ModelPriceRow = {
      id: work.ids.next("mprice"),
      provider: input.provider.trim(),
      model: input.model.trim(),
      currency: input.currency ?? CATALOG_CURRENCY,
      ...priceColumns(input.prices),
      batchDiscountPercent: exact(input.batchDiscountPercent),
      validFrom: instantOf(timezone, input.validFrom) ?? now,
      validUntil: instantOf(timezone, input.validUntil),
      createdAt: now,
      updatedAt: now,
    };
    refuseFaults(modelPriceFaults(price));
    if (!(await insertModelPrice(work.tx, price))) throw taken(price);
    await audit(work, { action: "model_price.created", objectId: price.id, after: toModelPrice(price) });
    return toModelPrice(price);
  });
}

/** Ends a price, or with null lets it run until a later one. Costs that are frozen do not change. */
export function updateModelPrice(
  context: Context,
  id: string,
  { validUntil }: { readonly validUntil?: string | null | undefined },
): Promise<ModelPrice> {
  return transact(context, async (work) => {
    const before = await findModelPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("model price", id);
    await requireUnchanged(work, () => toModelPrice(before));
    if (validUntil === undefined) return toModelPrice(before);
    const { timezone } = await getOrganization(work.tx);
    const after = { ...before, validUntil: instantOf(timezone, validUntil), updatedAt: work.clock.now() };
    refuseFaults(endFaults(after));
    await endModelPrice(work.tx, after);
    const [was, is] = [toModelPrice(before), toModelPrice(after)];
    await audit(work, { action: "model_price.updated", objectId: id, before: was, after: is });
    return is;
  });
}

/** Deletes a price. Costs that were computed with it stay frozen. */
export function deleteModelPrice(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = await findModelPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("model price", id);
    await requireUnchanged(work, () => toModelPrice(before));
    await removePrice(work.tx, id);
    await audit(work, { action: "model_price.deleted", objectId: id, before: toModelPrice(before) });
  });
}

function taken({ provider, model, validFrom }: ModelPriceRow): DomainError {
  const detail =
    `A price of ${provider} ${model} already begins at ${validFrom}. ` +
    "Delete it first, or let the new one begin at another time.";
  return new DomainError("state_conflict", detail);
}
