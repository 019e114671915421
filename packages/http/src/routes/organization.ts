import { PAYMENT_TERMS, TAX_MODES } from "@counterfoil/engine";
import {
  INVOICE_NUMBER_RESTARTS,
  ZERO_AMOUNT_INVOICES,
  getLogo,
  putLogo,
  readOrganization,
  updateOrganization,
} from "@counterfoil/service";
import Type from "typebox";
import { LOGO_FORMS, readPicture } from "../read-picture.ts";
import { route } from "../route.ts";
import { address, addressInput } from "../schemas/account.ts";
import { marginAlert, marginAlertInput } from "../schemas/margin-alert.ts";
import { modelCosts, modelCostsInput } from "../schemas/model-price.ts";
import { documentTemplate, documentTemplateChange, logoUrl } from "../schemas/document-template.ts";
import {
  eInvoiceProfile,
  electronicAddress,
  electronicAddressInput,
  invoiceContact,
  invoiceContactInput,
  invoiceNotes,
  invoiceNotesInput,
} from "../schemas/electronic-form.ts";
import { currency, email, name, nullable, oneOf, record, text, timestamps } from "../schemas/schema.ts";

const tag = "Organization";
const optional = (maxLength = 255) => Type.Optional(nullable(Type.String({ maxLength })));

const organization = record({
  id: Type.String(),
  name: Type.String(),
  legalName: nullable(Type.String()),
  address: nullable(address),
  country: nullable(Type.String()),
  taxId: nullable(Type.String()),
  registrationNumber: nullable(Type.String()),
  email: nullable(Type.String()),
  logoUrl: nullable(Type.String({ description: "The address of the logo." })),
  bankDetails: nullable(Type.String()),
  timezone: Type.String(),
  defaultCurrency: currency,
  locale: Type.String(),
  invoiceNumberPrefix: Type.String(),
  invoiceNumberFormat: Type.String(),
  invoiceNumberRestart: oneOf(INVOICE_NUMBER_RESTARTS),
  creditNoteNumberFormat: Type.String(),
  receiptNumberFormat: Type.String(),
  graceHours: Type.Integer(),
  defaultPaymentTerms: oneOf(PAYMENT_TERMS),
  zeroAmountInvoices: oneOf(ZERO_AMOUNT_INVOICES),
  taxMode: oneOf(TAX_MODES, "No tax, the organization's own rates, or its own rates and the built-in table."),
  brandColor: Type.String(),
  eInvoicing: Type.Boolean({
    description: "Whether the PDFs of invoices issued from now on contain the invoice as XML.",
  }),
  eInvoiceProfile,
  electronicAddress: nullable(electronicAddress),
  registrationScheme: nullable(
    Type.String({ description: "The register of `registrationNumber`, by ISO 6523: 0002 is SIREN (BT-30)." }),
  ),
  invoiceContact: nullable(invoiceContact),
  invoiceNotes,
  documentTemplate,
  reportingCurrency: nullable(
    Type.String({ description: "The currency in which figures of several currencies are added. Null: they are not." }),
  ),
  modelCosts: nullable(modelCosts),
  marginAlert: nullable(marginAlert),
  sandbox: Type.Boolean(),
  ...timestamps,
});

const organizationChange = record({
  name: Type.Optional(name()),
  legalName: optional(),
  address: Type.Optional(nullable(addressInput)),
  country: Type.Optional(nullable(Type.String({ pattern: "^[A-Z]{2}$" }))),
  taxId: optional(100),
  registrationNumber: optional(100),
  email: Type.Optional(nullable(email)),
  logoUrl: Type.Optional(nullable(logoUrl)),
  bankDetails: Type.Optional(nullable(text("Printed on invoices, one detail per line."))),
  timezone: Type.Optional(Type.String({ maxLength: 100 })),
  defaultCurrency: Type.Optional(currency),
  reportingCurrency: Type.Optional(nullable(currency)),
  modelCosts: Type.Optional(nullable(modelCostsInput)),
  marginAlert: Type.Optional(nullable(marginAlertInput)),
  locale: Type.Optional(Type.String({ maxLength: 35 })),
  invoiceNumberPrefix: Type.Optional(Type.String({ maxLength: 20 })),
  invoiceNumberFormat: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: "Text with {PREFIX}, {YYYY}, {YY}, {MM} and {SEQ} or {SEQ:5}.",
    }),
  ),
  invoiceNumberRestart: Type.Optional(
    oneOf(
      INVOICE_NUMBER_RESTARTS,
      "When the sequence restarts. The format must then contain the year, or the year and month.",
    ),
  ),
  creditNoteNumberFormat: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: "Same syntax as for invoices; the series is separate." }),
  ),
  receiptNumberFormat: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: "Same syntax as for invoices; the series is separate." }),
  ),
  graceHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 744 })),
  defaultPaymentTerms: Type.Optional(oneOf(PAYMENT_TERMS)),
  zeroAmountInvoices: Type.Optional(oneOf(ZERO_AMOUNT_INVOICES)),
  taxMode: Type.Optional(oneOf(TAX_MODES)),
  brandColor: Type.Optional(Type.String({ pattern: "^#[0-9a-fA-F]{6}$" })),
  eInvoicing: Type.Optional(Type.Boolean()),
  eInvoiceProfile: Type.Optional(eInvoiceProfile),
  electronicAddress: Type.Optional(nullable(electronicAddressInput)),
  registrationScheme: Type.Optional(
    nullable(Type.String({ pattern: "^\\d{4}$", description: "An ISO 6523 code, such as 0002 for SIREN." })),
  ),
  invoiceContact: Type.Optional(nullable(invoiceContactInput)),
  invoiceNotes: Type.Optional(invoiceNotesInput),
  documentTemplate: Type.Optional(documentTemplateChange),
});

export const organizationRoutes = [
  route({
    method: "GET",
    path: "/organization",
    operationId: "getOrganization",
    tag,
    summary: "Get the organization",
    scope: "read",
    status: 200,
    response: organization,
    handle: ({ context }) => readOrganization(context),
  }),
  route({
    method: "PATCH",
    path: "/organization",
    operationId: "updateOrganization",
    tag,
    summary: "Update the organization's settings",
    scope: "admin",
    body: organizationChange,
    status: 200,
    response: organization,
    handle: ({ context, body }) => updateOrganization(context, body),
  }),
  route({
    method: "PUT",
    path: "/organization/logo",
    operationId: "putLogo",
    tag,
    summary: "Upload the organization's logo",
    description:
      "Send the image itself: a PNG, JPEG or SVG of at most 200,000 bytes. An SVG may only draw: if it contains " +
      "scripts, external content or text, the error names it. Issued documents keep the logo that they were " +
      "issued with.",
    scope: "admin",
    bodyForms: LOGO_FORMS,
    status: 200,
    response: organization,
    handle: async ({ context, sent }) => putLogo(context, await readPicture(sent)),
  }),
  route({
    method: "GET",
    path: "/organization/logos/:sha256",
    operationId: "getLogo",
    tag,
    summary: "Get a logo",
    description: "Returns a current or former logo of the organization by the hash of its bytes.",
    scope: "read",
    params: Type.Object({
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$", description: "SHA-256 of the logo's bytes." }),
    }),
    status: 200,
    response: null,
    mediaType: "image/*",
    async handle({ context, params, reply }) {
      const { bytes, mediaType } = await getLogo(context, params.sha256);
      // A browser treats an SVG that is opened directly as a page: forbid it to load or run anything.
      reply.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      reply.header("Cache-Control", "private, max-age=31536000, immutable").header("X-Content-Type-Options", "nosniff");
      reply.type(mediaType);
      return bytes;
    },
  }),
];
