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
  getAccount,
  getInvoice,
  ingestEvents,
  listPayments,
  pauseSubscription,
  refundPayment,
  sendQuote,
} from "@counterfoil/service";
import type { Temporal } from "temporal-polyfill";
import type { Catalogue } from "./catalogue.ts";
import type { Moment } from "./moment.ts";
import { openInvoices } from "./paying.ts";
import { eventNames } from "./products.ts";

export interface Dealing {
  readonly now: Temporal.Instant;
  readonly catalogue: Catalogue;
  /** The id of what a customer signed. */
  contractOf(alias: string): string;
}

/** What happens beside billing and paying: one of each kind, some days before the present. */
export function dealings({ now, catalogue, contractOf }: Dealing): Moment[] {
  const daysAgo = (days: number, act: Moment["act"]): Moment => {
    return { at: instantText(now.subtract({ hours: days * 24 })), act };
  };
  const change = (alias: string, input: Parameters<typeof changeSubscription>[2]) => async (context: Context) =>
    void (await changeSubscription(context, contractOf(alias), input));
  return [
    // Prepaid credit that the next invoices burn down.
    daysAgo(200, async (context) => {
      const reason = "Credit bought for the year";
      await createCreditGrant(context, "vantage-retail-media", { amount: "20000.00", reason });
      await createCreditGrant(context, "castellan-legal", { amount: "2500.00", reason });
    }),
    daysAgo(150, change("tessellate-studio", { planId: catalogue.EUR.plans.scale, description: "Grown into Scale" })),
    daysAgo(75, change("aurum-payments", { planId: catalogue.USD.plans.scale, description: "Grown into Scale" })),
    daysAgo(45, change("greywater-systems", { planId: catalogue.USD.plans.starter, description: "A smaller team" })),
    daysAgo(20, change("altamira-travel", { planId: catalogue.EUR.plans.starter, description: "A quiet season" })),
    daysAgo(70, async (context) => {
      const reason = {
        reason: "moving_provider",
        reasonDescription: "Taken over by a group with tools of its own",
      } as const;
      await cancelSubscription(context, contractOf("summit-tutors"), { ...reason, effective: "period_end" });
    }),
    daysAgo(12, async (context) => {
      await pauseSubscription(context, contractOf("moana-fisheries"), { effective: "now" });
    }),
    daysAgo(55, (context) => giveBack(context, "account_credit", "copperline-hardware")),
    daysAgo(25, (context) => giveBack(context, "apply", "quayside-foods")),
    daysAgo(30, refundSomething),
    daysAgo(
      6,
      async (context) => void (await sendQuote(context, contractOf("juniper-analytics"), { sendEmail: false })),
    ),
    daysAgo(5, async (context) => {
      const { token } = await sendQuote(context, contractOf("vela-navigation"), { sendEmail: false });
      const signer = {
        signerName: "Marta Kovač",
        signerEmail: "contact@vela-navigation.example",
        signerJobTitle: "CFO",
      };
      await acceptQuote(context, token, { ...signer, networkAddress: "192.0.2.44" });
    }),
    daysAgo(3, (context) => tryOut(context, catalogue)),
    daysAgo(2, (context) => sendStrangeEvents(context, now)),
  ];
}

/** 40.00 of a line of the latest invoice that is open, as a credit note. */
async function giveBack(context: Context, outcome: "account_credit" | "apply", alias: string): Promise<void> {
  const [open] = await openInvoices(context, alias);
  invariant(open !== undefined, `${alias} owes nothing`);
  const line = (await getInvoice(context, open.id)).lineItems.find(
    ({ totalPrice }) => Decimal.of(totalPrice).compare(Decimal.of("50")) > 0,
  );
  invariant(line !== undefined, `${alias} has nothing to give back`);
  const reason = "The service was away for an afternoon.";
  await createCreditNote(context, {
    invoiceId: open.id,
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
  await refundPayment(context, payment.id, { amount: "25.00", reason: "A seat was charged that nobody had." });
}

/** An account whose time a developer moves by hand. */
async function tryOut(context: Context, catalogue: Catalogue): Promise<void> {
  const clock = await createTestClock(context, { frozenTime: context.clock.now(), name: "Trying out renewals" });
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

/** Usage of a customer whom nobody has made an account for. */
async function sendStrangeEvents(context: Context, now: Temporal.Instant): Promise<void> {
  const events = Array.from({ length: 12 }, (_, place) => ({
    uniqueId: `unmatched-${place + 1}`,
    account: place < 9 ? "marlowe-and-sons" : "crm-99017",
    eventName: eventNames.calls,
    properties: { calls: 1_200 + place * 310, milliseconds: 88, region: "eu-west" },
    timestamp: instantText(now.subtract({ hours: 49 + place })),
  }));
  await ingestEvents(context, events);
}
