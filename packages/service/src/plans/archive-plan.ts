import { findPlan, updatePlan as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { type Fault, notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import type { Plan } from "./plan.ts";

/** Takes a plan out of the offer: no new subscription, and no change to it. What is sold stays sold. Archiving it again changes nothing. */
export function archivePlan(context: Context, id: string): Promise<Plan> {
  return setArchived(context, id, true);
}

/** Takes an archived plan back into the offer. */
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

/** An archived plan is not sold anew. */
export function archivedPlan(id: string, pointer: string): Fault {
  return { pointer, code: "plan_archived", detail: `The plan ${id} is archived, and is not sold anew.` };
}
