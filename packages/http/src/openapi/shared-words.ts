import { PAYMENT_TERMS } from "@counterfoil/engine";
import { E_INVOICE_PROFILES, PAYMENT_METHODS } from "@counterfoil/service";

/** Enumerations that several resources share, so that they are not named after one of them. */
export const SHARED_WORDS: Readonly<Record<string, readonly string[]>> = {
  EInvoiceProfile: E_INVOICE_PROFILES,
  PaymentMethodType: PAYMENT_METHODS,
  PaymentTerms: PAYMENT_TERMS,
};
