import { findPlan, updatePlan as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { type Fault, notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import type { Plan } from "./plan.ts";

/**
 * Archives a plan: subscriptions can no longer be created from it or changed to it. Existing ones continue. Archiving
 * it again changes nothing.
 */
export function archivePlan(context: Context, id: string): Promise<Plan> {
  return setArchived(context, id, true);
}

/** Makes an archived plan available again. */
export function unarchivePlan(context: Context, id: string): Promise<Plan> {
  return setArchived(context, id, false);
}

function setArchived(context: Context, id: string, archived: boolean): Promise<Plan> {
  return transact(context, async (work) => {
    const before = await findPlan(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("plan", id);
    if ((before.archivedAt !== null) === archived) return before;
    const now = work.clock.now();
    const after = { ...before, archivedAt: archived ? now : null, updatedAt: now };
    await save(work.tx, after);
    await audit(work, { action: archived ? "plan.archived" : "plan.unarchived", objectId: id, before, after });
    return after;
  });
}

/** The fault for a new sale of an archived plan. */
export function archivedPlan(id: string, pointer: string): Fault {
  return { pointer, code: "plan_archived", detail: `The plan ${id} is archived. Use one that is not archived.` };
}
