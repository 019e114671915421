import { verifyAudit } from "@counterfoil/service";
import type { AuditFault } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { DoctorCheck } from "./doctor-check.ts";

/** The audit log against its seals (R-AUDIT-1). */
export const auditCheck: DoctorCheck = {
  async run(context, { repairs, noted, onProgress }) {
    if (repairs) throw new CommandError("--repair does not go with --audit: what was changed in the log stays so.", 2);
    const { faults, head } = await verifyAudit(context, { ...readNoted(noted), onProgress });
    return {
      said: head === null ? "no seal yet" : `the last seal is ${head.number}:${head.hash}`,
      differences: faults.map(toText),
    };
  },
  sound:
    "The audit log is as it was sealed. Note the last seal elsewhere: it shows when the whole log is written anew.",
  differ: (count) => `${count} places of the audit log are not as they were sealed.`,
  repaired: (count) => `${count} places of the audit log are not as they were sealed.`,
};

function readNoted(text: string | undefined): { noted?: { number: string; hash: string } } {
  if (text === undefined) return {};
  const [, number = "", hash = ""] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === "") throw new CommandError("--noted is a last seal as --audit printed it: NUMBER:HASH.", 2);
  return { noted: { number, hash } };
}

function toText({ kind, id, seal }: AuditFault): string {
  switch (kind) {
    case "changed":
      return `${id} was changed after seal ${seal ?? ""}`;
    case "removed":
      return `${id} was removed after seal ${seal ?? ""}`;
    case "added":
      return `${id} was put in beside the platform: no seal holds it`;
    case "seal_broken":
      return `seal ${id} does not follow on the one before`;
    case "seal_missing":
      return `seal ${id} is missing`;
  }
}
