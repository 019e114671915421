import { API_KEY_FIELDS, createApiKey, getApiKey, listApiKeys, revokeApiKey, SCOPES } from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { byId, instant, instantInput, name, nullable, oneOf, record } from "../schemas/schema.ts";

const tag = "API keys";

const members = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: "The first characters of the key." }),
  scopes: Type.Array(oneOf(SCOPES)),
  expiresAt: nullable(instant),
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
  createdBy: nullable(Type.String({ description: "The person or key that created it. Null if a command created it." })),
  createdAt: instant,
  updatedAt: instant,
};
const apiKey = record(members);
const createdApiKey = record({
  ...members,
  token: Type.String({ description: "The key. Only this response shows it." }),
});

export const apiKeyRoutes = [
  route({
    method: "GET",
    path: "/api-keys",
    operationId: "listApiKeys",
    tag,
    summary: "List API keys",
    scope: "admin",
    list: { fields: API_KEY_FIELDS },
    status: 200,
    response: paged(apiKey),
    handle: async ({ context, list }) => pageOf(await listApiKeys(context, list), list),
  }),
  route({
    method: "GET",
    path: "/api-keys/:id",
    operationId: "getApiKey",
    tag,
    summary: "Get an API key",
    scope: "admin",
    params: byId,
    status: 200,
    response: apiKey,
    handle: ({ context, params }) => getApiKey(context, params.id),
  }),
  route({
    method: "POST",
    path: "/api-keys",
    operationId: "createApiKey",
    tag,
    summary: "Create an API key",
    description: "The response contains the token. Counterfoil never shows it again.",
    scope: "admin",
    body: record({
      name: name(),
      scopes: Type.Array(oneOf(SCOPES), { minItems: 1 }),
      expiresAt: Type.Optional(nullable(instantInput)),
    }),
    status: 201,
    answersSecret: true,
    response: createdApiKey,
    async handle({ context, body, reply }) {
      const created = await createApiKey(context, body);
      reply.header("Location", `/api-keys/${created.id}`);
      return created;
    },
  }),
  route({
    method: "DELETE",
    path: "/api-keys/:id",
    operationId: "revokeApiKey",
    tag,
    summary: "Revoke an API key",
    description: "Takes effect immediately. Revoking a revoked key has no effect.",
    scope: "admin",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await revokeApiKey(context, params.id);
      return null;
    },
  }),
];
