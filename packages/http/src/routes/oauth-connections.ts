import {
  DomainError,
  getOauthConnection,
  grantConnection,
  listOauthConnections,
  OAUTH_CONNECTION_FIELDS,
  OAUTH_SCOPES,
  revokeOauthConnection,
} from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { responseAddress, unpackAuthorization } from "../oauth/authorization.ts";
import { isLoopback } from "../oauth/redirect-uris.ts";
import { serverAddresses } from "../oauth/server-addresses.ts";
import { route } from "../route.ts";
import { byId, instant, nullable, oneOf, record } from "../schemas/schema.ts";

const tag = "API keys";
const clientName = Type.String({ description: "What the program said about itself. Not verified." });
const redirectHost = Type.String({ description: "The host that receives the code." });
const packed = Type.String({
  minLength: 1,
  maxLength: 16_384,
  description: "The `request` parameter with which `/oauth/authorize` opens the page of consent.",
});
const scopes = Type.Array(oneOf(OAUTH_SCOPES), { minItems: 1 });
const address = (description: string) => Type.String({ format: "uri", description });

const oauthConnection = record(
  {
    id: Type.String(),
    clientName,
    redirectHost,
    scopes: Type.Array(oneOf(OAUTH_SCOPES)),
    personId: Type.String({ description: "The person who connected the program. It acts as this person." }),
    personName: nullable(Type.String({ description: "Null if the person is no longer a member." })),
    connectedAt: nullable(Type.String({ format: "date-time", description: "When the program took its first tokens." })),
    lastUsedAt: nullable(instant),
    expiresAt: Type.String({ format: "date-time", description: "When it ends if the program is not used until then." }),
    revokedAt: nullable(instant),
    createdAt: instant,
    updatedAt: instant,
  },
  { title: "OauthConnection" },
);

export const oauthConnectionRoutes = [
  route({
    method: "GET",
    path: "/oauth-connections",
    operationId: "listOauthConnections",
    tag,
    summary: "List OAuth connections",
    description: "Programs that people connected to `/mcp` with OAuth. Ended ones stay in the list for 30 days.",
    scope: "admin",
    list: { fields: OAUTH_CONNECTION_FIELDS },
    status: 200,
    response: paged(oauthConnection),
    handle: async ({ context, list }) => pageOf(await listOauthConnections(context, list), list),
  }),
  route({
    method: "GET",
    path: "/oauth-connections/:id",
    operationId: "getOauthConnection",
    tag,
    summary: "Get an OAuth connection",
    scope: "admin",
    params: byId,
    status: 200,
    response: oauthConnection,
    handle: ({ context, params }) => getOauthConnection(context, params.id),
  }),
  route({
    method: "POST",
    path: "/oauth-connections/request",
    operationId: "readOauthConnectionRequest",
    tag,
    summary: "Read the request of a program",
    description: "What the page of consent shows: who asks, and for what.",
    scope: "session",
    body: record({ request: packed }),
    status: 200,
    response: record({
      clientName,
      redirectHost,
      isLocal: Type.Boolean({ description: "Whether the code goes to a program on the person's own machine." }),
      scopes: Type.Array(oneOf(OAUTH_SCOPES)),
      refuseTo: address("Opens the program and tells it that the person refused."),
    }),
    async handle({ context, body, request }) {
      const asked = unpackAuthorization(context.secrets, body.request, context.clock.now());
      const { issuer } = serverAddresses(context, request);
      const url = new URL(asked.redirectUri);
      const members = { error: "access_denied", error_description: "The user refused." };
      const refuseTo = responseAddress(asked, issuer, members);
      return {
        clientName: asked.clientName,
        redirectHost: url.host,
        isLocal: isLoopback(url),
        scopes: [...asked.scopes],
        refuseTo,
      };
    },
  }),
  route({
    method: "POST",
    path: "/oauth-connections",
    operationId: "createOauthConnection",
    tag,
    summary: "Connect a program",
    description: "Only a signed-in person can connect a program, on the page of consent.",
    scope: "admin",
    body: record({ request: packed, scopes }),
    status: 201,
    hasLocation: false,
    answersSecret: true,
    response: record({ redirectTo: address("Opens the program with the code that it exchanges for tokens.") }),
    async handle({ context, body, request }) {
      const { scopes: allowed = [], session } = request.caller;
      if (session === undefined) {
        throw new DomainError("insufficient_scope", "Only a signed-in person can connect a program. API keys cannot.");
      }
      const asked = unpackAuthorization(context.secrets, body.request, context.clock.now());
      const { code } = await grantConnection(context, { request: asked, scopes: body.scopes, allowed });
      return { redirectTo: responseAddress(asked, serverAddresses(context, request).issuer, { code }) };
    },
  }),
  route({
    method: "DELETE",
    path: "/oauth-connections/:id",
    operationId: "revokeOauthConnection",
    tag,
    summary: "Revoke an OAuth connection",
    description: "Takes effect immediately. Revoking a revoked connection has no effect.",
    scope: "admin",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await revokeOauthConnection(context, params.id);
      return null;
    },
  }),
];
