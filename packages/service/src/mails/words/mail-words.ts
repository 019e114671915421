import type { MailKind } from "@counterfoil/storage";

/** What one kind of mail says. Placeholders and sections as in every template. */
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
    readonly ContractName: string;
    readonly ContractStart: string;
    readonly ExpiryDate: string;
  };
  /** Of an invoice, and of the receipt of a payment. */
  readonly attached: string;
  readonly receiptAttached: string;
  /** What the button of a quote says. */
  readonly openQuote: string;
  /** What the button of an invoice says, until when it works, and what stands beside the QR code of a bank transfer. */
  readonly openInvoice: string;
  readonly linkWorksUntil: string;
  readonly scanToPay: string;
  readonly questions: string;
  readonly kinds: Readonly<Record<MailKind, MailText>>;
}
