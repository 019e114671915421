import { type DatabaseHost, hostName } from "./database-address.ts";

/** What a server says about itself. */
export interface ServerRole {
  readonly kind: "primary" | "standby" | "read_only";
  /** The same for a primary and its standbys, and different for every other cluster. Null if the role may not read it. */
  readonly system: string | null;
  /** Each promotion begins a new one, so of two primaries the one with the higher timeline is the current one. Null for a standby. */
  readonly timeline: number | null;
}

/** One host as found, or why it did not answer. */
export type Found =
  { readonly host: DatabaseHost; readonly role: ServerRole } | { readonly host: DatabaseHost; readonly error: Error };

/** What this process has seen before. */
export interface Known {
  readonly system: string | null;
  /** The highest timeline so far; 0 before the first. */
  readonly timeline: number;
}

export type Choice =
  | { readonly kind: "found"; readonly host: DatabaseHost; readonly role: ServerRole }
  | { readonly kind: "none"; readonly reasons: readonly string[] }
  | { readonly kind: "different_clusters"; readonly systems: readonly string[] };

/**
 * Chooses the host to write to: the primary with the highest timeline. A primary that came back after another one was
 * promoted still accepts writes, but they would be lost, so it is never chosen.
 */
export function choosePrimary(found: readonly Found[], known: Known): Choice {
  const answered = found.filter((one) => "role" in one);
  const systems = new Set(answered.map(({ role }) => role.system).filter((system) => system !== null));
  if (known.system === null && systems.size > 1) {
    return {
      kind: "different_clusters",
      systems: answered.map(({ host, role }) => `${hostName(host)} is ${role.system ?? "unknown"}`),
    };
  }
  const own = answered.filter(({ role }) => !isForeign(role, known.system));
  const newest = Math.max(known.timeline, ...own.map(({ role }) => role.timeline ?? 0));
  const right = answered.find(({ role }) => faultOf(role, known.system, newest) === undefined);
  if (right !== undefined) return { kind: "found", ...right };
  return { kind: "none", reasons: found.map((one) => reasonOf(one, known.system, newest)) };
}

/** Why a server is not the one to write to; undefined if it is. */
export function faultOf(role: ServerRole, system: string | null, newestTimeline: number): string | undefined {
  if (isForeign(role, system)) return "belongs to another cluster";
  if (role.kind === "standby") return "is a standby";
  if (role.kind === "read_only") return "accepts only reads (default_transaction_read_only is on)";
  if (role.timeline !== null && role.timeline < newestTimeline) {
    return `is a former primary (timeline ${role.timeline}, but the current one is ${newestTimeline})`;
  }
  return undefined;
}

function isForeign(role: ServerRole, system: string | null): boolean {
  return system !== null && role.system !== null && role.system !== system;
}

function reasonOf(one: Found, system: string | null, newest: number): string {
  if ("error" in one) return `${hostName(one.host)}: ${one.error.message}`;
  return `${hostName(one.host)} ${faultOf(one.role, system, newest) ?? "is the primary"}`;
}
