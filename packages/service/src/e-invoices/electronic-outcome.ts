import { type BrokenRule, checkRules, type ElectronicInvoice } from "@counterfoil/einvoice";
import type { ElectronicLines } from "./electronic-lines.ts";

/** A document in the standard's words, or the rules that keep it from being one. */
export type ElectronicOutcome =
  | { readonly kind: "electronic"; readonly invoice: ElectronicInvoice }
  | { readonly kind: "incomplete"; readonly broken: readonly BrokenRule[] };

/** Holds what was written against the standard's rules, and against what could not be said at all. */
export function judgeElectronic(
  invoice: ElectronicInvoice,
  { withoutVat }: Pick<ElectronicLines, "withoutVat">,
): ElectronicOutcome {
  const broken = [
    ...withoutVat.map((path) => ({
      rule: "BR-CO-04",
      message: "A line has one VAT category and rate (BT-151, BT-152): several taxes on one line are no VAT.",
      path,
    })),
    ...checkRules(invoice),
  ];
  return broken.length === 0 ? { kind: "electronic", invoice } : { kind: "incomplete", broken };
}
