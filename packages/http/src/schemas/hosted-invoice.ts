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
  hostedInvoiceUrl: Type.String({ description: "The page at which anyone with the link sees and pays the invoice." }),
  id: Type.String({ description: "Use it to revoke the link. It does not open the page." }),
  token: Type.String({ description: "Shown only once." }),
  expiresAt: instant,
});

export const shownInvoiceLink = record({
  id: Type.String({ description: "`link_` and the first 26 digits of the hexadecimal SHA-256 of the token." }),
  status: oneOf(["open", "expired", "revoked"]),
  origin: oneOf(
    ["request", "portal", "document", "mail"],
    "Where the link was given out: in an API response, in a portal, in the PDF of the invoice, or in an email.",
  ),
  portalLinkId: nullable(Type.String({ description: "The portal link with which the customer created this link." })),
  expiresAt: instant,
  revokedAt: nullable(instant),
  createdAt: instant,
});

const lineText = record(
  {
    kind: oneOf(["item", "unused", "late_usage", "discount", "true_up", "reduction"]),
    item: nullable(Type.String({ description: "The name of the item that is sold, was used late or is given back." })),
    usageGroup: lineItems.items.properties.usageGroup,
    percentage: nullable(
      Type.String({ format: "decimal", description: "The percentage of a discount. Null for an amount." }),
    ),
  },
  {
    title: "LineText",
    description:
      "The text of the line, for pages in the reader's language: build it from the kind and its values. " +
      "`description` is the same in English.",
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
    { description: "The billed party when the invoice was issued." },
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
  canBePaid: Type.Boolean({ description: "Whether `POST …/pay` can pay the invoice. If not, use the bank details." }),
  isPaymentProcessing: Type.Boolean({ description: "Whether a payment is pending." }),
  bankDetails: nullable(Type.String({ description: "Null if nothing is due." })),
  transferCode: nullable(
    Type.String({
      description:
        "The content of the QR code for a SEPA credit transfer (EPC069-12, version 002), for banking apps. Null " +
        "if nothing is due, if the currency is not the euro, or if the bank details contain no IBAN.",
    }),
  ),
  paymentMethods: Type.Array(oneOf(["online", "bank_transfer"]), {
    description: "The currently available payment methods.",
  }),
  expiresAt: instant,
});

export const begunPayment = record({
  paymentId: Type.String(),
  provider: Type.String(),
  publishableKey: nullable(Type.String()),
  clientSecret: Type.String({ description: "The provider's form in the browser uses this secret to pay." }),
  amount: decimal,
  currency,
  status: oneOf(PAYMENT_STATUSES),
});
