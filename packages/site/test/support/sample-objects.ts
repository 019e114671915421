import type { createClient } from "@counterfoil/sdk";

type Client = ReturnType<typeof createClient>;

/** Creates the objects that the blocks of the guides name, and returns the variables that hold their IDs. */
export async function sampleObjects(client: Client, state: string | undefined): Promise<Record<string, string>> {
  await freeAlias(client);
  const account = await client.accounts.create({
    name: "Acme Ltd",
    aliases: ["acme"],
    currency: "USD",
    billingEmail: "billing@acme.example",
    billingAddress: { line1: "1 Main Street", city: "Springfield", state: "IL", postalCode: "62701" },
    taxCountry: "US",
  });
  const product = await client.products.create({ name: "Seats", feeType: "fixed" });
  const price = await client.prices.create({
    productId: product.id,
    type: "fixed",
    currency: "USD",
    billingInterval: "monthly",
    fixedPricingModel: { units: 5, pricePerUnit: { value: "12.00" } },
  });
  const subscription = await client.subscriptions.create({
    accountId: account.id,
    name: "Team",
    priceGroups: [{ priceIds: [price.id] }],
  });
  const invoice = await client.invoices.create({
    accountId: account.id,
    autoIssue: state === "issued",
    lineItems: [{ description: "Workshop", quantity: "1", unitPrice: "100.00" }],
  });
  const variables = { ACCOUNT: account.id, INVOICE: invoice.id, SUBSCRIPTION: subscription.id, DRAFT: subscription.id };
  if (state !== "issued") return variables;
  const paid = await client.invoices.create({
    accountId: account.id,
    autoIssue: true,
    lineItems: [{ description: "Workshop", quantity: "1", unitPrice: "100.00" }],
  });
  const payment = await client.invoices.createPayment(paid.id, {
    amount: "100.00",
    method: "bank_transfer",
  });
  return { ...variables, PAYMENT: payment.id };
}

/** The account of an earlier block gives its alias to the next one. */
async function freeAlias(client: Client): Promise<void> {
  const [earlier] = await client.accounts
    .list({ filters: [{ field: "aliases", operator: "eq", value: "acme" }] })
    .all();
  if (earlier !== undefined) await client.accounts.update(earlier.id, { aliases: [] });
}
