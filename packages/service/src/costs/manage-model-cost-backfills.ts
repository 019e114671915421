import { openMonthsBegin } from "@counterfoil/engine";
import {
  findModelCostBackfill,
  getOrganization,
  insertModelCostBackfill,
  type ListPage,
  type ListQuery,
  listModelCostBackfills as listRows,
  type ModelCostBackfillRow,
  saveModelCostBackfill,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type ModelCostBackfill, toModelCostBackfill } from "./model-cost-backfill.ts";

export function listModelCostBackfills(context: Context, query: ListQuery): Promise<ListPage<ModelCostBackfill>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toModelCostBackfill), total };
  });
}

export function getModelCostBackfill(context: Context, id: string): Promise<ModelCostBackfill> {
  return read(context, async (tx) => {
    const row = await findModelCostBackfill(tx, id);
    if (row === undefined) throw notFound("backfill", id);
    return toModelCostBackfill(row);
  });
}

/**
 * Begins a walk through the model calls of open months that have no cost. A worker does it. `preview` only counts. 409 if
 * model calls have no costs in this organization, or if another walk is running.
 */
export function createModelCostBackfill(
  context: Context,
  { mode }: Pick<ModelCostBackfill, "mode">,
): Promise<ModelCostBackfill> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { modelCosts } = await getOrganization(work.tx);
    if (modelCosts === null) {
      throw new DomainError(
        "state_conflict",
        "Model calls have no costs yet. First set modelCosts of the organization.",
      );
    }
    const row: ModelCostBackfillRow = {
      id: work.ids.next("mfill"),
      mode,
      status: "running",
      eventName: modelCosts.eventName,
      fromAt: openMonthsBegin(now),
      readThrough: null,
      through: null,
      models: [],
      unpriced: [],
      createdAt: now,
      updatedAt: now,
      finishedAt: null,
    };
    if (!(await insertModelCostBackfill(work.tx, row))) {
      throw new DomainError("state_conflict", "Another backfill is running. Wait until it is done, or cancel it.");
    }
    const begun = toModelCostBackfill(row);
    if (mode === "apply") await audit(work, { action: "model_cost_backfill.created", objectId: row.id, after: begun });
    return begun;
  });
}

/** Stops a walk. Costs that it has stored stay. */
export function cancelModelCostBackfill(context: Context, id: string): Promise<ModelCostBackfill> {
  return transact(context, async (work) => {
    const before = await findModelCostBackfill(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("backfill", id);
    if (before.status !== "running") {
      throw new DomainError("state_conflict", `The backfill is ${before.status}. Only a running one can be canceled.`);
    }
    const now = work.clock.now();
    const after: ModelCostBackfillRow = { ...before, status: "canceled", updatedAt: now, finishedAt: now };
    await saveModelCostBackfill(work.tx, after);
    const [was, is] = [toModelCostBackfill(before), toModelCostBackfill(after)];
    await audit(work, { action: "model_cost_backfill.canceled", objectId: id, before: was, after: is });
    return is;
  });
}
