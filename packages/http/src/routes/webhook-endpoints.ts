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
      "The endpoint receives notifications of everything that happens from now on, following Standard Webhooks. " +
      "The response contains the secret that signs the requests. Counterfoil never shows it again.",
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
    summary: "Update a webhook endpoint",
    description:
      "You can also turn the endpoint off and on. Pending deliveries go to the new address, and are sent " +
      "immediately when you turn the endpoint on. To send what happened while it was off, use redeliver.",
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
    description: "Counterfoil sends nothing more to the endpoint, including pending deliveries.",
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
    summary: "Rotate the secret of a webhook endpoint",
    description:
      "Until the overlap ends, Counterfoil signs each request with both secrets. Only this response shows the new " +
      "secret.",
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
    description: "Takes no body. Sends `webhook_endpoint.test` to this endpoint, regardless of its event types.",
    scope: "admin",
    params: byId,
    status: 202,
    response: webhookDelivery,
    handle: ({ context, params }) => testWebhookEndpoint(context, params.id),
  }),
];
