import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { systemClock } from "@counterfoil/service";
import { type Environment, type Json, startEnvironment, TEST_SECRET } from "@counterfoil/testkit/scenario";
import { type FakeStripe, startFakeStripe } from "@counterfoil/testkit/stripe";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-INV-7, R-OPS-2: a process that is killed between the provider call and its record.

let stripe: FakeStripe;
let platform: Environment;
const running: ChildProcess[] = [];

beforeAll(async () => {
  stripe = await startFakeStripe(() => systemClock.now());
  platform = await startEnvironment(systemClock, { paymentApi: stripe.api, isIdle: true });
});

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await platform.stop();
  await stripe.stop();
});

function work(millisecondsAhead: number): ChildProcess {
  const child = fork(join(import.meta.dirname, "paying-process.ts"), {
    env: {
      ...process.env,
      APP_URL: platform.database.appUrl,
      SECRET: TEST_SECRET,
      STRIPE_PORT: String(stripe.api.port),
      MILLISECONDS_AHEAD: String(millisecondsAhead),
    },
  });
  running.push(child);
  return child;
}

const CLAIM_MILLISECONDS = 180_000;

test("if a worker is killed after Stripe charged but before it responded, the next one finds the payment (R-INV-7)", async () => {
  const { api, id } = await platform.createOrganization({ graceHours: 0 });
  const { secretKey, webhookSecret } = stripe;
  await api.patch("/payment-settings", { provider: "stripe", stripe: { secretKey, webhookSecret } });
  const account = await api.post("/accounts", { name: "Acme", currency: "USD" });
  const setup = await api.post(`/accounts/${account.id}/payment-method/setup`);
  stripe.books.leaveMethod(String(setup["clientSecret"]), "works");
  await stripe.deliver(`${platform.url}/payment-providers/stripe/webhook/${id}`, stripe.books.events);
  const product = await api.post("/products", { name: "Base", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "35.00" }, units: 1 };
  const price = await api.post("/prices", { productId: product.id, currency: "USD", fixedPricingModel });
  const subscription = await api.post("/subscriptions", {
    accountId: account.id,
    priceGroups: [{ priceIds: [price.id] }],
    autoPayInvoices: true,
  });
  await api.post(`/subscriptions/${subscription.id}/activate`);

  stripe.faults.push({ path: "/v1/payment_intents", kind: "answer_held" });
  const killed = work(0);
  await expect.poll(() => stripe.books.cash, { timeout: 60_000 }).toBe(35_00);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const payments = async (): Promise<Json[]> => (await api.get<{ items: Json[] }>("/payments")).items;
  expect(await payments()).toMatchObject([{ status: "pending", providerPaymentId: null }]);

  work(CLAIM_MILLISECONDS + 1_000); // after the lease of the killed worker ends
  await expect.poll(async () => (await payments())[0]?.["status"], { timeout: 60_000 }).toBe("succeeded");
  expect(await payments()).toHaveLength(1);
  expect(stripe.books.intents.size).toBe(1);
  const { items } = await api.get<{ items: Json[] }>("/invoices");
  expect(items).toMatchObject([{ status: "paid", total: "35.00" }]);
});
