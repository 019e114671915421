import { instantText } from "@counterfoil/engine";
import { insertKeyNotice, insertMentionNotice, insertNotice, type NoticeKind } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import type { IdentityPorts } from "../authentication/index.ts";

/** After this time a notice is too old for its reader to act on. */
const OPEN_HOURS = 72;

/** Queues a mail that notifies a person about a change of their sign-in. */
export async function writeNotice(
  { identity, clock, ids }: Pick<IdentityPorts, "identity" | "clock" | "ids">,
  personId: string,
  kind: NoticeKind,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  await insertNotice(identity.people, personId, { id: ids.next("letter"), kind, facts, ...openFrom(clock.now()) });
}

/** The same for a new API key, to a member, in the transaction that creates the key. */
export async function writeKeyNotice(
  { tx, clock, ids }: Pick<Work, "tx" | "clock" | "ids">,
  personId: string,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  await insertKeyNotice(tx, personId, { id: ids.next("letter"), facts, ...openFrom(clock.now()) });
}

/** The same for a mention in a note, to a member, in the transaction that writes the note. */
export async function writeMentionNotice(
  { tx, clock, ids }: Pick<Work, "tx" | "clock" | "ids">,
  personId: string,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  await insertMentionNotice(tx, personId, { id: ids.next("letter"), facts, ...openFrom(clock.now()) });
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

/** `Firefox on Windows`. The sender controls the User-Agent header, so none of its words are repeated. */
export function browserName(userAgent = ""): string {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return system === undefined ? "an unknown browser" : `an unknown browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
