import { E_INVOICE_FORMATS, E_INVOICE_PROFILES } from "@counterfoil/service";
import Type from "typebox";
import { email, nullable, oneOf, record } from "./schema.ts";

/** The requested form of the XML. */
export const electronicForm = Type.Object(
  {
    format: Type.Optional(
      oneOf(E_INVOICE_FORMATS, "The syntax. Defaults to `ubl` for the profile `peppol`, and to `cii` for the others."),
    ),
    profile: Type.Optional(
      oneOf(
        E_INVOICE_PROFILES,
        "The rules on top of the syntax. Defaults to the rules that the document was issued with " +
          "(`eInvoiceProfile`).",
      ),
    ),
  },
  { additionalProperties: false },
);

const PROFILE =
  "The rules for the XML of invoices: EN 16931 alone, Peppol BIS Billing 3.0, or XRechnung 3.0 for German " +
  "authorities.";

export const eInvoiceProfile = oneOf(E_INVOICE_PROFILES, PROFILE);

export const electronicAddress = record(
  {
    scheme: Type.String({ description: "A code of the EAS list: 9930 German VAT number, 0204 Leitweg-ID, 0088 GLN." }),
    value: Type.String({ description: "The address in that scheme, such as DE123456789." }),
  },
  { description: "The destination for documents in a network such as Peppol (BT-34, BT-49)." },
);

export const electronicAddressInput = record({
  scheme: Type.String({ minLength: 2, maxLength: 4, description: "A code of the EAS list." }),
  value: Type.String({ minLength: 1, maxLength: 100 }),
});

export const invoiceContact = record(
  {
    name: nullable(Type.String()),
    phone: nullable(Type.String()),
    email: nullable(Type.String({ description: "Null means the organization's email address." })),
  },
  { description: "The person for questions about invoices (BG-6)." },
);

export const invoiceContactInput = record({
  name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  phone: Type.Optional(nullable(Type.String({ maxLength: 50, pattern: "\\d.*\\d.*\\d" }))),
  email: Type.Optional(nullable(email)),
});

export const invoiceNotes = Type.Array(
  record({
    subjectCode: Type.String({
      description: "UNTDID 4451: PMD late payment penalty, PMT recovery costs, AAB early payment.",
    }),
    text: Type.String(),
  }),
  {
    description:
      "Notes in the XML of each invoice, in addition to its memo and footer. Use them for statements such as those " +
      "that French law requires (BG-1).",
  },
);

export const invoiceNotesInput = Type.Array(
  record({
    subjectCode: Type.String({ minLength: 3, maxLength: 3 }),
    text: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  { maxItems: 10 },
);

/** The buyer reference of a subscription or a draft, which overrides the account's. */
export const buyerReferenceInput = Type.Optional(
  nullable(Type.String({ minLength: 1, maxLength: 200, description: "Null means the account's." })),
);

export const eInvoiceStatus = record(
  {
    profile: oneOf(E_INVOICE_PROFILES),
    status: oneOf(["ready", "incomplete"]),
    missing: Type.Array(
      record({
        rule: Type.String({ description: "The rule that the document breaks, such as BR-DE-15." }),
        detail: Type.String(),
        member: nullable(
          Type.String({ description: "The field to set before the next document, such as `account.buyerReference`." }),
        ),
      }),
      { description: "Empty if the document is ready." },
    ),
  },
  {
    description:
      "Whether the XML follows the profile that the document was issued with. Null on drafts, without " +
      "e-invoicing, and on documents of earlier releases.",
  },
);
