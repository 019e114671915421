import type { References } from "@counterfoil/einvoice";

/** A document that refers to none of the standard's others. */
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
