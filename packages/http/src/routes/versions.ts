import {
  createVersion,
  deleteVersion,
  getCurrentVersion,
  getVersion,
  listVersions,
  publishVersion,
  updateVersion,
  VERSION_FIELDS,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { byId, inPath, record, resourceId } from "../schemas/schema.ts";
import { version, versionInput } from "../schemas/subscription.ts";

const tag = "Subscription versions";
const byVersion = Type.Object({ id: resourceId, versionId: inPath("The ID of the version.") });

export const versionRoutes = [
  route({
    method: "GET",
    path: "/subscriptions/:id/versions",
    operationId: "listSubscriptionVersions",
    tag,
    summary: "List the versions of a subscription",
    description: "Returns all versions, ordered by start date, unless you set `page` or `limit`.",
    scope: "read",
    params: byId,
    list: { fields: VERSION_FIELDS, unpagedByDefault: true },
    status: 200,
    response: record({ versions: Type.Array(version) }),
    handle: async ({ context, params, list }) => ({ versions: (await listVersions(context, params.id, list)).rows }),
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/versions/current",
    operationId: "getCurrentSubscriptionVersion",
    tag,
    summary: "Get the current version",
    description:
      "Before the first version starts, returns that version. Returns 404 if the subscription has no published " +
      "version.",
    scope: "read",
    params: byId,
    status: 200,
    response: version,
    handle: ({ context, params }) => getCurrentVersion(context, params.id),
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/versions/:versionId",
    operationId: "getSubscriptionVersion",
    tag,
    summary: "Get a version",
    scope: "read",
    params: byVersion,
    status: 200,
    response: version,
    handle: ({ context, params }) => getVersion(context, params.id, params.versionId),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/versions",
    operationId: "createSubscriptionVersion",
    tag,
    summary: "Create a draft version",
    description: "Send `priceGroups`, or `prices` and `priceBundles`. `newPrices` creates prices in the same call.",
    scope: "write",
    params: byId,
    body: versionInput,
    status: 201,
    response: version,
    async handle({ context, params, body, reply }) {
      const created = await createVersion(context, params.id, body);
      reply.header("Location", `/subscriptions/${params.id}/versions/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/subscriptions/:id/versions/:versionId",
    operationId: "updateSubscriptionVersion",
    tag,
    summary: "Update a draft version",
    scope: "write",
    params: byVersion,
    body: versionInput,
    status: 200,
    response: version,
    handle: ({ context, params, body }) => updateVersion(context, params.id, params.versionId, body),
  }),
  route({
    method: "DELETE",
    path: "/subscriptions/:id/versions/:versionId",
    operationId: "deleteSubscriptionVersion",
    tag,
    summary: "Delete a draft version",
    scope: "write",
    params: byVersion,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteVersion(context, params.id, params.versionId);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/versions/:versionId/publish",
    operationId: "publishSubscriptionVersion",
    tag,
    summary: "Publish a draft version",
    scope: "write",
    params: byVersion,
    status: 200,
    response: version,
    handle: ({ context, params }) => publishVersion(context, params.id, params.versionId),
  }),
];
