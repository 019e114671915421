import type { SandboxStory } from "./sandbox-story.ts";

/** How a notification is caused, and what `--list` says of it. */
export interface TriggerStory {
  readonly summary: string;
  run(story: SandboxStory): Promise<unknown>;
}

/** The stories of notifications about customers, contracts and quotes. */
const CONTRACT_STORIES = {
  "account.created": { summary: "create a customer", run: async () => undefined },
  "account.updated": {
    summary: "rename a customer",
    run: ({ client, account }) => client.accounts.update(account.id, { name: `${account.name} Ltd` }),
  },
  "subscription.sent": { summary: "send a quote", run: (story) => sendQuote(story) },
  "subscription.accepted": {
    summary: "send a quote, and sign it",
    async run(story) {
      const token = await sendQuote(story);
      await story.client.quotes.accept(token, { signerName: "Ada Ames", signerEmail: "ada@trigger.example" });
    },
  },
  "subscription.declined": {
    summary: "send a quote, and decline it",
    run: async (story) =>
      story.client.quotes.decline(await sendQuote(story), { declinerName: "Ada Ames", reason: "Trigger" }),
  },
  "subscription.activated": { summary: "activate a subscription", run: ({ subscription }) => subscription() },
  "subscription.started": {
    summary: "activate a subscription, and let its contract begin",
    async run({ subscription, advanceTo }) {
      await subscription({ contractStartDate: "2026-01-10" });
      await advanceTo("2026-01-11");
    },
  },
  "subscription.updated": {
    summary: "schedule a cancellation, and withdraw it",
    async run({ client, subscription }) {
      const { id } = await subscription();
      await client.subscriptions.cancel(id, { effective: "period_end", reason: "pricing" });
      await client.subscriptions.withdrawCancellation(id);
    },
  },
  "subscription.cancelation_scheduled": {
    summary: "cancel a subscription at the end of its period",
    async run({ client, subscription }) {
      await client.subscriptions.cancel((await subscription()).id, { effective: "period_end", reason: "pricing" });
    },
  },
  "subscription.canceled": {
    summary: "cancel a subscription, and let it end",
    async run({ client, subscription, advanceTo }) {
      await client.subscriptions.cancel((await subscription()).id, { effective: "period_end", reason: "pricing" });
      await advanceTo("2026-02-02");
    },
  },
  "subscription.renewed": {
    summary: "let a term of one month end and renew",
    async run({ subscription, advanceTo }) {
      const term = { contractPeriodType: "fixed", contractDuration: 1 };
      await subscription({ ...term, autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 1 });
      await advanceTo("2026-02-02");
    },
  },
  "subscription.paused": {
    summary: "pause a subscription",
    async run({ client, subscription, advanceTo }) {
      await client.subscriptions.pause((await subscription()).id);
      await advanceTo("2026-01-02");
    },
  },
  "subscription.resumed": {
    summary: "pause a subscription, and resume it",
    async run({ client, subscription, advanceTo }) {
      const { id } = await subscription();
      await client.subscriptions.pause(id);
      await advanceTo("2026-01-10");
      await client.subscriptions.resume(id);
    },
  },
  "subscription.version.published": {
    summary: "change what a subscription sells",
    run: (story) => changePlan(story),
  },
  "subscription.version.superseded": {
    summary: "change what a subscription sells",
    run: (story) => changePlan(story),
  },
} satisfies Record<string, TriggerStory>;

/** The stories of notifications about money and usage. */
const MONEY_STORIES = {
  "invoice.created": { summary: "bill the first month of a subscription", run: ({ subscription }) => subscription() },
  "invoice.issued": {
    summary: "bill a month, and wait for the grace period",
    run: ({ issuedInvoice }) => issuedInvoice(),
  },
  "invoice.paid": { summary: "issue an invoice, and pay all of it", run: ({ paidInvoice }) => paidInvoice() },
  "invoice.overdue": {
    summary: "issue an invoice, and let its due date pass",
    async run({ issuedInvoice, advanceTo }) {
      await issuedInvoice();
      await advanceTo("2026-02-10");
    },
  },
  "invoice.voided": {
    summary: "issue an invoice, and void it",
    run: async ({ client, issuedInvoice }) => client.invoices.void((await issuedInvoice()).id, { reason: "Trigger" }),
  },
  "payment.created": { summary: "record a payment of an invoice", run: ({ paidInvoice }) => paidInvoice() },
  "payment.refunded": {
    summary: "pay an invoice, and refund 10.00",
    async run({ client, paidInvoice }) {
      const { paymentId } = await paidInvoice();
      await client.payments.createRefund(paymentId, { amount: "10.00", reason: "Trigger" });
    },
  },
  "credit_note.issued": {
    summary: "issue an invoice, and credit 10.00 of its first line",
    async run({ client, issuedInvoice }) {
      const { id, lineItems } = await issuedInvoice();
      const [line] = lineItems;
      if (line === undefined) return;
      const lines = [{ lineItemId: line.id, amount: "10.00" }];
      await client.creditNotes.create({ invoiceId: id, reason: "Trigger", lines, outcome: "apply" });
    },
  },
  "credit.granted": {
    summary: "grant 100.00 of credit",
    run: ({ client, account }) => client.accounts.createCreditGrant(account.id, { amount: "100.00" }),
  },
  "credit.balance_low": {
    summary: "let an invoice draw credit below a threshold of 80.00",
    async run({ client, account, issuedInvoice }) {
      await client.accounts.updateCreditSettings(account.id, { lowBalanceThreshold: "80.00" });
      await client.accounts.createCreditGrant(account.id, { amount: "100.00" });
      await issuedInvoice();
    },
  },
  "credit.balance_depleted": {
    summary: "let an invoice draw all credit",
    async run({ client, account, issuedInvoice }) {
      await client.accounts.createCreditGrant(account.id, { amount: "20.00" });
      await issuedInvoice();
    },
  },
  "credit.expired": {
    summary: "grant credit, and let it expire",
    async run({ client, account, advanceTo }) {
      await client.accounts.createCreditGrant(account.id, { amount: "20.00", expiresAt: "2026-01-05T00:00:00Z" });
      await advanceTo("2026-01-06");
    },
  },
  "usage.threshold_reached": {
    summary: "use more than the threshold of a usage alert",
    async run({ client, account, plan, advanceTo }) {
      const { metricId, eventName } = await plan();
      await client.usageAlerts.create({
        name: account.name,
        metricId,
        measure: "quantity",
        period: "month",
        accountId: account.id,
        thresholds: ["100"],
      });
      await advanceTo("2026-01-10");
      await client.events.ingest({ events: [usage(account.id, eventName, { calls: 150 })] });
    },
  },
  "spend_limit.reached": {
    summary: "use more than a spend limit of 1.00",
    async run({ client, account, plan, subscription, advanceTo }) {
      await subscription();
      await client.spendLimits.create({ accountId: account.id, amount: "1.00", enforcement: "soft" });
      const { eventName } = await plan();
      await advanceTo("2026-01-10");
      await client.events.ingest({ events: [usage(account.id, eventName, { calls: 150 })] });
    },
  },
  "margin.low": {
    summary: "turn on marginAlert if it is off, and let usage cost more than its revenue",
    async run({ client, account, plan, subscription, advanceTo }) {
      const { marginAlert } = await client.organization.get();
      if (marginAlert === null) await client.organization.update({ marginAlert: { percent: "20" } });
      await subscription();
      const { eventName } = await plan();
      await advanceTo("2026-01-10");
      const event = usage(account.id, eventName, { calls: 150 });
      await client.events.ingest({ events: [{ ...event, cost: { amount: "1000.00", currency: account.currency } }] });
    },
  },
  "event.rejected": {
    summary: "send an event that is stored and one that is rejected; takes a minute",
    async run({ client, account }) {
      const { uniqueId, ...rest } = usage(account.id, "trigger.rejected", { calls: 1 });
      const conflict = { ...rest, uniqueId, properties: { calls: 2 } };
      await client.events.ingest({ events: [{ ...rest, uniqueId }, conflict] });
    },
  },
} satisfies Record<string, TriggerStory>;

export const STORIES: Readonly<Record<string, TriggerStory>> = { ...CONTRACT_STORIES, ...MONEY_STORIES };

/** The types without a story, and what they need. */
export const WITHOUT_STORY: Readonly<Record<string, string>> = {
  "account.note.mentioned": "needs a second person in the organization",
  "invoice.failed": "needs a payment provider",
  "invoice.reminder": "needs retries or reminders in the payment settings",
  "payment.failed": "needs a payment provider",
  "credit.converted": "needs credit in another currency and an exchange rate",
};

async function sendQuote({ client, draft }: SandboxStory): Promise<string> {
  const { token } = await client.subscriptions.sendQuote((await draft()).id, { sendEmail: false });
  return token;
}

async function changePlan({ client, subscription, plan, advanceTo }: SandboxStory): Promise<void> {
  const { id } = await subscription();
  await advanceTo("2026-01-15");
  const { planId } = await plan();
  await client.subscriptions.change(id, { planId });
}

function usage(account: string, eventName: string, properties: Record<string, number>) {
  return { uniqueId: crypto.randomUUID(), account, eventName, timestamp: "2026-01-05T09:00:00Z", properties };
}
