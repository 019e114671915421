import type { Plural } from "./plural.ts";

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
  /** What the buyer wants to find on invoices, such as a Leitweg-ID (BT-10). */
  readonly buyerReference: string;
  readonly amountDue: string;
  /** "{date}" stands for the date. */
  readonly dueOn: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** "{currency}" stands for the ISO 4217 code. */
  readonly amountIn: string;
  /** The same where the prices hold the tax: over all amounts, and in the small print of one line. */
  readonly amountInclTaxIn: string;
  readonly inclTax: string;
  /** What the lines come to with the tax in them; "{tax}" stands for a tax and its rate. */
  readonly totalOfItems: string;
  readonly includesTax: string;
  readonly netAmount: string;
  /** "{amount}" stands for what an invoice below zero gave. */
  readonly addedToCredit: string;
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
  readonly usageByDay: string;
  readonly day: string;
  /** "{count}" stands for how many. */
  readonly daysNotListed: string;
  readonly measuredOverPeriod: string;
  readonly item: string;
  /** "{page}" and "{pages}" stand for figures. */
  readonly pageOf: string;
  /** "{name}" stands for the seller: the description of the logo for those who cannot see it. */
  readonly logoOf: string;
  /** Headings of what is offered, and of what runs. */
  readonly quote: string;
  readonly contract: string;
  /** Beside the heading of a quote that was accepted. */
  readonly accepted: string;
  /** Label of the buyer on a quote. */
  readonly preparedFor: string;
  readonly quoteDate: string;
  /** "{date}" stands for the last day. */
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
  /** "{unit}" stands for the product's unit. */
  readonly perUnit: string;
  /** How the tiers of a price are read. */
  readonly volumeTiers: string;
  readonly graduatedTiers: string;
  /** "{amount}", "{quantity}", "{size}", "{expression}", "{discount}" and "{time}" stand for what they say. */
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
  /** "{interval}" stands for one of the words above. */
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
  /** Heading of the proof of a payment. */
  readonly receipt: string;
  readonly receiptNumber: string;
  readonly paymentDate: string;
  readonly paymentMethod: string;
  readonly paidOn: string;
  readonly amountReceived: string;
  readonly keptAsCredit: string;
  readonly amountRefunded: string;
  readonly paidHere: string;
  /** How a payment was made. */
  readonly bankTransfer: string;
  readonly card: string;
  readonly cash: string;
  readonly check: string;
  readonly directDebit: string;
  /** Heading of what is given back of an invoice. */
  readonly creditNote: string;
  readonly creditNoteNumber: string;
  readonly invoiceDate: string;
  /** "{number}" stands for the invoice's. */
  readonly forInvoice: string;
  readonly amountGivenBack: string;
  readonly appliedToInvoice: string;
  /** `{number}`: of the invoice. */
  readonly appliedToNumber: string;
  readonly returnedToPrepaid: string;
  readonly reason: string;
  /** When an invoice is to be paid; `{days}` from its issue. */
  readonly payableOnReceipt: string;
  readonly payableWithin: Plural;
  /** Lines that adjust others. */
  readonly discount: string;
  readonly toMinimum: string;
  readonly toMaximum: string;
  /** `{item}`: the price that was charged ahead. */
  readonly unused: string;
  /** `{period}`: when it was used. */
  readonly lateUsage: string;
  /** Usage whose values have no name. */
  readonly otherUsage: string;
  /** `{days}` charged of `{all}` days of a period. */
  readonly daysOf: Plural;
  /** How the amount of a usage line came about. */
  readonly tierNumber: string;
  readonly billedEarlier: string;
  readonly packages: string;
  readonly units: string;
  readonly events: string;
  readonly anyEvent: string;
  readonly volume: string;
  /** What stands in the place of a tax that is not charged, and then the legal reasons. */
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
  /** What a quantity is counted in: the heading of its column. */
  readonly unit: string;
  /** When the supply was made, or ends (BT-72). */
  readonly deliveryDate: string;
  /** Where an invoice is paid with a card or another online method, and where it can only be read. */
  readonly payOnline: string;
  readonly viewOnline: string;
  /** "{date}" stands for the last day. */
  readonly linkWorksUntil: string;
  /** Beside the QR code of a bank transfer, and for those who cannot see it; "{amount}" stands for what is due. */
  readonly scanToPay: string;
  readonly transferCode: string;
  /** What the fixed term of a quote is billed, and what is not in it. */
  readonly contractValue: string;
  readonly usageNotIncluded: string;
  /** Beside the total of fixed prices from which something is taken off later. */
  readonly beforeDiscounts: string;
  /** What the built-in table of tax rates calls a tax where the law of the place has no word of its own for it. */
  readonly salesTax: string;
  readonly consumptionTax: string;
  readonly vat: string;
  readonly unpriced: string;
  readonly divisionByZero: string;
  /** Of an invoice without a due date. */
  readonly payableAnyTime: string;
  /** The name of a contract that was given none. */
  readonly subscription: string;
}
