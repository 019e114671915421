import { findOwners, getOrganization, insertOauthConnection, insertOauthTokens } from "@counterfoil/storage";
import { instantText } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { type Context, transact } from "../context.ts";
import { DomainError, refuseFaults } from "../errors/index.ts";
import { writeKeyNotice } from "../letters/index.ts";
import { audit } from "../record.ts";
import { makeOauthToken, type OauthScope, sha256, toConnection } from "./connection.ts";

/** What a program asked for, validated. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly resource: string;
  readonly scopes: readonly OauthScope[];
}

export interface Grant {
  readonly request: AuthorizationRequest;
  /** What the person allows. At most what the program asked for. */
  readonly scopes: readonly OauthScope[];
  /** What the person's role allows. */
  readonly allowed: readonly string[];
}

const CODE_SECONDS = 60;

/**
 * Connects a program on behalf of a person. Returns the code, which the program exchanges for tokens within a minute. The
 * owners and the person are notified by mail, so that no one can secretly connect a program with a stolen session.
 */
export function grantConnection(context: Context, { request, scopes, allowed }: Grant): Promise<{ code: string }> {
  const { actor } = context;
  if (actor.type !== "person") {
    throw new DomainError("insufficient_scope", "Only a signed-in person can connect a program. API keys cannot.");
  }
  refuseExcess(request.scopes, scopes, allowed);
  return transact(context, async (work) => {
    const now = work.clock.now();
    const expiresAt = instantText(Temporal.Instant.from(now).add({ seconds: CODE_SECONDS }));
    const row = {
      id: work.ids.next("conn"),
      personId: actor.id,
      clientHash: sha256(request.clientId),
      clientName: request.clientName,
      redirectHost: new URL(request.redirectUri).host,
      scopes: [...new Set(scopes)],
      resource: request.resource,
      connectedAt: null,
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertOauthConnection(work.tx, row);
    const { token: code, hash } = makeOauthToken("code");
    const { redirectUri, codeChallenge } = request;
    await insertOauthTokens(work.tx, [
      { hash, connectionId: row.id, kind: "code", redirectUri, codeChallenge, expiresAt, usedAt: null, createdAt: now },
    ]);
    const owners = await findOwners(work.tx);
    const { name: organization } = await getOrganization(work.tx);
    if (work.identity !== undefined) {
      const by = owners.find(({ id }) => id === actor.id)?.email ?? `the person ${actor.id}`;
      const facts = { organization, client: request.clientName, scopes: row.scopes.join(", "), actor: by };
      for (const id of new Set([...owners.map((owner) => owner.id), actor.id])) await writeKeyNotice(work, id, facts);
    }
    const after = toConnection({ ...row, personName: null });
    await audit(work, { action: "oauth_connection.granted", objectId: row.id, after });
    return { code };
  });
}

function refuseExcess(asked: readonly string[], scopes: readonly string[], allowed: readonly string[]): void {
  const excess = scopes.find((scope) => !asked.includes(scope) || !allowed.includes(scope));
  if (excess === undefined) return;
  const detail = asked.includes(excess)
    ? `Your role does not have the scope ${excess}. Grant only scopes of your role.`
    : `The program did not ask for ${excess}. It asked for ${asked.join(", ")}.`;
  refuseFaults([{ pointer: "/scopes", code: "not_allowed", detail }]);
}
