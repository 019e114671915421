import {
  type AuditFault,
  type AuditHead,
  checkAuditSeals,
  findAuditHead,
  findSealHash,
  findStrayEntries,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** What the check of an audit log came to. */
export interface VerifiedAudit {
  readonly faults: readonly AuditFault[];
  /** The last seal, to be noted elsewhere; null where nothing was sealed yet. */
  readonly head: AuditHead | null;
}

const SEALS_AT_ONCE = 100;
const STRAYS = 1_000;

/**
 * Holds an organization's audit log against its seals: entries that were changed, removed or added since, and seals that no longer
 * follow on each other. What no seal can show is that all of them were written anew, or the last ones removed: that shows when
 * `noted`, a last seal that was noted elsewhere, is no longer among them.
 */
export async function verifyAudit(
  context: Context,
  options: { noted?: AuditHead; onProgress?: (share: number) => void } = {},
): Promise<VerifiedAudit> {
  const { noted, onProgress = () => undefined } = options;
  const head = (await read(context, findAuditHead)) ?? null;
  const last = Number(head?.number ?? 0);
  const faults: AuditFault[] = [];
  for (let after = 0; after < last; after += SEALS_AT_ONCE) {
    const upTo = Math.min(after + SEALS_AT_ONCE, last);
    faults.push(...(await read(context, (tx) => checkAuditSeals(tx, after, upTo))));
    onProgress(upTo / last);
  }
  faults.push(...(await read(context, (tx) => findStrayEntries(tx, STRAYS))));
  if (noted !== undefined && (await read(context, (tx) => findSealHash(tx, noted.number))) !== noted.hash) {
    faults.push({ kind: "seal_broken", id: noted.number, seal: noted.number });
  }
  return { faults, head };
}
