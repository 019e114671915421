import { instantText } from "@counterfoil/engine";
import {
  extendOauthConnection,
  findOauthToken,
  type FoundOauthToken,
  insertOauthTokens,
  lockOauthConnection,
  useOauthToken,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { makeOauthToken, type OauthPorts, sha256 } from "./connection.ts";
import { decideExchange, type Exchange, type ExchangeError } from "./decide-exchange.ts";
import { endConnection } from "./manage-connections.ts";

export type Exchanged =
  | {
      readonly kind: "tokens";
      readonly accessToken: string;
      readonly refreshToken: string;
      readonly expiresInSeconds: number;
      readonly scopes: readonly string[];
    }
  | { readonly kind: "refused"; readonly error: ExchangeError; readonly description: string };

const ACCESS_SECONDS = 3_600;
/** A program that does not come back for so long is disconnected. */
const REFRESH_DAYS = 60;

/**
 * Exchanges a code or a refresh token for an access token and the next refresh token. The second use of either ends the
 * connection.
 */
export async function exchangeToken(ports: OauthPorts, asked: Exchange, requestId: string): Promise<Exchanged> {
  const { database, clock, ids } = ports;
  const hash = sha256(asked.kind === "code" ? asked.code : asked.refreshToken);
  const first = await findOauthToken(database, hash);
  const now = clock.now();
  const decision = decideExchange(first, asked, now);
  if (decision.kind === "refused" || first === undefined) return decision.kind === "refused" ? decision : UNKNOWN;
  const { organizationId, connectionId } = first;
  return database.transaction(organizationId, async (tx) => {
    const connection = await lockOauthConnection(tx, connectionId);
    if (connection === undefined) return UNKNOWN;
    // A concurrent exchange may have used it since it was read.
    const isFirst = decision.kind === "granted" && (await useOauthToken(tx, hash, now));
    if (!isFirst) {
      const actor = { type: "system", id: "oauth" } as const;
      await endConnection({ tx, clock, ids, actor, requestId, agent: connection.clientName }, connection);
      return REUSED[asked.kind];
    }
    return issueTokens(first, now, async (rows, expiresAt) => {
      await insertOauthTokens(tx, rows);
      await extendOauthConnection(tx, connectionId, now, expiresAt);
    });
  });
}

async function issueTokens(
  { connectionId, scopes }: FoundOauthToken,
  now: string,
  store: (rows: Parameters<typeof insertOauthTokens>[1], expiresAt: string) => Promise<void>,
): Promise<Exchanged> {
  const at = Temporal.Instant.from(now);
  const [access, refresh] = [makeOauthToken("access"), makeOauthToken("refresh")];
  const common = { connectionId, redirectUri: null, codeChallenge: null, usedAt: null, createdAt: now };
  const expiresAt = instantText(at.add({ hours: REFRESH_DAYS * 24 }));
  const accessExpiresAt = instantText(at.add({ seconds: ACCESS_SECONDS }));
  await store(
    [
      { ...common, hash: access.hash, kind: "access", expiresAt: accessExpiresAt },
      { ...common, hash: refresh.hash, kind: "refresh", expiresAt },
    ],
    expiresAt,
  );
  return {
    kind: "tokens",
    accessToken: access.token,
    refreshToken: refresh.token,
    expiresInSeconds: ACCESS_SECONDS,
    scopes,
  };
}

const UNKNOWN = refusal("The code or refresh token is unknown, revoked, or of another client.");
const REUSED = {
  code: refusal("The code was used before. The connection was revoked; ask the user to connect again."),
  refresh: refusal("The refresh token was used before. The connection was revoked; ask the user to connect again."),
};

function refusal(description: string): Exchanged {
  return { kind: "refused", error: "invalid_grant", description };
}
