/** The fixed texts of a document in one language. One file per language; a missing word does not compile. */
export interface Words {
  readonly invoice: string;
  /** Across the pages and beside the heading of a draft, a void or a paid invoice. */
  readonly draft: string;
  readonly void: string;
  readonly paid: string;
  readonly from: string;
  readonly billTo: string;
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly billingPeriod: string;
  readonly purchaseOrder: string;
  readonly amountDue: string;
  /** "{date}" stands for the date. */
  readonly dueOn: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** "{currency}" stands for the ISO 4217 code. */
  readonly amountIn: string;
  /** Titles of the lines that follow a group without belonging to one. */
  readonly adjustments: string;
  readonly otherItems: string;
  readonly subtotal: string;
  /** "{base}" stands for the taxable amount. */
  readonly taxOn: string;
  readonly taxSummary: string;
  readonly tax: string;
  readonly taxRate: string;
  readonly taxableAmount: string;
  readonly taxAmount: string;
  readonly total: string;
  readonly creditsApplied: string;
  readonly amountPaid: string;
  readonly paymentDetails: string;
  /** What to quote with a bank transfer. */
  readonly paymentReference: string;
  readonly memo: string;
  readonly notes: string;
  /** For tax ids that carry a VAT country prefix, and for all others. */
  readonly vatId: string;
  readonly taxId: string;
  readonly usageDetail: string;
  readonly item: string;
  /** "{page}" and "{pages}" stand for figures. */
  readonly pageOf: string;
  /** "{name}" stands for the seller: the description of the logo for those who cannot see it. */
  readonly logoOf: string;
}
