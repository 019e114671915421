import type { FaultCase } from "../fault-case.ts";

const DETAILS = {
  contacts: [{ email: "ada@acme.example", firstName: "Ada", isPrimary: true }, { email: "bob@acme.example" }],
  billingAddress: { line1: "1 Main St", city: "Berlin", postalCode: "10115" },
};

export const accountCases: readonly FaultCase[] = [
  {
    useCase: "createAccount",
    title: "an account with aliases and contacts, for which events wait",
    async arrange(world) {
      const event = { account: "crm-2", eventName: "call", timestamp: "2026-01-10T10:00:00Z" };
      await world.api.post("/events", { events: [1, 2, 3].map((n) => ({ ...event, uniqueId: `waits-${n}` })) });
      return () => world.send("POST", "/accounts", { name: "Beta", aliases: ["crm-2", "erp-2"], ...DETAILS });
    },
  },
  {
    useCase: "updateAccount",
    title: "an account whose aliases and contacts are replaced",
    async arrange(world) {
      await world.api.patch(`/accounts/${world.accountId}`, { aliases: ["crm-1", "erp-1"], ...DETAILS });
      const contacts = [{ email: "cleo@acme.example", isPrimary: true }];
      const change = { name: "Acme Inc.", aliases: ["crm-1", "crm-3"], contacts, billingAddress: null };
      return () => world.send("PATCH", `/accounts/${world.accountId}`, change);
    },
  },
  {
    useCase: "updateAccount",
    title: "an account that moves to another zone, with its contract",
    async arrange(world) {
      const id = await world.subscribe([await world.price("31.00")]);
      await world.api.post(`/subscriptions/${id}/activate`);
      return () => world.send("PATCH", `/accounts/${world.accountId}`, { timezone: "Asia/Tokyo" });
    },
  },
  {
    useCase: "eraseAccount",
    title: "the people of an account who are erased",
    async arrange(world) {
      await world.api.patch(`/accounts/${world.accountId}`, { aliases: ["crm-1"], ...DETAILS });
      const invoice = await world.invoice("40.00", { autoIssue: true });
      await world.api.post(`/invoices/${invoice.id}/payments`, { amount: "40.00", method: "cash" });
      return () => world.send("POST", `/accounts/${world.accountId}/erase`);
    },
  },
];
