import type { Account, Client, Invoice, Subscription, TestClock } from "@counterfoil/sdk";
import { CommandError } from "../../command.ts";
import { advanceClock } from "../advance-clock.ts";

/** When every story begins, by its own test clock. */
const BEGIN = "2026-01-01T00:00:00Z";
/** The name of everything that stories create, so that people recognize it. */
const NAME = "Trigger";

/** Steps of a story. Each story has its own test clock and customer, and leaves other data alone. */
export interface SandboxStory {
  readonly client: Client;
  readonly clock: TestClock;
  readonly account: Account;
  /** The IDs of the customer and its subscriptions, by which notifications of this story are recognized. */
  readonly ids: ReadonlySet<string>;
  /** Moves the clock, and waits for the due work. */
  advanceTo(date: string): Promise<void>;
  /** A plan of 49.00 USD a month in advance, and 0.02 USD per call in arrears. */
  plan(): Promise<{ planId: string; metricId: string; eventName: string }>;
  /** A draft subscription of the plan from the beginning of the story. */
  draft(terms?: object): Promise<Subscription>;
  /** The same, activated: the first month is billed at once. */
  subscription(terms?: object): Promise<Subscription>;
  /** The first invoice of an activated subscription, issued when its grace period has ended. */
  issuedInvoice(): Promise<Invoice>;
  /** The issued invoice after a payment of all of it. */
  paidInvoice(): Promise<{ invoice: Invoice; paymentId: string }>;
}

/** Creates the clock and the customer of a story. Refuses an organization that is not a sandbox. */
export async function beginStory(client: Client): Promise<SandboxStory> {
  const organization = await client.organization.get();
  if (!organization.sandbox) {
    throw new CommandError(`${organization.name} is not a sandbox. trigger creates data only in sandboxes.`);
  }
  const run = crypto.randomUUID().slice(0, 8);
  const clock = await client.testClocks.create({ frozenTime: BEGIN, name: `${NAME} ${run}` });
  const account = await client.accounts.create({
    name: `${NAME} ${run}`,
    aliases: [`trigger-${run}`],
    currency: "USD",
    testClockId: clock.id,
    contacts: [{ email: "ada@trigger.example", firstName: "Ada", lastName: "Ames", emailPreferences: [] }],
    billingAddress: { line1: "1 Main Street", city: "Springfield", state: "IL", postalCode: "62701" },
    taxCountry: "US",
  });

  const ids = new Set([account.id]);

  async function plan() {
    const eventName = `trigger.${run}`;
    const metric = await client.metrics.create({
      name: `${NAME} calls ${run}`,
      eventName,
      aggregation: { method: "sum", field: "calls" },
    });
    const fee = await client.products.create({ name: `${NAME} fee ${run}`, feeType: "fixed", paymentTerms: "advance" });
    const calls = await client.products.create({
      name: `${NAME} calls ${run}`,
      feeType: "metered",
      metricIds: [metric.id],
    });
    const monthly = { currency: "USD", billingInterval: "monthly" } as const;
    const prices = await Promise.all([
      client.prices.create({
        productId: fee.id,
        type: "fixed",
        ...monthly,
        fixedPricingModel: { units: 1, pricePerUnit: { value: "49.00" } },
      }),
      client.prices.create({
        productId: calls.id,
        type: "unit",
        ...monthly,
        unitPricingModel: { pricePerUnit: { value: "0.02" } },
      }),
    ]);
    const made = await client.plans.create({
      name: `${NAME} ${run}`,
      currency: "USD",
      invoicePaymentTerms: "net_30",
      priceGroups: [{ name: NAME, priceIds: prices.map(({ id }) => id) }],
    });
    return { planId: made.id, metricId: metric.id, eventName };
  }

  async function draft(terms: object = {}) {
    const { planId } = await plan();
    const made = await client.subscriptions.create({
      accountId: account.id,
      planId,
      name: `${NAME} ${run}`,
      contractStartDate: BEGIN.slice(0, 10),
      ...terms,
    });
    ids.add(made.id);
    return made;
  }

  async function subscription(terms?: object) {
    const { id } = await draft(terms);
    await client.subscriptions.activate(id);
    return client.subscriptions.get(id);
  }

  const advanceTo = async (date: string) => void (await advanceClock(client, clock.id, `${date}T00:00:00Z`));

  async function issuedInvoice() {
    const { id } = await subscription();
    await advanceTo("2026-01-03");
    const filters = [{ field: "subscriptionId", operator: "eq", value: id }] as const;
    const { items } = await client.invoices.list({ filters });
    const [first] = items;
    if (first === undefined) throw new CommandError("The subscription has no invoice. Is a worker running?");
    return client.invoices.get(first.id);
  }

  async function paidInvoice() {
    const invoice = await issuedInvoice();
    const payment = await client.invoices.createPayment(invoice.id, {
      amount: invoice.amountRemaining,
      method: "bank_transfer",
    });
    return { invoice, paymentId: payment.id };
  }

  return { client, clock, account, ids, advanceTo, plan, draft, subscription, issuedInvoice, paidInvoice };
}
