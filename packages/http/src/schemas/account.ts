import { TAX_STATUSES } from "@counterfoil/engine";
import { ACCOUNT_STATUSES, E_INVOICE_PROFILES } from "@counterfoil/service";
import Type from "typebox";
import { eInvoiceProfile, electronicAddress, electronicAddressInput } from "./electronic-form.ts";
import { currency, decimal, email, instant, name, nullable, oneOf, record, text } from "./schema.ts";
import { taxRateIds } from "./tax.ts";

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

const accountMembers = {
  id: Type.String(),
  name: Type.String(),
  aliases: Type.Array(Type.String(), {
    description: "Additional names of the account. They work wherever its ID works.",
  }),
  contacts: Type.Array(contact),
  billingAddress: nullable(address),
  currency,
  contactName: nullable(Type.String({ description: "Name of the primary contact." })),
  contactEmail: nullable(Type.String({ description: "Email address of the primary contact." })),
  taxId: nullable(Type.String()),
  taxStatus: nullable(oneOf(TAX_STATUSES)),
  billingEmail: nullable(
    Type.String({ description: "Email address that receives invoices. Null means the primary contact." }),
  ),
  taxCountry: nullable(Type.String()),
  taxRateIds: Type.Array(Type.String(), {
    description: "Tax rates that apply to the account regardless of its location.",
  }),
  timezone: nullable(Type.String({ description: "IANA name. Null means the organization's time zone." })),
  locale: nullable(
    Type.String({
      description:
        "Language of the account's documents, emails and pages, such as de-AT. Null means the organization's locale.",
    }),
  ),
  electronicAddress: nullable(electronicAddress),
  buyerReference: nullable(
    Type.String({ description: "The reference that the buyer expects on invoices, such as a Leitweg-ID (BT-10)." }),
  ),
  registrationNumber: nullable(Type.String({ description: "The number in a company register (BT-47)." })),
  registrationScheme: nullable(
    Type.String({ description: "The register of `registrationNumber`, by ISO 6523: 0002 is SIREN." }),
  ),
  eInvoiceProfile: nullable(eInvoiceProfile),
  testClockId: nullable(Type.String()),
  createdAt: instant,
  updatedAt: instant,
};
export const account = record(accountMembers);

const amountInCurrency = record({ currency, amount: decimal }, { title: "AmountInCurrency" });

const billing = record(
  {
    status: oneOf(
      ACCOUNT_STATUSES,
      "overdue: an invoice is overdue. active: a subscription is active. paused: all active subscriptions are " +
        "paused. pending: there are only drafts and quotes. ended: all subscriptions have ended. none: there is no " +
        "subscription.",
    ),
    plans: Type.Array(record({ id: nullable(Type.String()), name: Type.String() }), {
      description: "The plans of active subscriptions. A subscription without a plan has its own name and a null `id`.",
    }),
    recurring: Type.Array(amountInCurrency, { description: "Monthly recurring revenue on the account's current day." }),
    owed: Type.Array(amountInCurrency, { description: "The amount due on issued and overdue invoices." }),
    lastPayment: nullable(
      record(
        { id: Type.String(), date: Type.String({ format: "date" }), currency, amount: decimal },
        { description: "The last successful payment." },
      ),
    ),
  },
  { title: "AccountBilling", description: "Only with `include=billing`." },
);
/** An account in a list, with what `include` adds. */
export const listedAccount = record({
  ...accountMembers,
  billing: Type.Optional(billing),
  tags: Type.Optional(Type.Array(Type.String(), { description: "Only with `include=tags`." })),
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
  contactName: Type.Optional(nullable(text("Updates the primary contact if `contacts` is omitted."))),
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
        description: "If null, profiles use the purchase order number.",
      }),
    ),
  ),
  registrationNumber: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  registrationScheme: Type.Optional(
    nullable(Type.String({ pattern: "^\\d{4}$", description: "An ISO 6523 code, such as 0002 for SIREN." })),
  ),
  eInvoiceProfile: Type.Optional(nullable(oneOf(E_INVOICE_PROFILES, "Null means the organization's profile."))),
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
      "Credit that the next invoices in this currency will use, without credit that is reserved for drafts that " +
      "rebill a void invoice.",
  },
  creditGrants: { ...decimal, description: "Prepaid money that can be used now." },
  outstanding: { ...decimal, description: "The amount due on issued invoices." },
  currency,
};

export const accountBalance = record({
  ...inCurrency,
  balances: Type.Array(record(inCurrency), {
    description:
      "The account's currency first, then all other currencies with credit, grants or debt, ordered by code.",
  }),
});
