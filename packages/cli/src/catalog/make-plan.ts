import { createHash } from "node:crypto";
import type { Client } from "@counterfoil/sdk";
import { catalogText, type Change, decideChanges, type Decision } from "./decide-changes.ts";
import { sortedJson } from "./json.ts";
import { type NamedCatalog, nameObjects } from "./name-objects.ts";
import { type Effect, readEffects, withRefusals } from "./paying-accounts.ts";
import type { Entries } from "./read-catalog.ts";
import { readServer, type ServerCatalog } from "./server-catalog.ts";

/** What push would do, and the state of the server that this depends on. */
export interface Plan extends Decision {
  readonly changes: readonly PlannedChange[];
  readonly wanted: Entries;
  readonly server: ServerCatalog;
  readonly named: NamedCatalog;
  /** Hash of the server's catalog. */
  readonly serverFingerprint: string;
  /** Hash of the server's catalog and the changes. */
  readonly fingerprint: string;
}

export interface PlannedChange extends Change {
  /** Null for an object that does not exist yet. */
  readonly effect: Effect | null;
}

/** Reads the server and compares. `wanted` is complete. */
export async function makePlan(client: Client, wanted: Entries, read?: ServerCatalog): Promise<Plan> {
  const server = read ?? (await readServer(client));
  const named = nameObjects(server, wanted);
  const decision = decideChanges(wanted, named);
  const effects = await readEffects(client, decision.changes);
  const checked = await withRefusals(client, decision.changes, effects);
  const changes = checked.map((change, index) => ({ ...change, effect: effectAt(decision.changes, index, effects) }));
  const serverFingerprint = hash(catalogText(server.organization.id, named));
  const done = changes.map(({ action, section, key, id, members }) => ({
    action,
    section,
    key,
    id,
    members: members.map(({ member, before, after }) => ({ member, before, after })),
  }));
  return {
    ...decision,
    changes,
    wanted,
    server,
    named,
    serverFingerprint,
    fingerprint: hash(serverFingerprint + sortedJson(done)),
  };
}

function effectAt(
  changes: readonly Change[],
  index: number,
  effects: ReadonlyMap<Change, Effect | null>,
): Effect | null {
  const change = changes[index];
  return change === undefined ? null : (effects.get(change) ?? null);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Whether the server differs from the file, also in what push would not change. */
export function isDrift({ changes, unmanaged }: Pick<Plan, "changes" | "unmanaged">): boolean {
  return changes.length > 0 || unmanaged.length > 0;
}
