import { type BrokenRule, type EInvoiceProfile, PROFILE_NAMES, writeCii, writeUbl } from "@counterfoil/einvoice";
import { DomainError, type Fault } from "../errors/index.ts";
import { fileNameOf } from "../documents/index.ts";
import type { ElectronicOutcome } from "./electronic-outcome.ts";
import { howToSet } from "../e-invoice-fields/index.ts";

export const E_INVOICE_FORMATS = ["cii", "ubl"] as const;
export type EInvoiceFormat = (typeof E_INVOICE_FORMATS)[number];

/** The requested form. Default: the profile with which the document was issued, and the syntax of the profile. */
export interface ElectronicForm {
  readonly format?: EInvoiceFormat | undefined;
  readonly profile?: EInvoiceProfile | undefined;
}

/** A document as XML of EN 16931. */
export interface ElectronicFile {
  readonly xml: string;
  readonly fileName: string;
}

/** @throws DomainError `e_invoice_incomplete` naming each rule that the document breaks. */
export function electronicFile(
  outcome: ElectronicOutcome,
  { format, profile }: ElectronicForm & { readonly profile: EInvoiceProfile },
  { what, number }: { readonly what: "invoice" | "credit note"; readonly number: string },
): ElectronicFile {
  if (outcome.kind === "incomplete") throw incomplete(what, profile, outcome.broken);
  // The Peppol network accepts UBL.
  const write = { cii: writeCii, ubl: writeUbl }[format ?? (profile === "peppol" ? "ubl" : "cii")];
  return { xml: write(outcome.invoice), fileName: `${fileNameOf(number)}.xml` };
}

function incomplete(what: string, profile: EInvoiceProfile, broken: readonly BrokenRule[]): DomainError {
  const rules = [...new Set(broken.map(({ rule }) => rule))].join(", ");
  const detail = `The ${what} does not follow ${PROFILE_NAMES[profile].name}: see errors (${rules}).`;
  return new DomainError("e_invoice_incomplete", detail, broken.map(toFault));
}

/** The pointer refers to the standard's model. docs/e-invoicing.md maps it to members of the API. */
function toFault({ rule, message, path }: BrokenRule): Fault {
  const detail = [`${rule}: ${message}`, howToSet(path)].filter((sentence) => sentence !== null).join(" ");
  return { pointer: path, code: rule.toLowerCase().replaceAll("-", "_"), detail };
}
