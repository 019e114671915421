import { type Context, deliverMails, type Mailer } from "@counterfoil/service";
import type { Api, Environment, Json } from "@counterfoil/testkit/scenario";

/** An organization whose mail is delivered when a test calls for it. */
export interface Shop {
  readonly api: Api;
  readonly context: Context;
  /** Delivers due mail and returns the number of attempts. */
  deliver(mailer: Mailer | null): Promise<number>;
  mails(): Promise<Json[]>;
}

/** Creates a live organization, unless the settings say sandbox. */
export async function openShop(platform: Environment, settings: Record<string, unknown> = {}): Promise<Shop> {
  const organization = await platform.createOrganization({
    name: "Seller GmbH",
    email: "hello@seller.example",
    timezone: "Europe/Berlin",
    defaultCurrency: "EUR",
    graceHours: 0,
    ...({ sandbox: false, ...settings } as object),
  });
  const actor = { type: "system", id: "worker" } as const;
  const context: Context = { ...platform.ports, organizationId: organization.id, actor, requestId: null };
  return {
    api: organization.api,
    context,
    deliver: async (mailer) => (await deliverMails(context, { mailer, publicUrl: "https://pay.example" })).tried,
    mails: async () => (await organization.api.get<{ items: Json[] }>("/mails?limit=100")).items,
  };
}

/** Creates a subscription of 49.00 EUR a month from March 1, 2026, without activating it. */
export async function sellTo(api: Api, account: Record<string, unknown>, terms: object = {}): Promise<Json> {
  const { id: accountId } = await api.post("/accounts", { name: "Käufer & Söhne", currency: "EUR", ...account });
  const product = await api.post("/products", { name: "Pro", feeType: "fixed", billingFrequency: "recurring" });
  const price = await api.post("/prices", {
    productId: product.id,
    type: "fixed",
    currency: "EUR",
    billingInterval: "monthly",
    fixedPricingModel: { pricePerUnit: { value: "49.00" }, units: 1 },
  });
  return api.post("/subscriptions", {
    accountId,
    name: "Pro",
    contractStartDate: "2026-03-01",
    priceGroups: [{ priceIds: [price.id] }],
    ...terms,
  });
}

/** Creates an invoice of 49.00 EUR, issued now and due in 30 days. */
export async function invoiceFor(api: Api, account: Record<string, unknown>, terms: object = {}): Promise<Json> {
  const { id } = await sellTo(api, account, terms);
  await api.post(`/subscriptions/${id}/activate`);
  const { items } = await api.get<{ items: Json[] }>(`/invoices?limit=100`);
  const invoice = items.at(-1);
  if (invoice === undefined) throw new Error("nothing was invoiced");
  return api.get(`/invoices/${invoice.id}`);
}
