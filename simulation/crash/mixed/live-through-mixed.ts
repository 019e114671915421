import { setTimeout as sleep } from "node:timers/promises";
import { createDocumentRenderer } from "@counterfoil/documents";
import {
  type Context,
  createIds,
  createOrganization,
  createSecrets,
  openServices,
  systemClock,
  verifyAudit,
  verifyBooks,
} from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import { type FakeStripe, startFakeStripe } from "@counterfoil/testkit/fake-stripe";
import pg from "pg";
import { Random } from "../../random.ts";
import { startClient } from "../client.ts";
import { createAnsweredApi } from "./answered-api.ts";
import { mixedFaults } from "./mixed-faults.ts";
import { type MixedPlatform, startMixedPlatform, type Victim } from "./mixed-platform.ts";
import { startReceiver } from "./receiver.ts";
import { type Counts, moveMoney, passMonths, type Promised, type Shopping, subscribe } from "./shoppers.ts";

/** Results of a run. */
export interface MixedReport {
  readonly faults: readonly string[];
  readonly kills: Readonly<Record<Victim, number>>;
  readonly answered: number;
  readonly unanswered: number;
  readonly events: number;
  readonly counts: Counts;
  /** Existing notifications, and requests that the receiver accepted. */
  readonly notifications: number;
  readonly told: number;
}

const SECRET = "what is sealed in simulations is no secret";
const MINUTE = 60_000;
/** Longer than any claim of a dead process. */
const AHEAD = [10 * MINUTE, 20 * MINUTE, 40 * MINUTE, 120 * MINUTE, 240 * MINUTE];
const SETTLING_LOOKS = 150;

/**
 * Clients send events, sell, bill, pay, refund and credit; a worker bills, collects and notifies; API, worker and
 * PostgreSQL are killed at random moments. Afterwards everything answered exists once, numbers have no gap, the provider's
 * books match, and every notification arrived in order per object (R-OPS-2, R-HOOK-2, invariants 9 and 10).
 */
export async function liveThroughMixed(
  kills: number,
  seed: number,
  onKill: (kill: number) => void = () => undefined,
): Promise<MixedReport> {
  const random = new Random(`mixed ${seed}`);
  const stripe = await startFakeStripe(() => systemClock.now());
  const receiver = await startReceiver(random.fork("receiver"));
  const platform = await startMixedPlatform(stripe.api.port, SECRET);
  const shop = await openShop(platform.appUrl);
  const owner = new pg.Pool({ connectionString: platform.ownerUrl, max: 2 });
  owner.on("error", () => undefined);
  try {
    const keeper = createAnsweredApi("keeper", shop.token, platform.address);
    await keeper.post("/webhook-endpoints", { url: receiver.url, sendFromSandbox: true });
    const priceId = await sellSomething(keeper);
    const news = tellNews(stripe, platform, shop.context.organizationId);
    let isOver = false;
    const promised: Promised[] = [];
    const counts: Counts = { oneOff: 0, payments: 0, refunds: 0, grants: 0, notes: 0, collected: 0, clockMonths: 0 };
    const shopping = (name: string): Shopping => ({
      api: createAnsweredApi(name, shop.token, platform.address),
      random: random.fork(name),
      priceId,
      promised,
      counts,
      stripe,
      isOver: () => isOver,
    });
    const shoppings = ["one", "two", "member", "clock"].map(shopping);
    const [one, two, member, clock] = shoppings as [Shopping, Shopping, Shopping, Shopping];
    const shoppers = Promise.allSettled([moveMoney(one), moveMoney(two), subscribe(member), passMonths(clock)]);
    const sender = startClient({
      index: 0,
      token: shop.token,
      accounts: 1,
      address: platform.address,
      random: random.fork("events"),
    });
    // Each victim once before any a second time.
    let round: Victim[] = [];
    const killed: Record<Victim, number> = { api: 0, worker: 0, postgres: 0 };
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(random.integer(50, 900));
      if (round.length === 0) round = random.shuffled<Victim>(["api", "worker", "postgres"]);
      const victim = round.pop() ?? "api";
      await platform.kill(victim);
      killed[victim] += 1;
      onKill(kill);
    }
    isOver = true;
    receiver.calm();
    await sender.finish();
    const failures = (await shoppers).flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    await settle(platform, owner, shop.context.organizationId);
    await news.stop();
    const books: string[] = [];
    await verifyBooks(shop.context, { from: null, to: null, onDifference: (each) => books.push(JSON.stringify(each)) });
    const { faults: unsealed } = await verifyAudit(shop.context);
    const all = await mixedFaults({
      owner,
      organizationId: shop.context.organizationId,
      api: keeper,
      promised,
      counts,
      stripe,
      told: receiver.told,
      events: sender.answered,
    });
    return {
      faults: [
        ...failures,
        ...sender.faults,
        ...shoppings.flatMap(({ api }) => api.faults),
        ...books,
        ...unsealed.map((each) => JSON.stringify(each)),
        ...all.faults,
      ],
      kills: killed,
      answered: shoppings.reduce((sum, { api }) => sum + api.answered, 0),
      unanswered: sender.lost + shoppings.reduce((sum, { api }) => sum + api.lost, 0),
      events: sender.answered.size,
      counts,
      notifications: all.notifications,
      told: receiver.told.length,
    };
  } finally {
    await owner.end();
    await shop.close();
    await platform.stop();
    await receiver.stop();
    await stripe.stop();
  }

  async function sellSomething(api: ReturnType<typeof createAnsweredApi>): Promise<string> {
    const { secretKey, webhookSecret } = stripe;
    await setProvider(platform, shop.token, { secretKey, webhookSecret, publishableKey: "pk_test_fake" });
    await api.post("/accounts", { name: "Sender", aliases: ["crm-0"] });
    await api.post("/metrics", { name: "Calls", eventName: "call", aggregation: { method: "sum", field: "n" } });
    const product = await api.post("/products", { name: "Base", feeType: "fixed", paymentTerms: "advance" });
    const fixedPricingModel = { pricePerUnit: { value: "31.00" }, units: 1 };
    const terms = { productId: product.id, currency: "USD", billingInterval: "monthly", fixedPricingModel };
    return (await api.post("/prices", terms)).id;
  }
}

async function setProvider(platform: MixedPlatform, token: string, stripe: object): Promise<void> {
  const answer = await fetch(`${platform.address()}/payment-settings`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ provider: "stripe", stripe }),
  });
  if (!answer.ok) throw new Error(`the provider was not set: ${await answer.text()}`);
}

/** The provider reports events one by one, and repeats those that were not accepted. */
function tellNews(stripe: FakeStripe, platform: MixedPlatform, organizationId: string) {
  let isStopped = false;
  const telling = (async () => {
    for (let told = 0; !isStopped || told < stripe.books.events.length;) {
      const event = stripe.books.events[told];
      const url = platform.address();
      const [status] =
        event === undefined || url === undefined
          ? []
          : await stripe.deliver(`${url}/payment-providers/stripe/webhook/${organizationId}`, [event]).catch(() => []);
      if (status !== undefined && status < 300) told += 1;
      else await sleep(20);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await telling;
    },
  };
}

/** Lets a worker finish what dead ones had claimed. Its clock is ahead, so the claims have expired. */
async function settle(platform: MixedPlatform, owner: pg.Pool, organizationId: string): Promise<void> {
  for (const ahead of AHEAD) {
    await platform.moveWorker(ahead);
    for (let look = 0; look < SETTLING_LOOKS; look += 1) {
      await sleep(100);
      if ((await left(owner, organizationId)) === 0) return;
    }
  }
}

/** Payments and deliveries that are still open. */
async function left(owner: pg.Pool, organizationId: string): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    `select (select count(*) from payment where organization_id = $1 and status in ('pending', 'processing'))
       + (select count(*) from webhook_delivery where organization_id = $1 and status = 'pending')
       + (select count(*) from invoice i join subscription s on s.organization_id = i.organization_id and s.id = i.subscription_id
            where i.organization_id = $1 and s.auto_pay_invoices and i.status <> 'paid')
       + (select count(*) from audit_unsealed where organization_id = $1) as count`,
    [organizationId],
  );
  return Number(rows[0]?.count);
}

async function openShop(appUrl: string) {
  const database = openDatabase(appUrl);
  const documents = createDocumentRenderer();
  const ids = createIds(systemClock);
  const context: Context = {
    database,
    ...openServices(database),
    documents,
    secrets: createSecrets([SECRET]),
    ids,
    clock: systemClock,
    organizationId: ids.next("org"),
    actor: { type: "command", id: "crash" },
    requestId: null,
  };
  const { key } = await createOrganization(context, { name: "Mixed", sandbox: true, graceHours: 0 });
  const close = async () => {
    await database.close();
    await documents.close();
  };
  return { context, token: key.token, close };
}
