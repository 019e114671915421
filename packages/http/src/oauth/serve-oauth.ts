import { type DomainError, exchangeToken, giveBackToken } from "@counterfoil/service";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { collectBody } from "../collect-body.ts";
import type { Ports } from "../ports.ts";
import { toDomainError } from "../problem.ts";
import type { RateLimits } from "../rate-limits.ts";
import {
  type Authorization,
  packAuthorization,
  readAuthorization,
  readRedirect,
  refuseOtherResource,
  responseAddress,
} from "./authorization.ts";
import { makeClientId, readClient, readRegistration } from "./client.ts";
import { type OauthErrorCode, OauthFailure } from "./oauth-failure.ts";
import { authorizationServerMetadata, offersOauth, resourceMetadata, serverAddresses } from "./server-addresses.ts";
import { readExchange, singleParameters } from "./token-request.ts";

const BODY_LIMIT_BYTES = 16 * 1024;
const options = { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES };

/**
 * The authorization server for `/mcp` (R-MCP-1): programs register, ask a person for access, and take tokens, according to
 * the authorization specification of MCP. The person decides on a page of the dashboard.
 */
export async function serveOauth(server: FastifyInstance, ports: Ports, limits: RateLimits): Promise<void> {
  if (!offersOauth(ports)) return;
  const { secrets, clock } = ports;
  const addressesOf = (request: FastifyRequest) => serverAddresses(ports, request);

  await server.register(async (scope) => {
    scope.setErrorHandler((error: Error, request, reply) => sendOauthError(error, request, reply));
    scope.addHook("onRequest", async (request, reply) => limits.admitStranger(request, reply));
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      async (request: FastifyRequest, payload: IncomingMessage) =>
        new URLSearchParams((await collectBody(request, payload)).toString("utf8")),
    );

    for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
      scope.get(path, options, async (request) => resourceMetadata(addressesOf(request)));
    }
    scope.get("/.well-known/oauth-authorization-server", options, async (request) =>
      authorizationServerMetadata(addressesOf(request)),
    );

    scope.post("/oauth/register", options, async ({ body }, reply) => {
      const client = readRegistration(body);
      return reply
        .status(201)
        .header("Cache-Control", "no-store")
        .send({
          client_id: makeClientId(secrets, client),
          client_id_issued_at: Math.floor(Date.parse(clock.now()) / 1000),
          client_name: client.name,
          redirect_uris: client.redirectUris,
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          token_endpoint_auth_method: "none",
        });
    });

    scope.get("/oauth/authorize", options, async (request, reply) => {
      const addresses = addressesOf(request);
      const parameters = singleParameters(new URLSearchParams(request.url.split("?")[1] ?? ""));
      const redirect = readRedirect(secrets, parameters);
      reply.header("Cache-Control", "no-store");
      let authorization: Authorization;
      try {
        authorization = readAuthorization(redirect, parameters, addresses);
      } catch (error) {
        if (!(error instanceof OauthFailure)) throw error;
        const members = { error: error.code, error_description: error.message };
        const { redirectUri } = redirect;
        return reply.redirect(
          responseAddress({ redirectUri, state: parameters["state"] ?? null }, addresses.issuer, members),
        );
      }
      const packed = packAuthorization(secrets, authorization, clock.now());
      return reply.redirect(`/app/authorize?request=${packed}`);
    });

    scope.post("/oauth/token", options, async (request, reply) => {
      const { resource } = addressesOf(request);
      const form = formOf(request);
      readClient(secrets, form["client_id"]);
      refuseOtherResource(form["resource"], resource);
      const exchange = readExchange(form, { clientId: form["client_id"] ?? "", resource });
      const exchanged = await exchangeToken(ports, exchange, request.id);
      if (exchanged.kind === "refused") throw new OauthFailure(exchanged.error, exchanged.description);
      return reply.header("Cache-Control", "no-store").send({
        access_token: exchanged.accessToken,
        token_type: "Bearer",
        expires_in: exchanged.expiresInSeconds,
        refresh_token: exchanged.refreshToken,
        scope: exchanged.scopes.join(" "),
      });
    });

    scope.post("/oauth/revoke", options, async (request, reply) => {
      const { token, client_id: clientId } = formOf(request);
      readClient(secrets, clientId);
      if (token === undefined) throw new OauthFailure("invalid_request", "token is missing.");
      await giveBackToken(ports, { token, clientId: clientId ?? "", requestId: request.id });
      return reply.header("Cache-Control", "no-store").send({});
    });
  });
}

function formOf({ body }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  if (body instanceof URLSearchParams) return singleParameters(body);
  throw new OauthFailure("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
}

/** Errors in the format of OAuth. An internal error discloses nothing. */
function sendOauthError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, description } = error instanceof OauthFailure ? ofFailure(error) : ofOther(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  return reply
    .status(status)
    .header("Cache-Control", "no-store")
    .type("application/json; charset=utf-8")
    .send({ error: code, error_description: description });
}

interface OauthAnswer {
  readonly status: number;
  readonly code: OauthErrorCode;
  readonly description: string;
}

function ofFailure({ code, message }: OauthFailure): OauthAnswer {
  return { status: code === "invalid_client" ? 401 : 400, code, description: message };
}

function ofOther(error: Error): OauthAnswer {
  const { status, message }: DomainError = toDomainError(error);
  if (status === 429 || status === 503) return { status, code: "temporarily_unavailable", description: message };
  return { status, code: status < 500 ? "invalid_request" : "server_error", description: message };
}
