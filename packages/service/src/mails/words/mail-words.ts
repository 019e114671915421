import type { MailKind } from "@counterfoil/storage";

/** The texts of one kind of mail, with placeholders and sections as in every template. */
export interface MailText {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

/** The fixed texts of the built-in templates in one language. */
export interface MailWords {
  /** With the recipient's name, and without. */
  readonly greeting: readonly [named: string, plain: string];
  readonly labels: {
    readonly InvoiceNumber: string;
    readonly InvoiceDate: string;
    readonly DueDate: string;
    readonly BillingPeriod: string;
    readonly PurchaseOrderNumber: string;
    readonly Total: string;
    readonly AmountDue: string;
    readonly AmountCredited: string;
    readonly ReceiptNumber: string;
    readonly PaymentDate: string;
    readonly PaymentMethod: string;
    readonly PaymentAmount: string;
    readonly QuoteNumber: string;
    readonly ContractName: string;
    readonly ContractStart: string;
    readonly ExpiryDate: string;
  };
  /** For an invoice, and for a payment receipt. */
  readonly attached: string;
  readonly receiptAttached: string;
  /** The label of a quote's button. */
  readonly openQuote: string;
  /**
   * The label of an invoice's button, the time until which it works, and the text next to the QR code of a bank
   * transfer.
   */
  readonly openInvoice: string;
  readonly linkWorksUntil: string;
  readonly scanToPay: string;
  readonly questions: string;
  readonly kinds: Readonly<Record<MailKind, MailText>>;
}
