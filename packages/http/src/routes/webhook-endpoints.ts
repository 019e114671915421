import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  WEBHOOK_ENDPOINT_FIELDS,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import {
  secretRotation,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointChange,
  webhookEndpointCreation,
  webhookEndpointWithSecret,
} from "../schemas/webhook.ts";

const tag = "Webhooks";

export const webhookEndpointRoutes = [
  route({
    method: "GET",
    path: "/webhook-endpoints",
    operationId: "listWebhookEndpoints",
    tag,
    summary: "List webhook endpoints",
    scope: "admin",
    list: { fields: WEBHOOK_ENDPOINT_FIELDS },
    status: 200,
    response: paged(webhookEndpoint),
    handle: async ({ context, list }) => pageOf(await listWebhookEndpoints(context, list), list),
  }),
  route({
    method: "GET",
    path: "/webhook-endpoints/:id",
    operationId: "getWebhookEndpoint",
    tag,
    summary: "Get a webhook endpoint",
    scope: "admin",
    params: byId,
    status: 200,
    response: webhookEndpoint,
    handle: ({ context, params }) => getWebhookEndpoint(context, params.id),
  }),
  route({
    method: "POST",
    path: "/webhook-endpoints",
    operationId: "createWebhookEndpoint",
    tag,
    summary: "Create a webhook endpoint",
    description:
      "It is told of what happens from now on, by the conventions of Standard Webhooks. The secret that requests are signed with " +
      "is shown this once.",
    scope: "admin",
    refusals: ["secrets_unavailable"],
    body: webhookEndpointCreation,
    status: 201,
    response: webhookEndpointWithSecret,
    answersSecret: true,
    async handle({ context, body, reply }) {
      const created = await createWebhookEndpoint(context, body);
      reply.header("Location", `/webhook-endpoints/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/webhook-endpoints/:id",
    operationId: "updateWebhookEndpoint",
    tag,
    summary: "Change a webhook endpoint, or switch it off or on",
    description:
      "What waits is sent to the new address, and at once where it is switched on. What happened while it was off can be asked " +
      "for with redeliver.",
    scope: "admin",
    params: byId,
    body: webhookEndpointChange,
    status: 200,
    response: webhookEndpoint,
    handle: ({ context, params, body }) => updateWebhookEndpoint(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/webhook-endpoints/:id",
    operationId: "deleteWebhookEndpoint",
    tag,
    summary: "Delete a webhook endpoint",
    description: "Nothing is sent to it any more, also not what waits.",
    scope: "admin",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteWebhookEndpoint(context, params.id);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/webhook-endpoints/:id/rotate-secret",
    operationId: "rotateWebhookSecret",
    tag,
    summary: "Give a webhook endpoint another secret",
    description: "Until the overlap has ended, each request is signed by both. The new one is shown this once.",
    scope: "admin",
    refusals: ["secrets_unavailable"],
    params: byId,
    body: secretRotation,
    status: 200,
    response: webhookEndpointWithSecret,
    answersSecret: true,
    handle: ({ context, params, body }) => rotateWebhookSecret(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/webhook-endpoints/:id/test",
    operationId: "testWebhookEndpoint",
    tag,
    summary: "Send a test to a webhook endpoint",
    description: "Takes no body. Sends webhook_endpoint.test to this endpoint, whatever types it asks for.",
    scope: "admin",
    params: byId,
    status: 202,
    response: webhookDelivery,
    handle: ({ context, params }) => testWebhookEndpoint(context, params.id),
  }),
];
