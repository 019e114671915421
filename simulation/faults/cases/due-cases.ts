import { bookCosts, runDueWork, runTestClocks } from "@counterfoil/service";
import type { FaultCase } from "../fault-case.ts";
import type { World } from "../fault-platform.ts";

const DAY = 86_400_000;

async function running(world: World, terms: object = {}): Promise<string> {
  const id = await world.subscribe([await world.price("31.00")], terms);
  await world.api.post(`/subscriptions/${id}/activate`);
  return id;
}

const due = (title: string, arrange: (world: World) => Promise<void>): FaultCase => ({
  useCase: "runDueWork",
  title,
  isInSteps: true,
  putsAside: true,
  async arrange(world) {
    await arrange(world);
    return () => runDueWork(world.context);
  },
});

export const dueCases: readonly FaultCase[] = [
  due("the month's billing of two contracts", async (world) => {
    await running(world);
    await running(world);
    world.wait(20 * DAY);
  }),
  due("a cancellation whose day has come", async (world) => {
    const id = await running(world);
    await world.api.post(`/subscriptions/${id}/cancel`, { reason: "other", effective: "period_end" });
    world.wait(20 * DAY);
  }),
  due("an accepted quote whose contract begins", async (world) => {
    const terms = { activationMode: "automatic", contractStartDate: "2026-01-18" };
    const id = await world.subscribe([await world.price("31.00")], terms);
    const { token } = await world.api.post(`/subscriptions/${id}/send`, {});
    const signer = { signerName: "Ada Byron", signerEmail: "ada@acme.example", signerJobTitle: "CFO" };
    await world.send("POST", `/quotes/${String(token)}/accept`, signer);
    world.wait(4 * DAY);
  }),
  due("invoices that become overdue", async (world) => {
    await world.invoice("40.00", { autoIssue: true, paymentTerms: "net_7" });
    world.wait(10 * DAY);
  }),
  due("credit that expires", async (world) => {
    const terms = { amount: "10.00", currency: "USD", expiresAt: "2026-01-16T00:00:00Z" };
    await world.api.post(`/accounts/${world.accountId}/credit-grants`, terms);
    world.wait(2 * DAY);
  }),
  due("credit that is topped up", async (world) => {
    const topUp = { threshold: "5", amount: "100" };
    await world.api.patch(`/accounts/${world.accountId}/credit-settings`, { topUp });
    world.wait(DAY);
  }),
  {
    useCase: "runTestClocks",
    title: "two months on a test clock",
    isInSteps: true,
    putsAside: true,
    async arrange(world) {
      const clock = await world.api.post("/test-clocks", { frozenTime: "2026-01-15T10:00:00Z" });
      const account = await world.api.post("/accounts", { name: "Later", currency: "USD", testClockId: clock.id });
      await running(world, { accountId: account.id });
      await world.api.post(`/test-clocks/${clock.id}/advance`, { frozenTime: "2026-03-02T10:00:00Z" });
      return () => runTestClocks(world.context);
    },
  },
  {
    useCase: "bookCosts",
    title: "costs of two days that have ended",
    isInSteps: true,
    async arrange(world) {
      const cost = { amount: "1.25", currency: "USD" };
      const events = ["2026-01-13T09:00:00Z", "2026-01-14T09:00:00Z"].map((timestamp) => ({
        uniqueId: timestamp,
        account: world.accountId,
        eventName: "call",
        timestamp,
        cost,
      }));
      await world.api.post("/events", { events });
      world.wait(4 * DAY);
      return () => bookCosts(world.context);
    },
  },
];
