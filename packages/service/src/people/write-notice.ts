import { instantText } from "@counterfoil/engine";
import { insertNotice, type NoticeKind } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { IdentityPorts } from "./identity.ts";

/** After that a notice tells nothing that its reader could still act on in time. */
const OPEN_HOURS = 72;

/** Lines up the mail that tells a person what was done with their sign-in. */
export async function writeNotice(
  { identity, clock, ids }: Pick<IdentityPorts, "identity" | "clock" | "ids">,
  personId: string,
  kind: NoticeKind,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const dueAt = clock.now();
  const expiresAt = instantText(Temporal.Instant.from(dueAt).add({ hours: OPEN_HOURS }));
  await insertNotice(identity.people, personId, { id: ids.next("letter"), kind, facts, dueAt, expiresAt });
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
