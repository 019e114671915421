import {
  type AuditFault,
  type AuditHead,
  checkAuditSeals,
  findAuditHead,
  findSealHash,
  findStrayEntries,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** The result of checking an audit log. */
export interface VerifiedAudit {
  readonly faults: readonly AuditFault[];
  /** The last seal, which should be recorded elsewhere. Null if nothing is sealed yet. */
  readonly head: AuditHead | null;
}

const SEALS_AT_ONCE = 100;
const STRAYS = 1_000;

/**
 * Checks an organization's audit log against its seals. Finds entries that were changed, removed or added since, and
 * seals that do not follow on each other. The seals alone cannot show that all of them were rewritten or the last ones
 * removed. `noted`, an earlier last seal recorded elsewhere, shows that if it is missing.
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
