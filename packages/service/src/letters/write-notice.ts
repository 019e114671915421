import { instantText } from "@counterfoil/engine";
import { insertKeyNotice, insertNotice, type NoticeKind } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import type { IdentityPorts } from "../authentication/index.ts";

/** After that a notice tells nothing that its reader could still act on in time. */
const OPEN_HOURS = 72;

/** Lines up the mail that tells a person what was done with their sign-in. */
export async function writeNotice(
  { identity, clock, ids }: Pick<IdentityPorts, "identity" | "clock" | "ids">,
  personId: string,
  kind: NoticeKind,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  await insertNotice(identity.people, personId, { id: ids.next("letter"), kind, facts, ...openFrom(clock.now()) });
}

/** The same of a new API key, to a member, in the transaction that makes the key. */
export async function writeKeyNotice(
  { tx, clock, ids }: Pick<Work, "tx" | "clock" | "ids">,
  personId: string,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  await insertKeyNotice(tx, personId, { id: ids.next("letter"), facts, ...openFrom(clock.now()) });
}

function openFrom(now: string): { nextAttemptAt: string; expiresAt: string } {
  return { nextAttemptAt: now, expiresAt: instantText(Temporal.Instant.from(now).add({ hours: OPEN_HOURS })) };
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** `Firefox on Windows`. The header User-Agent is whatever its sender wrote, so none of its words are repeated. */
export function browserName(userAgent = ""): string {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return system === undefined ? "an unknown browser" : `an unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
