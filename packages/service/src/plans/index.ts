export { archivedPlan, archivePlan, unarchivePlan } from "./archive-plan.ts";
export { createPlan } from "./create-plan.ts";
export { getPlan, listPlans } from "./read-plans.ts";
export { updatePlan } from "./update-plan.ts";
