import {
  archivePlan,
  unarchivePlan,
  createPlan,
  getPlan,
  listPlans,
  PLAN_FIELDS,
  updatePlan,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { listedPlan, plan, planChange, planCreation } from "../schemas/plan.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Plans";

export const planRoutes = [
  route({
    method: "GET",
    path: "/plans",
    operationId: "listPlans",
    tag,
    summary: "List plans",
    scope: "read",
    list: { fields: PLAN_FIELDS },
    status: 200,
    response: paged(listedPlan),
    handle: async ({ context, list }) => pageOf(await listPlans(context, list), list),
  }),
  route({
    method: "GET",
    path: "/plans/:id",
    operationId: "getPlan",
    tag,
    summary: "Get a plan",
    scope: "read",
    params: byId,
    status: 200,
    response: plan,
    handle: ({ context, params }) => getPlan(context, params.id),
  }),
  route({
    method: "POST",
    path: "/plans",
    operationId: "createPlan",
    tag,
    summary: "Create a plan",
    description:
      "A price group may name a bundle: the group then takes the bundle's name, description and prices unless " +
      "you set them. All prices must be in the plan's currency, and each may appear only once.",
    scope: "write",
    takesCatalogKey: true,
    body: planCreation,
    status: 201,
    response: plan,
    async handle({ context, body, reply }) {
      const created = await createPlan(context, body);
      reply.header("Location", `/plans/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/plans/:id",
    operationId: "updatePlan",
    tag,
    summary: "Update a plan",
    description:
      "A merge patch; price groups are replaced as a whole. Subscriptions created from the plan do not change.",
    scope: "write",
    params: byId,
    body: planChange,
    status: 200,
    response: plan,
    handle: ({ context, params, body }) => updatePlan(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/plans/:id/archive",
    operationId: "archivePlan",
    tag,
    summary: "Archive a plan",
    description:
      "You cannot create subscriptions from an archived plan or change subscriptions to it. Existing " +
      "subscriptions do not change. Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: plan,
    handle: ({ context, params }) => archivePlan(context, params.id),
  }),
  route({
    method: "POST",
    path: "/plans/:id/unarchive",
    operationId: "unarchivePlan",
    tag,
    summary: "Unarchive a plan",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: plan,
    handle: ({ context, params }) => unarchivePlan(context, params.id),
  }),
];
