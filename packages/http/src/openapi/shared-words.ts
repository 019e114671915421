import { PAYMENT_TERMS } from "@counterfoil/engine";
import { E_INVOICE_PROFILES, PAYMENT_METHODS } from "@counterfoil/service";

/** Lists of words that several resources have, so that none of them gives its own name to one. */
export const SHARED_WORDS: Readonly<Record<string, readonly string[]>> = {
  EInvoiceProfile: E_INVOICE_PROFILES,
  PaymentMethodType: PAYMENT_METHODS,
  PaymentTerms: PAYMENT_TERMS,
};
