import { Decimal, instantText, invariant } from "@counterfoil/engine";
import {
  acceptQuote,
  activateSubscription,
  cancelSubscription,
  changeSubscription,
  type Context,
  createAccount,
  createCreditGrant,
  createCreditNote,
  createSubscription,
  createTestClock,
  createWebhookEndpoint,
  DomainError,
  getAccount,
  getInvoice,
  ingestEvents,
  type IngestionContext,
  listPayments,
  pauseSubscription,
  refundPayment,
  resumeSubscription,
  sendQuote,
  updatePrice,
} from "@counterfoil/service";
import type { Temporal } from "temporal-polyfill";
import type { Catalogue } from "./catalogue.ts";
import type { Moment } from "./moment.ts";
import { latestInvoices } from "./paying.ts";
import { eventNames } from "./products.ts";

export interface Dealing {
  readonly now: Temporal.Instant;
  readonly catalogue: Catalogue;
  /** The ID of the customer's contract. */
  contractOf(alias: string): string;
}

/** Events outside of billing and payments: one of each kind, some days ago. */
export function dealings({ now, catalogue, contractOf }: Dealing): Moment[] {
  const daysAgo = (days: number, act: Moment["act"]): Moment => {
    return { at: instantText(now.subtract({ hours: days * 24 })), act };
  };
  const change = (alias: string, input: Parameters<typeof changeSubscription>[2]) => async (context: Context) =>
    void (await changeSubscription(context, contractOf(alias), input));
  return [
    // Prepaid credit that the next invoices use.
    daysAgo(200, async (context) => {
      const reason = "Prepaid credit for the year";
      await createCreditGrant(context, "vantage-retail-media", { amount: "20000.00", reason });
      await createCreditGrant(context, "castellan-legal", { amount: "2500.00", reason });
    }),
    daysAgo(150, change("tessellate-studio", { planId: catalogue.EUR.plans.scale, description: "Upgrade to Scale" })),
    daysAgo(75, change("aurum-payments", { planId: catalogue.USD.plans.scale, description: "Upgrade to Scale" })),
    daysAgo(45, change("greywater-systems", { planId: catalogue.USD.plans.starter, description: "Smaller team" })),
    daysAgo(20, change("altamira-travel", { planId: catalogue.EUR.plans.starter, description: "Quiet season" })),
    daysAgo(70, async (context) => {
      const reason = {
        reason: "moving_provider",
        reasonDescription: "Acquired by a group that has its own tools",
      } as const;
      await cancelSubscription(context, contractOf("summit-tutors"), { ...reason, effective: "period_end" });
    }),
    daysAgo(12, async (context) => {
      await pauseSubscription(context, contractOf("moana-fisheries"), { effective: "now" });
    }),
    // Paused for some weeks, so that its revenue leaves and comes back.
    daysAgo(85, async (context) => {
      await pauseSubscription(context, contractOf("cascade-cycles"), { effective: "now" });
    }),
    daysAgo(60, async (context) => {
      await resumeSubscription(context, contractOf("cascade-cycles"), { effective: "now" });
    }),
    daysAgo(55, (context) => giveBack(context, "account_credit", "copperline-hardware")),
    daysAgo(25, (context) => giveBack(context, "apply", "quayside-foods")),
    daysAgo(40, addWebhookEndpoint),
    daysAgo(30, refundSomething),
    daysAgo(3, (context) => tryOut(context, catalogue)),
    daysAgo(2, async (context) => {
      await sendQuote(context, contractOf("juniper-analytics"), { sendEmail: false });
      await sendStrangeEvents(context, now);
    }),
    // A sold price rises: new contracts pay the price that replaces it.
    daysAgo(1, async (context) => {
      const fixedPricingModel = { units: 1, pricePerUnit: { value: "2250.00" } };
      await updatePrice(context, catalogue.USD.onboarding.scale, { fixedPricingModel });
    }),
    daysAgo(1, async (context) => {
      const { token } = await sendQuote(context, contractOf("vela-navigation"), { sendEmail: false });
      const signer = {
        signerName: "Marta Kovač",
        signerEmail: "contact@vela-navigation.example",
        signerJobTitle: "CFO",
      };
      await acceptQuote(context, token, { ...signer, networkAddress: "192.0.2.44" });
    }),
  ];
}

/** Credits 40.00 of a line of the latest invoice, paid or not, with a credit note. */
async function giveBack(context: Context, outcome: "account_credit" | "apply", alias: string): Promise<void> {
  const [latest] = await latestInvoices(context, alias, ["issued", "overdue", "paid"]);
  invariant(latest !== undefined, `${alias} has no invoice`);
  const line = (await getInvoice(context, latest.id)).lineItems.find(
    ({ totalPrice }) => Decimal.of(totalPrice).compare(Decimal.of("50")) > 0,
  );
  invariant(line !== undefined, `${alias} has nothing to give back`);
  const reason = "The service was unavailable for an afternoon.";
  await createCreditNote(context, {
    invoiceId: latest.id,
    reason,
    lines: [{ lineItemId: line.id, amount: "40.00" }],
    outcome,
  });
}

async function refundSomething(context: Context): Promise<void> {
  const { id: value } = await getAccount(context, "fjordlys-media");
  const filters = [{ field: "accountId", operator: "eq", value } as const];
  const { rows } = await listPayments(context, {
    page: 1,
    limit: 1,
    sort: { field: "createdAt", order: "desc" },
    filters,
  });
  const [payment] = rows;
  invariant(payment !== undefined, "fjordlys-media has paid nothing");
  await refundPayment(context, payment.id, { amount: "25.00", reason: "An unused seat was charged." });
}

/** An unfinished integration. The endpoint is disabled, so nothing is ever sent to it. */
async function addWebhookEndpoint(context: Context): Promise<void> {
  try {
    await createWebhookEndpoint(context, {
      url: "https://example.com/hooks/counterfoil",
      description: "Ledger import, waiting for the finance team's URL",
      eventTypes: ["invoice.*", "payment.*"],
      enabled: false,
    });
  } catch (error) {
    // A server without a secret key stores no signing secrets. The demo data works without an endpoint.
    if (!(error instanceof DomainError && error.code === "secrets_unavailable")) throw error;
  }
}

/** An account with a test clock, which a developer advances. */
async function tryOut(context: Context, catalogue: Catalogue): Promise<void> {
  const clock = await createTestClock(context, { frozenTime: context.clock.now(), name: "Testing renewals" });
  const { id: accountId } = await createAccount(context, {
    name: "Test account (clock)",
    aliases: ["test-clock"],
    currency: "EUR",
    taxCountry: "DE",
    testClockId: clock.id,
  });
  const { id } = await createSubscription(context, {
    accountId,
    planId: catalogue.EUR.plans.starter,
    name: "Starter · on a test clock",
  });
  await activateSubscription(context, id);
}

/** Usage of customers without an account, and an event with a name that no metric counts. */
async function sendStrangeEvents(context: IngestionContext, now: Temporal.Instant): Promise<void> {
  const at = (hours: number) => instantText(now.subtract({ hours }));
  const unmatched = Array.from({ length: 12 }, (_, place) => ({
    uniqueId: `unmatched-${place + 1}`,
    account: place < 9 ? "marlowe-and-sons" : "crm-99017",
    eventName: eventNames.calls,
    properties: { calls: 1_200 + place * 310, milliseconds: 88, region: "eu-west" },
    timestamp: at(49 + place),
  }));
  const uncounted = {
    uniqueId: "uncounted-1",
    account: "blue-mesa-software",
    eventName: "report.exported",
    properties: { format: "csv", rows: 18_400 },
    timestamp: at(51),
  };
  await ingestEvents(context, [...unmatched, uncounted]);
}
