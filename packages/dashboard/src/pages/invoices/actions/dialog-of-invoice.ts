import type { Invoice } from "@counterfoil/sdk";

export interface DialogOfInvoice {
  readonly invoice: Invoice;
  readonly onClose: () => void;
}
