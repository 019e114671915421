import { createHash } from "node:crypto";
import type { AuditEntry, Ids } from "@counterfoil/service";

/** What an operation does: its response, and the changes that the audit log records. */
export interface Effect {
  readonly result: unknown;
  readonly changes: readonly EffectChange[];
}

export type EffectChange = Pick<AuditEntry, "action" | "objectId" | "changes">;

/** IDs that remember which ones they made. */
export interface NotedIds extends Ids {
  readonly made: ReadonlySet<string>;
}

export function noteIds(ids: Ids): NotedIds {
  const made = new Set<string>();
  return {
    made,
    next(prefix) {
      const id = ids.next(prefix);
      made.add(id);
      return id;
    },
  };
}

const ID = /\b([a-z]+)_[0-9a-z]{26}\b/g;
const NOW = "(now)";
/** A fingerprint in the audit log. It covers new IDs, so it differs each time; what else it covers is in the result. */
const FINGERPRINT = /"sha256:[0-9a-f]{64}"/g;
const NUMBERED_LATER = "(assigned when issued)";

/**
 * JSON that is the same each time an operation runs on the same data. New IDs become `new_inv_1` in the order of their
 * appearance, and the present time becomes `(now)`. A document that the run issues shows no number, because another
 * document may take it first.
 */
export function stableJson(value: unknown, { made }: NotedIds, now: string): string {
  const names = new Map<string, string>();
  const nameOf = (id: string, prefix: string) => {
    if (!made.has(id)) return id;
    const name = names.get(id) ?? `new_${prefix}_${names.size + 1}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(value)
    .replace(ID, nameOf)
    .replaceAll(JSON.stringify(now), JSON.stringify(NOW))
    .replace(FINGERPRINT, '"(fingerprint)"');
  return JSON.stringify(JSON.parse(text), (_name, member: unknown) =>
    isIssuedNow(member) ? { ...member, number: NUMBERED_LATER } : member,
  );
}

/** 72 bits: tells results apart, and is short enough for tokens that models copy. Tokens are signed. */
export const HASH_CHARACTERS = 12;

export function hashOf(stable: string): string {
  return createHash("sha256").update(stable).digest("base64url").slice(0, HASH_CHARACTERS);
}

function isIssuedNow(member: unknown): member is { readonly number: string } {
  if (typeof member !== "object" || member === null || !("number" in member)) return false;
  const { number, id, issueDate } = member as { number: unknown; id?: unknown; issueDate?: unknown };
  if (typeof number !== "string" || number === NUMBERED_LATER) return false;
  return (typeof id === "string" && id.startsWith("new_")) || issueDate === NOW;
}
