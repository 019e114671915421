import { PAYMENT_STATUSES, SHOWN_INVOICE_STATUSES } from "@counterfoil/service";
import Type from "typebox";
import { address } from "./account.ts";
import { brand } from "./brand.ts";
import { invoice } from "./invoice.ts";
import { currency, decimal, instant, instantInput, nullable, oneOf, record } from "./schema.ts";

const { paymentTerms, taxes, lineItems, timezone, linesTotal, amountCredited, creditedTo } = invoice.properties;

export const invoiceLinkCreation = record({
  expiresAt: Type.Optional(nullable(instantInput)),
});

export const invoiceLink = record({
  hostedInvoiceUrl: Type.String({ description: "Where whoever has it sees and pays the invoice." }),
  id: Type.String({ description: "What the link is revoked by. It opens nothing." }),
  token: Type.String({ description: "Shown once." }),
  expiresAt: instant,
});

export const shownInvoiceLink = record({
  id: Type.String({ description: "`link_` and the first 26 digits of the SHA-256 of its token, in hexadecimal." }),
  status: oneOf(["open", "expired", "revoked"]),
  origin: oneOf(
    ["request", "portal", "document", "mail"],
    "Where the link is: in the answer to a request, in a portal, in the PDF of the invoice, or in an e-mail.",
  ),
  portalLinkId: nullable(Type.String({ description: "The link to the portal by which the customer made it." })),
  expiresAt: instant,
  revokedAt: nullable(instant),
  createdAt: instant,
});

const lineText = record(
  {
    kind: oneOf(["item", "unused", "late_usage", "discount", "true_up", "reduction"]),
    item: nullable(Type.String({ description: "The name of what is sold, used late or given back." })),
    usageGroup: lineItems.items.properties.usageGroup,
    percentage: nullable(Type.String({ format: "decimal", description: "Of a discount. Null for an amount." })),
  },
  {
    title: "LineText",
    description:
      "What the line says, for pages in the reader's language: word the kind with its values. `description` is the same in English.",
  },
);

export const hostedInvoice = record({
  number: nullable(Type.String()),
  currency,
  status: oneOf(SHOWN_INVOICE_STATUSES),
  issueDate: nullable(instant),
  dueDate: nullable(instant),
  timezone,
  billingPeriod: Type.String(),
  subtotal: decimal,
  linesTotal,
  tax: decimal,
  total: decimal,
  creditsApplied: decimal,
  amountPaid: decimal,
  amountCredited,
  creditedTo,
  amountRemaining: decimal,
  purchaseOrderNumber: nullable(Type.String()),
  buyerReference: nullable(Type.String()),
  memo: nullable(Type.String()),
  footer: nullable(Type.String()),
  description: nullable(Type.String()),
  paymentTerms,
  taxes,
  brand,
  buyer: record(
    {
      name: Type.String(),
      address: nullable(address),
      country: nullable(Type.String()),
      taxId: nullable(Type.String()),
      email: nullable(Type.String()),
    },
    { description: "Who is billed, as it was when the invoice was issued." },
  ),
  sellerName: Type.String(),
  buyerName: Type.String(),
  lineItems: Type.Array(
    record({
      ...Type.Pick(lineItems.items, [
        "description",
        "quantity",
        "unitPrice",
        "unitLabel",
        "totalPrice",
        "servicePeriod",
        "groupName",
        "kind",
        "notes",
        "proration",
        "conversion",
      ]).properties,
      text: lineText,
    }),
  ),
  canBePaid: Type.Boolean({ description: "With POST …/pay; else the bank details say where." }),
  isPaymentProcessing: Type.Boolean({ description: "A payment is on its way." }),
  bankDetails: nullable(Type.String({ description: "Null where nothing is to be paid." })),
  transferCode: nullable(
    Type.String({
      description:
        "What the QR code of a SEPA credit transfer holds (EPC069-12, version 002), for banking apps. Null where nothing is to be paid, " +
        "in other currencies than the euro, and without an IBAN among the bank details.",
    }),
  ),
  paymentMethods: Type.Array(oneOf(["online", "bank_transfer"]), { description: "How it can be paid now." }),
  expiresAt: instant,
});

export const begunPayment = record({
  paymentId: Type.String(),
  provider: Type.String(),
  publishableKey: nullable(Type.String()),
  clientSecret: Type.String({ description: "With which the provider's form in the browser pays it." }),
  amount: decimal,
  currency,
  status: oneOf(PAYMENT_STATUSES),
});
