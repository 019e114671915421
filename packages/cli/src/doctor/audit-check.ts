import { verifyAudit } from "@counterfoil/service";
import type { AuditFault } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { DoctorCheck } from "./doctor-check.ts";

/** Checks the audit log against its seals (R-AUDIT-1). */
export const auditCheck: DoctorCheck = {
  async run(context, { repairs, noted, onProgress }) {
    if (repairs)
      throw new CommandError("--repair does not work with --audit: changes to the audit log cannot be undone.", 2);
    const { faults, head } = await verifyAudit(context, { ...readNoted(noted), onProgress });
    return {
      said: head === null ? "no seal yet" : `the last seal is ${head.number}:${head.hash}`,
      differences: faults.map(toText),
    };
  },
  sound:
    "The audit log matches its seals. Note the last seal outside the database: only it reveals a fully rewritten log.",
  differ: (count) => `${count} places in the audit log do not match its seals.`,
  repaired: (count) => `${count} places in the audit log do not match its seals.`,
};

function readNoted(text: string | undefined): { noted?: { number: string; hash: string } } {
  if (text === undefined) return {};
  const [, number = "", hash = ""] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === "") throw new CommandError("--noted must be a last seal as --audit printed it: NUMBER:HASH.", 2);
  return { noted: { number, hash } };
}

function toText({ kind, id, seal }: AuditFault): string {
  switch (kind) {
    case "changed":
      return `${id} was changed after seal ${seal ?? ""}`;
    case "removed":
      return `${id} was removed after seal ${seal ?? ""}`;
    case "added":
      return `${id} was added outside Counterfoil: no seal covers it`;
    case "seal_broken":
      return `seal ${id} does not continue the previous one`;
    case "seal_missing":
      return `seal ${id} is missing`;
  }
}
