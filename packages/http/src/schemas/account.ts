import { TAX_STATUSES } from "@counterfoil/engine";
import { E_INVOICE_PROFILES } from "@counterfoil/service";
import Type from "typebox";
import { eInvoiceProfile, electronicAddress, electronicAddressInput } from "./electronic-form.ts";
import { currency, decimal, instant, name, nullable, oneOf, record, text } from "./schema.ts";
import { taxRateIds } from "./tax.ts";

export const email = Type.String({ format: "email", maxLength: 320 });
const emailPreferences = Type.Array(oneOf(["updates", "billing"]), { uniqueItems: true });

const contact = record({
  id: Type.String(),
  email: Type.String(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  isPrimary: Type.Boolean(),
  emailPreferences: Type.Array(Type.String()),
});

export const address = record({
  line1: nullable(Type.String()),
  line2: nullable(Type.String()),
  city: nullable(Type.String()),
  state: nullable(Type.String()),
  postalCode: nullable(Type.String()),
});

export const account = record({
  id: Type.String(),
  name: Type.String(),
  aliases: Type.Array(Type.String(), { description: "Names that work wherever the id works." }),
  contacts: Type.Array(contact),
  billingAddress: nullable(address),
  currency,
  contactName: nullable(Type.String({ description: "Name of the primary contact." })),
  contactEmail: nullable(Type.String({ description: "E-mail of the primary contact." })),
  taxId: nullable(Type.String()),
  taxStatus: nullable(oneOf(TAX_STATUSES)),
  billingEmail: nullable(Type.String({ description: "Who receives invoices; the primary contact when not set." })),
  taxCountry: nullable(Type.String()),
  taxRateIds: Type.Array(Type.String(), { description: "Tax rates that apply to it whatever its place." }),
  timezone: nullable(Type.String({ description: "IANA name; the organization's zone when null." })),
  locale: nullable(
    Type.String({
      description: "Language of its documents, mails and pages, such as de-AT; the organization's when null.",
    }),
  ),
  electronicAddress: nullable(electronicAddress),
  buyerReference: nullable(
    Type.String({ description: "What it wants to find on invoices, such as a Leitweg-ID (BT-10)." }),
  ),
  registrationNumber: nullable(Type.String({ description: "In a register of companies (BT-47)." })),
  registrationScheme: nullable(Type.String({ description: "That register, by ISO 6523: 0002 is SIREN." })),
  eInvoiceProfile: nullable(eInvoiceProfile),
  testClockId: nullable(Type.String()),
  createdAt: instant,
  updatedAt: instant,
});

const line = Type.Optional(nullable(Type.String({ maxLength: 255 })));
export const addressInput = record({ line1: line, line2: line, city: line, state: line, postalCode: line });

const contactInput = record({
  id: Type.Optional(Type.String()),
  email,
  firstName: line,
  lastName: line,
  isPrimary: Type.Optional(Type.Boolean()),
  emailPreferences: Type.Optional(emailPreferences),
});

const members = {
  aliases: Type.Optional(Type.Array(name(), { maxItems: 100 })),
  contacts: Type.Optional(Type.Array(contactInput, { maxItems: 100 })),
  contactName: Type.Optional(nullable(text("Writes the primary contact when contacts is not given."))),
  contactEmail: Type.Optional(nullable(email)),
  billingAddress: Type.Optional(nullable(addressInput)),
  currency: Type.Optional(currency),
  billingEmail: Type.Optional(nullable(email)),
  taxId: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  taxStatus: Type.Optional(nullable(oneOf(TAX_STATUSES))),
  taxCountry: Type.Optional(nullable(Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 code." }))),
  taxRateIds: Type.Optional(taxRateIds),
  timezone: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  locale: Type.Optional(nullable(Type.String({ maxLength: 35, description: "A language tag, such as de or de-AT." }))),
  electronicAddress: Type.Optional(nullable(electronicAddressInput)),
  buyerReference: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Without one, profiles take the purchase order number.",
      }),
    ),
  ),
  registrationNumber: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  registrationScheme: Type.Optional(
    nullable(Type.String({ pattern: "^\\d{4}$", description: "A code of ISO 6523, such as 0002 for SIREN." })),
  ),
  eInvoiceProfile: Type.Optional(nullable(oneOf(E_INVOICE_PROFILES, "The organization's when null."))),
};

export const accountCreation = record({
  name: name(),
  ...members,
  testClockId: Type.Optional(nullable(Type.String())),
});
export const accountChange = record({ name: Type.Optional(name()), ...members });

const inCurrency = {
  accountCredit: {
    ...decimal,
    description:
      "What the next invoices in this currency use up, without what is held for drafts that bill a void invoice again.",
  },
  creditGrants: { ...decimal, description: "What can be used now of prepaid money." },
  outstanding: { ...decimal, description: "What is due on issued invoices." },
  currency,
};

export const accountBalance = record({
  ...inCurrency,
  balances: Type.Array(record(inCurrency), {
    description: "The account's currency first, then every other currency with credit, grants or debt, by code.",
  }),
});
