import type { References } from "@counterfoil/einvoice";

/** A document without any of the standard's references. */
export const NO_REFERENCES: References = {
  project: null,
  contract: null,
  purchaseOrder: null,
  salesOrder: null,
  receivingAdvice: null,
  despatchAdvice: null,
  tender: null,
  invoicedObject: null,
  buyerAccounting: null,
};
