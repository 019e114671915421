import type { FaultCase } from "../fault-case.ts";
import type { World } from "../fault-platform.ts";

async function issued(world: World, amount: string) {
  const invoice = await world.invoice(amount);
  await world.api.post(`/invoices/${invoice.id}/issue`);
  return invoice;
}

async function paid(world: World, amount: string) {
  const invoice = await issued(world, amount);
  const payment = await world.api.post(`/invoices/${invoice.id}/payments`, { amount, method: "cash" });
  return { invoice, payment };
}

const grant = (world: World, amount: string) =>
  world.api.post(`/accounts/${world.accountId}/credit-grants`, { amount, currency: "USD" });

const note = (outcome: "apply" | "refund" | "account_credit"): FaultCase => ({
  useCase: "createCreditNote",
  title: `a credit note that is to ${outcome}`,
  async arrange(world) {
    const invoice = outcome === "apply" ? await issued(world, "90.00") : (await paid(world, "90.00")).invoice;
    const lines = [{ lineItemId: invoice.lineItems[0]?.id, amount: "30.00" }];
    return () =>
      world.send("POST", "/credit-notes", { invoiceId: invoice.id, reason: "Less was done", lines, outcome });
  },
});

const previewedNote: FaultCase = {
  useCase: "previewCreditNote",
  title: "a preview of a credit note that refunds, which writes nothing",
  async arrange(world) {
    const { invoice } = await paid(world, "90.00");
    const lines = [{ lineItemId: invoice.lineItems[0]?.id, amount: "30.00" }];
    const body = { invoiceId: invoice.id, reason: "Less was done", lines, outcome: "refund" };
    return () => world.send("POST", "/credit-notes/preview", body);
  },
};

export const invoiceCases: readonly FaultCase[] = [
  {
    useCase: "createInvoice",
    title: "a one-off invoice, issued at once",
    async arrange(world) {
      await grant(world, "10.00");
      const lines = [{ description: "Setup", quantity: "3", unitPrice: "19.99" }];
      return () => world.send("POST", "/invoices", { accountId: world.accountId, lines, autoIssue: true });
    },
  },
  {
    useCase: "previewInvoice",
    title: "a preview of a one-off invoice that would be issued, which writes nothing",
    async arrange(world) {
      await grant(world, "10.00");
      const lines = [{ description: "Setup", quantity: "3", unitPrice: "19.99" }];
      return () => world.send("POST", "/invoices/preview", { accountId: world.accountId, lines, autoIssue: true });
    },
  },
  {
    useCase: "issueInvoice",
    title: "issuing a draft that draws credit",
    async arrange(world) {
      await grant(world, "10.00");
      const { id } = await world.invoice("40.00");
      return () => world.send("POST", `/invoices/${id}/issue`);
    },
  },
  {
    useCase: "payFromCredit",
    title: "account credit that pays an open invoice",
    async arrange(world) {
      const { id } = await issued(world, "40.00");
      await issued(world, "-15.00");
      return () => world.send("POST", `/invoices/${id}/apply-credit`, { amount: "12.00" });
    },
  },
  {
    useCase: "convertCredit",
    title: "account credit that is converted",
    async arrange(world) {
      await issued(world, "-15.00");
      const body = { from: "USD", to: "EUR", amount: "10.00", rate: "0.92", reason: "Pays in euros" };
      return () => world.send("POST", `/accounts/${world.accountId}/credit-conversions`, body);
    },
  },
  {
    useCase: "voidInvoice",
    title: "voiding an invoice that drew credit",
    async arrange(world) {
      await grant(world, "10.00");
      const { id } = await issued(world, "40.00");
      return () => world.send("POST", `/invoices/${id}/void`, { reason: "By mistake" });
    },
  },
  {
    useCase: "voidInvoice",
    title: "voiding an invoice of a subscription and billing it again",
    async arrange(world) {
      const subscription = await world.subscribe([await world.price("35.00")]);
      await world.api.post(`/subscriptions/${subscription}/activate`);
      const { items } = await world.api.get<{ items: { id: string }[] }>("/invoices");
      return () => world.send("POST", `/invoices/${items[0]?.id}/void`, { reason: "By mistake", rebill: true });
    },
  },
  previewedNote,
  note("apply"),
  note("refund"),
  note("account_credit"),
  {
    useCase: "markUncollectible",
    title: "giving up an invoice",
    async arrange(world) {
      const { id } = await issued(world, "40.00");
      return () => world.send("POST", `/invoices/${id}/mark-uncollectible`);
    },
  },
  {
    useCase: "recordPayment",
    title: "a payment of more than is due",
    async arrange(world) {
      const { id } = await issued(world, "40.00");
      return () => world.send("POST", `/invoices/${id}/payments`, { amount: "55.00", method: "cash" });
    },
  },
  {
    useCase: "refundPayment",
    title: "a refund of a part",
    async arrange(world) {
      const { payment } = await paid(world, "40.00");
      return () => world.send("POST", `/payments/${payment.id}/refunds`, { amount: "15.00", reason: "Goodwill" });
    },
  },
  {
    useCase: "createCreditGrant",
    title: "a grant",
    async arrange(world) {
      const body = { amount: "10.00", currency: "USD", reason: "Welcome" };
      return () => world.send("POST", `/accounts/${world.accountId}/credit-grants`, body);
    },
  },
  {
    useCase: "voidCreditGrant",
    title: "voiding a grant of which something was used",
    async arrange(world) {
      const { id } = await grant(world, "50.00");
      await issued(world, "20.00");
      return () => world.send("POST", `/credit-grants/${id}/void`, { reason: "Given by mistake" });
    },
  },
];
