import type { Plural } from "./plural.ts";

/** The fixed texts of a document in one language. One file per language; a missing word does not compile. */
export interface Words {
  readonly invoice: string;
  /** Across the pages or next to the heading of a draft, void or paid invoice. */
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
  /** A reference that the buyer requires on invoices, such as a Leitweg-ID (BT-10). */
  readonly buyerReference: string;
  readonly amountDue: string;
  /** "{date}" is the due date. */
  readonly dueOn: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** "{currency}" is the ISO 4217 code. */
  readonly amountIn: string;
  /** The same if prices include tax: the heading of all amounts, and the small print of one line. */
  readonly amountInclTaxIn: string;
  readonly inclTax: string;
  /** The sum of the lines including tax. "{tax}" is the name and rate of a tax. */
  readonly totalOfItems: string;
  readonly includesTax: string;
  readonly netAmount: string;
  /** "{amount}" is the amount that an invoice below zero gave back. */
  readonly addedToCredit: string;
  /** Titles of lines that follow a group but do not belong to one. */
  readonly adjustments: string;
  readonly otherItems: string;
  readonly subtotal: string;
  /** "{base}" is the taxable amount. */
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
  /** The reference for a bank transfer. */
  readonly paymentReference: string;
  readonly memo: string;
  readonly notes: string;
  /** For tax IDs with a VAT country prefix, and for all others. */
  readonly vatId: string;
  readonly taxId: string;
  readonly usageDetail: string;
  readonly usageByDay: string;
  readonly day: string;
  /** "{count}" is the number of days. */
  readonly daysNotListed: string;
  readonly measuredOverPeriod: string;
  readonly item: string;
  /** "{page}" and "{pages}" are numbers. */
  readonly pageOf: string;
  /** "{name}" is the seller. The description of the logo for screen readers. */
  readonly logoOf: string;
  /** Headings of an offer, and of an active contract. */
  readonly quote: string;
  readonly contract: string;
  /** Next to the heading of an accepted quote. */
  readonly accepted: string;
  /** Label of the buyer on a quote. */
  readonly preparedFor: string;
  readonly quoteNumber: string;
  readonly quoteDate: string;
  /** "{date}" is the last day. */
  readonly validUntil: string;
  readonly contractStart: string;
  readonly contractEnd: string;
  readonly openEnded: string;
  readonly renewal: string;
  readonly automatic: string;
  readonly trial: string;
  readonly firstBilling: string;
  readonly paymentTerm: string;
  readonly onReceipt: string;
  readonly startingOn: string;
  /** How often a price is billed, in the middle of a line. */
  readonly daily: string;
  readonly weekly: string;
  readonly monthly: string;
  readonly quarterly: string;
  readonly semiAnnual: string;
  readonly yearly: string;
  readonly oneOff: string;
  readonly inAdvance: string;
  readonly inArrears: string;
  /** "{unit}" is the product's unit. */
  readonly perUnit: string;
  /** How tiers determine the price. */
  readonly volumeTiers: string;
  readonly graduatedTiers: string;
  /** The placeholders are "{amount}", "{quantity}", "{size}", "{expression}", "{discount}" and "{time}". */
  readonly flatFee: string;
  readonly prepaid: Plural;
  readonly packageOf: string;
  readonly included: string;
  readonly perEvent: string;
  readonly otherCombinations: string;
  readonly formula: string;
  readonly discountOf: string;
  readonly forTime: string;
  readonly minimumOf: string;
  readonly maximumOf: string;
  /** "{interval}" is one of the words above. */
  readonly fixedTotal: string;
  readonly features: string;
  readonly commercialTerms: string;
  readonly terms: string;
  readonly signature: string;
  readonly signedBy: string;
  readonly signedOn: string;
  readonly placeAndDate: string;
  readonly nameAndTitle: string;
  readonly documentHash: string;
  /** Heading of a payment receipt. */
  readonly receipt: string;
  readonly receiptNumber: string;
  readonly paymentDate: string;
  readonly paymentMethod: string;
  readonly paidOn: string;
  readonly amountReceived: string;
  readonly keptAsCredit: string;
  readonly amountRefunded: string;
  readonly paidHere: string;
  /** Payment methods. */
  readonly bankTransfer: string;
  readonly card: string;
  readonly cash: string;
  readonly check: string;
  readonly directDebit: string;
  /** Heading of a credit note. */
  readonly creditNote: string;
  readonly creditNoteNumber: string;
  readonly invoiceDate: string;
  /** "{number}" is the invoice number. */
  readonly forInvoice: string;
  readonly amountGivenBack: string;
  readonly appliedToInvoice: string;
  /** `{number}` is the invoice number. */
  readonly appliedToNumber: string;
  readonly returnedToPrepaid: string;
  readonly reason: string;
  /** When an invoice must be paid; `{days}` after its issue. */
  readonly payableOnReceipt: string;
  readonly payableWithin: Plural;
  /** Lines that adjust others. */
  readonly discount: string;
  readonly toMinimum: string;
  readonly toMaximum: string;
  /** `{item}` is the price that was charged in advance. */
  readonly unused: string;
  /** `{period}` is the period in which the usage happened. */
  readonly lateUsage: string;
  /** Usage whose group values have no name. */
  readonly otherUsage: string;
  /** `{days}` charged of `{all}` days of a period. */
  readonly daysOf: Plural;
  /** How the amount of a usage line was calculated. */
  readonly tierNumber: string;
  readonly billedEarlier: string;
  readonly packages: string;
  readonly units: string;
  readonly events: string;
  readonly anyEvent: string;
  readonly volume: string;
  /** Labels for a tax that is not charged, followed by the legal reasons. */
  readonly nameReverseCharge: string;
  readonly nameIntraCommunity: string;
  readonly nameExport: string;
  readonly nameNotTaxed: string;
  readonly nameExempt: string;
  readonly nameZeroRated: string;
  readonly nameNoSalesTax: string;
  readonly reverseCharge: string;
  readonly intraCommunity: string;
  readonly exported: string;
  readonly outsideScope: string;
  readonly suppliedAbroad: string;
  readonly exempt: string;
  readonly noSalesTax: string;
  /** Remarks about a line. */
  readonly fixedFeeInFull: string;
  readonly ratedAsZero: string;
  /** The heading of the column with the units of quantities. */
  readonly unit: string;
  /** The date of supply, or its last day (BT-72). */
  readonly deliveryDate: string;
  /** The link to the invoice's page, with or without online payment. */
  readonly payOnline: string;
  readonly viewOnline: string;
  /** "{date}" is the last day. */
  readonly linkWorksUntil: string;
  /**
   * The text next to the QR code of a bank transfer, and its description for screen readers. "{amount}" is the amount
   * due.
   */
  readonly scanToPay: string;
  readonly transferCode: string;
  /** The amount billed for the fixed term of a quote, and a remark on what it excludes. */
  readonly contractValue: string;
  readonly usageNotIncluded: string;
  /** Next to the total of fixed prices from which a discount is deducted later. */
  readonly beforeDiscounts: string;
  /** Names that the built-in table of tax rates uses where local law has no name for the tax. */
  readonly salesTax: string;
  readonly consumptionTax: string;
  readonly vat: string;
  readonly unpriced: string;
  readonly divisionByZero: string;
  /** For an invoice without a due date. */
  readonly payableAnyTime: string;
  /** The name of a contract without a name. */
  readonly subscription: string;
}
