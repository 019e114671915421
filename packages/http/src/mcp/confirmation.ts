import { createHash } from "node:crypto";
import type { Secrets } from "@counterfoil/service";
import { HASH_CHARACTERS } from "../runs/effect.ts";
import type { McpCaller } from "./caller.ts";
import type { OperationInput } from "./input.ts";

/** How long a preview can be confirmed (R-MCP-1). */
export const VALID_MINUTES = 10;

/** What a token confirms. */
export interface Previewed {
  readonly operation: string;
  readonly input: OperationInput;
  /** The hash of what the operation would do. */
  readonly effectHash: string;
  /** The hash of what the preview showed besides. */
  readonly shownHash: string;
}

export type Confirmation =
  | { readonly kind: "invalid" }
  | { readonly kind: "other_input" }
  | {
      readonly kind: "confirmed";
      readonly effectHash: string;
      readonly shownHash: string;
      /** When the token expires, or expired. */
      readonly expiresAt: string;
      readonly isExpired: boolean;
      /** The Idempotency-Key of the write, so that a token has one effect. */
      readonly onceKey: string;
    };

const EXPIRY_DIGITS = 8;
const INPUT_CHARACTERS = 8;
const PAYLOAD = new RegExp(
  `^([0-9a-z]{${EXPIRY_DIGITS}})([\\w-]{${INPUT_CHARACTERS}})([\\w-]{${HASH_CHARACTERS}})([\\w-]{${HASH_CHARACTERS}})$`,
);

/**
 * The token of a preview. It contains its expiry and the hashes of the input and of the results, and is signed for the
 * organization and the key or connection. It is short, because models copy it.
 */
export function makeConfirmation(secrets: Secrets, from: McpCaller, previewed: Previewed, now: string) {
  const expires = Date.parse(now) + VALID_MINUTES * 60_000;
  const payload = [
    expires.toString(36).padStart(EXPIRY_DIGITS, "0"),
    inputHash(previewed),
    previewed.effectHash,
    previewed.shownHash,
  ].join("");
  const token = `${payload}.${secrets.sign(payload, placeOf(from))}`;
  return { token, expiresAt: new Date(expires).toISOString() };
}

/** Reads a token that came back with an operation and its input. */
export function readConfirmation(
  secrets: Secrets,
  from: McpCaller,
  { token, now, ...asked }: Pick<Previewed, "operation" | "input"> & { readonly token: string; readonly now: string },
): Confirmation {
  const [payload = "", signature = ""] = token.trim().split(".");
  const parts = PAYLOAD.exec(payload);
  if (parts === null || !secrets.isSigned(payload, signature, placeOf(from))) return { kind: "invalid" };
  const [, expiry = "", input, effectHash = "", shownHash = ""] = parts;
  if (input !== inputHash(asked)) return { kind: "other_input" };
  const expires = Number.parseInt(expiry, 36);
  return {
    kind: "confirmed",
    effectHash,
    shownHash,
    expiresAt: new Date(expires).toISOString(),
    isExpired: expires <= Date.parse(now),
    onceKey: `mcp-${createHash("sha256").update(`${payload}.${signature}`).digest("hex")}`,
  };
}

function inputHash({ operation, input }: Pick<Previewed, "operation" | "input">): string {
  const text = JSON.stringify([operation, input], (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
  return createHash("sha256").update(text).digest("base64url").slice(0, INPUT_CHARACTERS);
}

function placeOf({ caller }: McpCaller) {
  return {
    organizationId: caller.organizationId,
    holder: caller.connection?.id ?? caller.actor.id,
    name: "mcp_confirmation",
  };
}
