import type { EInvoiceProfile } from "@counterfoil/einvoice";
import type { StoredElectronicOutcome } from "@counterfoil/storage";
import { howToSet, memberToSet } from "./member-to-set.ts";

/** Whether an invoice or a credit note is valid XML of the profile with which it was issued. */
export interface EInvoiceStatus {
  profile: EInvoiceProfile;
  status: "ready" | "incomplete";
  /** Each rule that it breaks. Empty if it is ready. */
  missing: { rule: string; detail: string; member: string | null }[];
}

export function toEInvoiceStatus(stored: StoredElectronicOutcome | null): EInvoiceStatus | null {
  if (stored === null) return null;
  const { profile, broken } = stored;
  const missing = broken.map(({ rule, message, path }) => ({
    rule,
    detail: [message, howToSet(path)].filter((sentence) => sentence !== null).join(" "),
    member: memberToSet(path),
  }));
  return { profile, status: missing.length === 0 ? "ready" : "incomplete", missing };
}
