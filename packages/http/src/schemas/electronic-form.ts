import { E_INVOICE_FORMATS, E_INVOICE_PROFILES } from "@counterfoil/service";
import Type from "typebox";
import { nullable, oneOf, record } from "./schema.ts";

/** In which form XML is asked for. */
export const electronicForm = Type.Object(
  {
    format: Type.Optional(
      oneOf(E_INVOICE_FORMATS, "The syntax: by default ubl for the profile peppol, and cii for the others."),
    ),
    profile: Type.Optional(
      oneOf(
        E_INVOICE_PROFILES,
        "The rules on top of the syntax; by default those that the document was issued with (`eInvoiceProfile`).",
      ),
    ),
  },
  { additionalProperties: false },
);

const PROFILE =
  "Which rules the XML of invoices follows: EN 16931 alone, Peppol BIS Billing 3.0, or XRechnung 3.0 for German authorities.";

export const eInvoiceProfile = oneOf(E_INVOICE_PROFILES, PROFILE);

export const electronicAddress = record(
  {
    scheme: Type.String({ description: "A code of the list EAS: 9930 German VAT number, 0204 Leitweg-ID, 0088 GLN." }),
    value: Type.String({ description: "The address in that scheme, such as DE123456789." }),
  },
  { description: "Where documents are sent to over a network such as Peppol (BT-34, BT-49)." },
);

export const electronicAddressInput = record({
  scheme: Type.String({ minLength: 2, maxLength: 4, description: "A code of the list EAS." }),
  value: Type.String({ minLength: 1, maxLength: 100 }),
});

export const invoiceContact = record(
  {
    name: nullable(Type.String()),
    phone: nullable(Type.String()),
    email: nullable(Type.String({ description: "The organization's e-mail when null." })),
  },
  { description: "Whom customers ask about invoices (BG-6)." },
);

export const invoiceContactInput = record({
  name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  phone: Type.Optional(nullable(Type.String({ maxLength: 50, pattern: "\\d.*\\d.*\\d" }))),
  email: Type.Optional(nullable(Type.String({ format: "email", maxLength: 320 }))),
});

export const invoiceNotes = Type.Array(
  record({
    subjectCode: Type.String({
      description: "UNTDID 4451: PMD penalty for late payment, PMT costs of recovery, AAB early payment.",
    }),
    text: Type.String(),
  }),
  {
    description: "What XML says on each invoice beside its memo and footer, such as the mentions of French law (BG-1).",
  },
);

export const invoiceNotesInput = Type.Array(
  record({
    subjectCode: Type.String({ minLength: 3, maxLength: 3 }),
    text: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  { maxItems: 10 },
);

/** Of a subscription or a draft, in place of the account's. */
export const buyerReferenceInput = Type.Optional(
  nullable(Type.String({ minLength: 1, maxLength: 200, description: "Null takes the account's." })),
);

export const eInvoiceStatus = record(
  {
    profile: oneOf(E_INVOICE_PROFILES),
    status: oneOf(["ready", "incomplete"]),
    missing: Type.Array(
      record({
        rule: Type.String({ description: "The rule that it breaks, such as BR-DE-15." }),
        detail: Type.String(),
        member: nullable(Type.String({ description: "What to set for the next one, such as account.buyerReference." })),
      }),
      { description: "Empty when it is ready." },
    ),
  },
  {
    description:
      "Whether the document is XML of the profile it was issued with. Null on drafts, without e-invoicing, and on documents of earlier releases.",
  },
);
