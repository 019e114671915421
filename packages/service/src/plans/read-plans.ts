import { findPlan, listPlans as listPlanRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import type { Plan } from "./plan.ts";

export function getPlan(context: Context, id: string): Promise<Plan> {
  return read(context, async (tx) => {
    const plan = await findPlan(tx, id);
    if (plan === undefined) throw notFound("plan", id);
    return plan;
  });
}

export function listPlans(context: Context, query: ListQuery): Promise<ListPage<Plan>> {
  return read(context, (tx) => listPlanRows(tx, query));
}
