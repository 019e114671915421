import type { Invoice, PaymentTerms } from "@counterfoil/sdk";

/** The members of an invoice besides its lines, in the form. */
export interface TermsDraft {
  readonly description: string;
  readonly purchaseOrderNumber: string;
  readonly buyerReference: string;
  readonly paymentTerms: PaymentTerms | "";
  readonly dueDate: string;
  readonly memo: string;
  readonly footer: string;
}

export const NO_TERMS: TermsDraft = {
  description: "",
  purchaseOrderNumber: "",
  buyerReference: "",
  paymentTerms: "",
  dueDate: "",
  memo: "",
  footer: "",
};

export function termsOf(invoice: Invoice): TermsDraft {
  return {
    description: invoice.description ?? "",
    purchaseOrderNumber: invoice.purchaseOrderNumber ?? "",
    buyerReference: invoice.buyerReference ?? "",
    paymentTerms: invoice.paymentTerms,
    dueDate: "",
    memo: invoice.memo ?? "",
    footer: invoice.footer ?? "",
  };
}

export function toTermsBody(terms: TermsDraft) {
  const text = (value: string) => (value.trim() === "" ? null : value.trim());
  return {
    description: text(terms.description),
    purchaseOrderNumber: text(terms.purchaseOrderNumber),
    buyerReference: text(terms.buyerReference),
    ...(terms.paymentTerms !== "" && { paymentTerms: terms.paymentTerms }),
    ...(terms.dueDate !== "" && { dueDate: terms.dueDate }),
    memo: text(terms.memo),
    footer: text(terms.footer),
  };
}
