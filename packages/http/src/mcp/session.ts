import type { Secrets } from "@counterfoil/service";
import type { Caller } from "../route.ts";

/** The longest name of a program that is stored. */
const MOST_CHARACTERS = 100;

/**
 * A session ID that contains the name that the program gave itself when it connected. Nothing is stored: any process can
 * read it, and it is signed for the key. Undefined if the server has no key to sign with.
 */
export function makeSession(secrets: Secrets, caller: Caller, agent: string): string | undefined {
  if (!secrets.canSeal) return undefined;
  const payload = Buffer.from(agent).toString("base64url");
  return `${payload}.${secrets.sign(payload, placeOf(caller))}`;
}

/** The program's name in a session ID. Undefined if the ID was not given to this key. */
export function readSession(secrets: Secrets, caller: Caller, id: string): string | undefined {
  const [payload = "", signature = ""] = id.split(".");
  if (!secrets.isSigned(payload, signature, placeOf(caller))) return undefined;
  return Buffer.from(payload, "base64url").toString("utf8");
}

/** `claude-code 2.1.0`, from what the program says about itself. Null if it says nothing. */
export function agentName(info: { readonly name?: unknown; readonly version?: unknown } | undefined): string | null {
  const text = [info?.name, info?.version].filter((part) => typeof part === "string").join(" ");
  return printable(text);
}

export function printable(text: string): string | null {
  const clean = text
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "")
    .trim()
    .slice(0, MOST_CHARACTERS)
    .toWellFormed();
  return clean === "" ? null : clean;
}

function placeOf({ organizationId, actor, connection }: Caller) {
  return { organizationId, holder: connection?.id ?? actor.id, name: "mcp_session" };
}
