import type { FaultCase } from "../fault-case.ts";
import type { World } from "../fault-platform.ts";

async function portal(world: World): Promise<{ id: string; token: string }> {
  const made = await world.api.post(`/accounts/${world.accountId}/portal-link`, { mayCancel: true });
  return { id: made.id, token: String(made["token"]) };
}

export const portalCases: readonly FaultCase[] = [
  {
    useCase: "createPortalLink",
    title: "a link to the portal",
    arrange: (world) =>
      Promise.resolve(() => world.send("POST", `/accounts/${world.accountId}/portal-link`, { mayCancel: true })),
  },
  {
    useCase: "revokePortalLink",
    title: "a link to the portal that is revoked, with the payment page made by it",
    async arrange(world) {
      const { id, token } = await portal(world);
      const invoice = await world.invoice("40.00", { autoIssue: true });
      await world.api.post(`/public/portal/${token}/invoices/${invoice.id}/payment-link`);
      return () => world.send("DELETE", `/accounts/${world.accountId}/portal-links/${id}`);
    },
  },
  {
    useCase: "updateBillingDetails",
    title: "billing details that the customer changes",
    async arrange(world) {
      const { token } = await portal(world);
      const billingAddress = { line1: "2 High St", city: "Paris", postalCode: "75001" };
      const details = { name: "Acme SAS", billingEmail: "pay@acme.example", billingAddress };
      return () => world.send("PATCH", `/public/portal/${token}/billing-details`, details);
    },
  },
  {
    useCase: "createPortalInvoiceLink",
    title: "a payment page that the customer opens from the portal",
    async arrange(world) {
      const { token } = await portal(world);
      const invoice = await world.invoice("40.00", { autoIssue: true });
      return () => world.send("POST", `/public/portal/${token}/invoices/${invoice.id}/payment-link`);
    },
  },
  {
    useCase: "createInvoiceLink",
    title: "a payment link",
    async arrange(world) {
      const { id } = await world.invoice("40.00", { autoIssue: true });
      return () => world.send("POST", `/invoices/${id}/payment-link`, {});
    },
  },
  {
    useCase: "mailNewInvoiceLink",
    title: "a new link that the holder of an expired one has mailed",
    async arrange(world) {
      const { id } = await world.invoice("40.00", { autoIssue: true });
      const { token } = await world.api.post(`/invoices/${id}/payment-link`, { expiresAt: "2026-01-15T11:00:00Z" });
      world.wait(2 * 3_600_000);
      return () => world.send("POST", `/public/invoices/${String(token)}/new-link`);
    },
  },
  {
    useCase: "revokeInvoiceLink",
    title: "a payment link that is revoked",
    async arrange(world) {
      const invoice = await world.invoice("40.00", { autoIssue: true });
      const { id } = await world.api.post(`/invoices/${invoice.id}/payment-link`, {});
      return () => world.send("DELETE", `/invoices/${invoice.id}/payment-links/${id}`);
    },
  },
  {
    useCase: "sendQuote",
    title: "a quote that is sent again, with its mail",
    async arrange(world) {
      const id = await world.subscribe([await world.price("31.00")]);
      await world.api.post(`/subscriptions/${id}/send`, {});
      return () => world.send("POST", `/subscriptions/${id}/send`, {});
    },
  },
  {
    useCase: "acceptQuote",
    title: "accepting a quote that is activated by hand",
    async arrange(world) {
      const id = await world.subscribe([await world.price("31.00")]);
      const { token } = await world.api.post(`/subscriptions/${id}/send`, {});
      const signer = { signerName: "Ada Byron", signerEmail: "ada@acme.example", signerJobTitle: "CFO" };
      return () => world.send("POST", `/quotes/${String(token)}/accept`, signer);
    },
  },
  {
    useCase: "declineQuote",
    title: "declining a quote while its mail is queued",
    async arrange(world) {
      const id = await world.subscribe([await world.price("31.00")]);
      const { token } = await world.api.post(`/subscriptions/${id}/send`, {});
      const decliner = { declinerName: "Ada Byron", declinerEmail: "ada@acme.example", reason: "Too expensive." };
      return () => world.send("POST", `/quotes/${String(token)}/decline`, decliner);
    },
  },
  {
    useCase: "sendQuote",
    title: "a quote that is sent for the first time, with its number",
    async arrange(world) {
      const id = await world.subscribe([await world.price("31.00")]);
      return () => world.send("POST", `/subscriptions/${id}/send`, {});
    },
  },
];
