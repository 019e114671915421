import { createFeature, FEATURE_FIELDS, getFeature, listFeatures, updateFeature } from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { feature, featureChange, featureCreation } from "../schemas/entitlement.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Entitlements";

export const featureRoutes = [
  route({
    method: "GET",
    path: "/features",
    operationId: "listFeatures",
    tag,
    summary: "List features",
    scope: "read",
    list: { fields: FEATURE_FIELDS },
    status: 200,
    response: paged(feature),
    handle: async ({ context, list }) => pageOf(await listFeatures(context, list), list),
  }),
  route({
    method: "GET",
    path: "/features/:id",
    operationId: "getFeature",
    tag,
    summary: "Get a feature by ID or key",
    scope: "read",
    params: byId,
    status: 200,
    response: feature,
    handle: ({ context, params }) => getFeature(context, params.id),
  }),
  route({
    method: "POST",
    path: "/features",
    operationId: "createFeature",
    tag,
    summary: "Create a feature",
    description:
      "Key and type cannot be changed later. With a `metricId`, the used quantity is the metric's usage. Without " +
      "one, it is the sum that checks settle.",
    scope: "write",
    body: featureCreation,
    status: 201,
    response: feature,
    async handle({ context, body, reply }) {
      const created = await createFeature(context, body);
      reply.header("Location", `/features/${created.key}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/features/:id",
    operationId: "updateFeature",
    tag,
    summary: "Update the name or metric of a feature",
    scope: "write",
    params: byId,
    body: featureChange,
    status: 200,
    response: feature,
    handle: ({ context, params, body }) => updateFeature(context, params.id, body),
  }),
];
