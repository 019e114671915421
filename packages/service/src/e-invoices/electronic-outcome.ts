import {
  type BrokenRule,
  checkProfile,
  type EInvoiceProfile,
  type ElectronicInvoice,
  inProfile,
} from "@counterfoil/einvoice";
import type { ElectronicLines } from "./electronic-lines.ts";

/** A document in the words of the standard and a profile, or the rules that keep it from being one. */
export type ElectronicOutcome =
  | { readonly kind: "electronic"; readonly invoice: ElectronicInvoice }
  | { readonly kind: "incomplete"; readonly broken: readonly BrokenRule[] };

/** Holds what was written against the rules of the standard and the profile, and against what could not be said at all. */
export function judgeElectronic(
  told: ElectronicInvoice,
  { withoutVat }: Pick<ElectronicLines, "withoutVat">,
  profile: EInvoiceProfile,
): ElectronicOutcome {
  const invoice = inProfile(told, profile);
  const broken = [
    ...withoutVat.map((path) => ({
      rule: "BR-CO-04",
      message: "A line has one VAT category and rate (BT-151, BT-152): several taxes on one line are no VAT.",
      path,
    })),
    ...checkProfile(invoice, profile),
  ];
  return broken.length === 0 ? { kind: "electronic", invoice } : { kind: "incomplete", broken };
}
