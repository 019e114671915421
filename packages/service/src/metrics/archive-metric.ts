import { findMetric, updateMetric as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type Metric, toMetric } from "./metric.ts";

/**
 * Archives a metric: new products and prices cannot use it. Existing ones continue. Archiving it again changes nothing.
 */
export function archiveMetric(context: Context, id: string): Promise<Metric> {
  return setArchived(context, id, true);
}

/** Makes an archived metric available again. */
export function unarchiveMetric(context: Context, id: string): Promise<Metric> {
  return setArchived(context, id, false);
}

function setArchived(context: Context, id: string, archived: boolean): Promise<Metric> {
  return transact(context, async (work) => {
    const before = await findMetric(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("metric", id);
    if ((before.archivedAt !== null) === archived) return toMetric(before, work.organizationId);
    const now = work.clock.now();
    const after = { ...before, archivedAt: archived ? now : null, updatedAt: now };
    await save(work.tx, after);
    const [old, shown] = [toMetric(before, work.organizationId), toMetric(after, work.organizationId)];
    await audit(work, {
      action: archived ? "metric.archived" : "metric.unarchived",
      objectId: id,
      before: old,
      after: shown,
    });
    return shown;
  });
}
