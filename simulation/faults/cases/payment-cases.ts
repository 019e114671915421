import { runPayments } from "@counterfoil/service";
import type { FaultCase } from "../fault-case.ts";
import type { World } from "../fault-platform.ts";

/** Longer than a claim of a provider call, so that another worker takes over. */
const CALL_OVER = 200_000;

/** The worker's round of payments, some minutes later. */
async function collect(world: World): Promise<void> {
  world.wait(CALL_OVER);
  const failures: unknown[] = [];
  await runPayments(world.context, (failure) => failures.push(failure));
  if (failures.length > 0) throw failures[0];
}

async function settle(world: World): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await collect(world);
    await world.tellNews();
  }
}

/** A subscription whose first invoice waits to be collected. */
async function toCollect(world: World): Promise<void> {
  const id = await world.subscribe([await world.price("31.00")], { autoPayInvoices: true });
  await world.api.post(`/subscriptions/${id}/activate`);
}

export const paymentCases: readonly FaultCase[] = [
  {
    useCase: "runPayments",
    title: "collecting an invoice at the provider",
    isInSteps: true,
    putsAside: true,
    settle,
    async arrange(world) {
      await world.leaveMethod("works");
      await toCollect(world);
      return () => collect(world);
    },
  },
  {
    useCase: "runPayments",
    title: "a card that is declined",
    isInSteps: true,
    putsAside: true,
    settle,
    async arrange(world) {
      await world.leaveMethod("declined");
      await toCollect(world);
      return () => collect(world);
    },
  },
  {
    useCase: "runPayments",
    title: "a refund at the provider",
    isInSteps: true,
    putsAside: true,
    settle,
    async arrange(world) {
      await world.leaveMethod("works");
      await toCollect(world);
      await settle(world);
      const { items } = await world.api.get<{ items: { id: string }[] }>("/payments");
      await world.api.post(`/payments/${items[0]?.id}/refunds`, { amount: "11.00", reason: "Goodwill" });
      return () => collect(world);
    },
  },
  {
    useCase: "receiveProviderNews",
    title: "news that a debit arrived",
    isInSteps: true,
    settle,
    async arrange(world) {
      await world.leaveMethod("takes_days");
      await toCollect(world);
      await settle(world);
      const intent = [...world.stripe.books.intents.values()].findLast(({ status }) => status === "processing");
      world.stripe.books.settle(intent?.id ?? "", true);
      return async () => Math.max(...(await world.tellNews()));
    },
  },
  {
    useCase: "payAllInPortal",
    title: "a customer who begins to pay all open invoices in the portal",
    isInSteps: true,
    isDoneByWhoever: true,
    async arrange(world) {
      await world.leaveMethod("works");
      await world.invoice("40.00", { autoIssue: true });
      await world.invoice("25.50", { autoIssue: true });
      const { token } = await world.api.post(`/accounts/${world.accountId}/portal-link`, {});
      return async () => {
        // If the caller is gone, a worker calls the provider instead.
        await collect(world);
        return world.send("POST", `/public/portal/${String(token)}/payments`, { currency: "USD" });
      };
    },
    async settle(world) {
      for (const due of [40_00, 25_50]) {
        const intent = [...world.stripe.books.intents.values()].findLast(({ amount }) => amount === due);
        world.stripe.books.payInBrowser(intent?.client_secret ?? "", "works");
      }
      await world.tellNews();
    },
  },
  {
    useCase: "payHostedInvoice",
    title: "a customer who begins to pay on the page",
    isInSteps: true,
    isDoneByWhoever: true,
    async arrange(world) {
      await world.leaveMethod("works");
      const { id } = await world.invoice("40.00", { autoIssue: true });
      const { token } = await world.api.post(`/invoices/${id}/payment-link`, {});
      return async () => {
        // If the caller is gone, a worker calls the provider instead.
        await collect(world);
        return world.send("POST", `/public/invoices/${String(token)}/pay`);
      };
    },
    async settle(world) {
      const intent = [...world.stripe.books.intents.values()].findLast(({ amount }) => amount === 40_00);
      world.stripe.books.payInBrowser(intent?.client_secret ?? "", "works");
      await world.tellNews();
    },
  },
];
