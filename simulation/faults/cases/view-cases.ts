import type { FaultCase } from "../fault-case.ts";

const OVERDUE = { list: "invoices", name: "Overdue", filters: { status: "overdue" }, sort: "dueDate:asc" };

function costPrice(metricId: string) {
  return { metricId, properties: { model: "large" }, unitCost: "0.5", currency: "USD", validFrom: "2024-01-01" };
}

async function costedMetric(world: Parameters<FaultCase["arrange"]>[0]): Promise<string> {
  const { id } = await world.api.post("/metrics", {
    name: "Cost",
    eventName: "cost",
    aggregation: { method: "count" },
  });
  return id;
}

/** Saved views, cost prices, exchange rates, and reminders at a user's request. */
export const viewCases: readonly FaultCase[] = [
  {
    useCase: "remindOfInvoice",
    title: "a reminder of an unpaid invoice",
    async arrange(world) {
      await world.api.patch(`/accounts/${world.accountId}`, { contactEmail: "ada@acme.example" });
      const invoice = await world.invoice("40.00", { autoIssue: true });
      return () => world.send("POST", `/invoices/${invoice.id}/remind`);
    },
  },
  {
    useCase: "updateSavedView",
    title: "a view whose filters are replaced",
    async arrange(world) {
      const view = await world.api.post("/views", OVERDUE);
      return () => world.send("PATCH", `/views/${view.id}`, { name: "Paid", filters: { status: "paid" } });
    },
  },
  {
    useCase: "deleteSavedView",
    title: "a view that is deleted",
    async arrange(world) {
      const view = await world.api.post("/views", OVERDUE);
      return () => world.send("DELETE", `/views/${view.id}`);
    },
  },
  {
    useCase: "setExchangeRates",
    title: "two exchange rates, one of which replaces another",
    async arrange(world) {
      const march = { fromCurrency: "USD", toCurrency: "EUR", date: "2024-03-01", rate: "0.92" };
      await world.send("PUT", "/exchange-rates", { items: [march] });
      const april = { ...march, date: "2024-04-01", rate: "0.93" };
      return () => world.send("PUT", "/exchange-rates", { items: [{ ...march, rate: "0.94" }, april] });
    },
  },
  {
    useCase: "deleteExchangeRate",
    title: "an exchange rate that is deleted",
    async arrange(world) {
      const items = [{ fromCurrency: "USD", toCurrency: "EUR", date: "2024-03-01", rate: "0.92" }];
      await world.send("PUT", "/exchange-rates", { items });
      const [rate] = (await world.api.get<{ items: { id: string }[] }>("/exchange-rates")).items;
      return () => world.send("DELETE", `/exchange-rates/${rate?.id}`);
    },
  },
  {
    useCase: "createCostPrice",
    title: "a cost price that begins in the past",
    async arrange(world) {
      const metricId = await costedMetric(world);
      return () => world.send("POST", "/cost-prices", costPrice(metricId));
    },
  },
  {
    useCase: "updateCostPrice",
    title: "a cost price that ends",
    async arrange(world) {
      const { id } = await world.api.post("/cost-prices", costPrice(await costedMetric(world)));
      return () => world.send("PATCH", `/cost-prices/${id}`, { validUntil: "2024-02-01" });
    },
  },
  {
    useCase: "deleteCostPrice",
    title: "a cost price that is deleted",
    async arrange(world) {
      const { id } = await world.api.post("/cost-prices", costPrice(await costedMetric(world)));
      return () => world.send("DELETE", `/cost-prices/${id}`);
    },
  },
  {
    useCase: "createSavedView",
    title: "a view of the list of invoices",
    async arrange(world) {
      return () => world.send("POST", "/views", { ...OVERDUE, columns: ["number", "due"] });
    },
  },
];
