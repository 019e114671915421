import type { FaultCase } from "../fault-case.ts";
import type { World } from "../fault-platform.ts";

/** An active, billed contract of 30.00 a month. */
async function running(world: World, terms: object = {}): Promise<string> {
  const id = await world.subscribe([await world.price("31.00")], terms);
  await world.api.post(`/subscriptions/${id}/activate`);
  return id;
}

async function priceOf(world: World, subscriptionId: string): Promise<string> {
  const version = await world.api.get<{ priceGroups: { priceIds?: string[]; prices?: { id: string }[] }[] }>(
    `/subscriptions/${subscriptionId}/versions/current`,
  );
  const [group] = version.priceGroups;
  return group?.priceIds?.[0] ?? group?.prices?.[0]?.id ?? "";
}

const change = (useCase: string, path: string, title: string, amount: string): FaultCase => ({
  useCase,
  title,
  async arrange(world) {
    const id = await running(world);
    const priceId = await priceOf(world, id);
    const newPriceId = await world.price(amount);
    return () => world.send("POST", `/subscriptions/${id}/${path}`, { update: [{ priceId, newPriceId }] });
  },
});

export const subscriptionCases: readonly FaultCase[] = [
  {
    useCase: "activateSubscription",
    title: "activation that bills, issues and draws credit",
    async arrange(world) {
      await world.api.post(`/accounts/${world.accountId}/credit-grants`, { amount: "10.00", currency: "USD" });
      const id = await world.subscribe([await world.price("31.00"), await world.price("12.00")]);
      return () => world.send("POST", `/subscriptions/${id}/activate`);
    },
  },
  change("changeSubscription", "changes", "a change to more, invoiced at once", "62.00"),
  change("changeSubscription", "changes", "a change to less, with credit", "15.50"),
  change("previewChange", "changes/preview", "a preview, which writes nothing", "62.00"),
  {
    useCase: "cancelSubscription",
    title: "a cancellation that gives back what is left, at once",
    async arrange(world) {
      const id = await running(world);
      const body = { reason: "other", effective: "now", credit: "prorate", invoiceNow: true };
      return () => world.send("POST", `/subscriptions/${id}/cancel`, body);
    },
  },
  {
    useCase: "previewCancellation",
    title: "a preview of a cancellation, which writes nothing",
    async arrange(world) {
      const id = await running(world);
      const body = { effective: "now", credit: "prorate", invoiceNow: true };
      return () => world.send("POST", `/subscriptions/${id}/cancel/preview`, body);
    },
  },
  {
    useCase: "cancelInPortal",
    title: "a cancellation by the customer",
    async arrange(world) {
      const id = await running(world);
      const { accountId } = await world.api.get<{ accountId: string }>(`/subscriptions/${id}`);
      const { token } = await world.api.post<{ token: string }>(`/accounts/${accountId}/portal-link`, {
        mayCancel: true,
      });
      return () => world.send("POST", `/public/portal/${token}/subscriptions/${id}/cancel`, { reason: "other" });
    },
  },
  {
    useCase: "withdrawCancellation",
    title: "taking a cancellation back",
    async arrange(world) {
      const id = await running(world);
      await world.api.post(`/subscriptions/${id}/cancel`, { reason: "other", effective: "period_end" });
      return () => world.send("POST", `/subscriptions/${id}/cancel/withdraw`);
    },
  },
  {
    useCase: "pauseSubscription",
    title: "a pause from now",
    async arrange(world) {
      const id = await running(world);
      return () => world.send("POST", `/subscriptions/${id}/pause`, { effective: "now" });
    },
  },
  {
    useCase: "resumeSubscription",
    title: "a pause that ends",
    async arrange(world) {
      const id = await running(world);
      await world.api.post(`/subscriptions/${id}/pause`, { effective: "now" });
      world.wait(3 * 86_400_000);
      // Record the key's last use now: a failed record is ignored, and the request would succeed too early.
      await world.api.get("/organization");
      return () => world.send("POST", `/subscriptions/${id}/resume`, { effective: "now" });
    },
  },
  {
    useCase: "publishVersion",
    title: "publishing a version of the past, which corrects what was billed",
    async arrange(world) {
      const id = await running(world);
      const path = `/subscriptions/${id}/versions`;
      const priceGroups = [{ priceIds: [await world.price("62.00")] }];
      const draft = await world.api.post(path, { startDate: "2026-01-20", priceGroups });
      return () => world.send("POST", `${path}/${draft.id}/publish`);
    },
  },
  {
    useCase: "createQuote",
    title: "a quote that is activated at once",
    async arrange(world) {
      const priceGroups = [{ priceIds: [await world.price("31.00")] }];
      const plan = await world.api.post("/plans", { name: "Pro", currency: "USD", priceGroups });
      return () =>
        world.send("POST", "/quotes", { quoteTemplateId: plan.id, accountId: world.accountId, activate: true });
    },
  },
  {
    useCase: "acceptQuote",
    title: "accepting a quote that starts by itself",
    async arrange(world) {
      const id = await world.subscribe([await world.price("31.00")], { activationMode: "automatic" });
      const { token } = await world.api.post(`/subscriptions/${id}/send`, {});
      const signer = { signerName: "Ada Byron", signerEmail: "ada@acme.example", signerJobTitle: "CFO" };
      return () => world.send("POST", `/quotes/${String(token)}/accept`, signer);
    },
  },
];
