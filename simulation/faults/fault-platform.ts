import { type Api, createApi, type Json } from "@counterfoil/testkit/api";
import { type Environment, startEnvironment } from "@counterfoil/testkit/environment";
import { type FakeStripe, startFakeStripe } from "@counterfoil/testkit/fake-stripe";
import {
  type Clock,
  type Context,
  createApiKey,
  type IdentityPorts,
  type Role,
  verifyBooks,
} from "@counterfoil/service";
import pg from "pg";
import { type FailingDatabase, failingDatabase } from "./failing-database.ts";
import { type StoredRows, storedRows } from "./stored-rows.ts";

/** The platform without a worker, with a fixed clock and a database that fails on demand. */
export interface FaultPlatform {
  readonly environment: Environment;
  readonly failing: FailingDatabase;
  readonly stripe: FakeStripe;
  /** A separate organization with an account in dollars. */
  found(): Promise<World>;
  stop(): Promise<void>;
}

/** An organization that is attacked, or its undisturbed twin. */
export interface World {
  readonly api: Api;
  readonly context: Context;
  readonly accountId: string;
  readonly stripe: FakeStripe;
  readonly rows: StoredRows;
  /** Sign-in data, which does not belong to one organization. */
  readonly identity: IdentityPorts;
  /** An email address that is unique to this organization. */
  address(name: string): string;
  /** Creates a member. Returns their ID. */
  join(name: string, role: Role): Promise<string>;
  /** Creates an API key. */
  keyOf(personId: string): Promise<void>;
  isMember(personId: string): Promise<boolean>;
  /** Resets the limits on guesses, as after some time. */
  forgetGuesses(): Promise<void>;
  /** The token in the email to someone, which is only there. */
  letterTo(name: string): Promise<string>;
  /** Advances the clock. */
  wait(milliseconds: number): void;
  /** Creates a monthly fixed price. Returns its ID. */
  price(amount: string): Promise<string>;
  /** Creates a draft contract that begins this month. Returns its ID. */
  subscribe(priceIds: readonly string[], terms?: object): Promise<string>;
  /** Creates a one-off invoice. */
  invoice(amount: string, terms?: object): Promise<Json & { readonly lineItems: readonly Json[] }>;
  /** Creates a payment method of the account at the provider. */
  leaveMethod(kind: "works" | "declined" | "takes_days"): Promise<void>;
  /** Sends the provider's signed events since the last time. Returns the statuses. */
  tellNews(): Promise<number[]>;
  /** Sends a request with its own key. Returns the status. */
  send(method: string, path: string, body?: object): Promise<number>;
  /** The differences that `verify` finds. */
  verify(): Promise<string[]>;
}

const BEGINNING = "2026-01-15T10:00:00.000Z";

export async function startFaultPlatform(): Promise<FaultPlatform> {
  let present = Date.parse(BEGINNING);
  const clock: Clock = { now: () => new Date(present).toISOString() };
  const stripe = await startFakeStripe(() => clock.now());
  const failing: FailingDatabase[] = [];
  const environment = await startEnvironment(clock, {
    paymentApi: stripe.api,
    isIdle: true,
    // More retries than any use case has statements, each of which conflicts once.
    conflictRetries: { mostTimes: 1_000, firstMilliseconds: 0, longestMilliseconds: 0 },
    isSilent: true,
    wrapDatabase(database) {
      failing.push(failingDatabase(database));
      return failing[0]?.database ?? database;
    },
    wrapPeople: (people) => failing[0]?.people(people) ?? people,
  });
  const [faults] = failing;
  if (faults === undefined) throw new Error("the platform opened no database");
  const owner = new pg.Pool({ connectionString: environment.database.ownerUrl, max: 2 });

  return {
    environment,
    failing: faults,
    stripe,
    async found() {
      present = Date.parse(BEGINNING);
      const { id, api } = await environment.createOrganization({ graceHours: 0 });
      const account = await api.post("/accounts", { name: "Acme", currency: "USD", billingEmail: "ada@acme.example" });
      return toWorld(environment, stripe, {
        api,
        organizationId: id,
        accountId: account.id,
        rows: await storedRows(owner, id),
        behind: owner,
        wait: (milliseconds) => void (present += milliseconds),
      });
    },
    async stop() {
      await owner.end();
      await environment.stop();
      await stripe.stop();
    },
  };
}

interface Founded extends Pick<World, "api" | "accountId" | "rows" | "wait"> {
  readonly organizationId: string;
  /** A connection that sees everything and never fails. */
  readonly behind: pg.Pool;
}

function toWorld(environment: Environment, stripe: FakeStripe, founded: Founded): World {
  const { api, organizationId, accountId, rows, wait, behind } = founded;
  const { identity } = environment.ports;
  if (identity === undefined) throw new Error("the platform has no sign-in");
  const address = (name: string) => `${name}-${organizationId}@acme.example`;
  const actor = { type: "system", id: "worker" } as const;
  const context: Context = { ...environment.ports, organizationId, actor, requestId: null };
  const news = `${environment.url}/payment-providers/stripe/webhook/${organizationId}`;
  let told = stripe.books.events.length;
  const tellNews = async (): Promise<number[]> => {
    const events = stripe.books.events.slice(told);
    const statuses = await stripe.deliver(news, events);
    // As the provider does: repeats events that were not accepted.
    if (statuses.every((status) => status < 300)) told += events.length;
    return statuses;
  };
  return {
    api,
    context,
    accountId,
    stripe,
    rows,
    identity: { ...environment.ports, identity },
    address,
    join: (name, role) => environment.addPerson(organizationId, address(name), role),
    async keyOf(id) {
      await createApiKey({ ...context, actor: { type: "person", id } }, { name: "Own", scopes: ["read", "write"] });
    },
    async isMember(id) {
      const text = "select from membership where organization_id = $1 and person_id = $2";
      return (await behind.query(text, [organizationId, id])).rowCount === 1;
    },
    async forgetGuesses() {
      await behind.query("delete from identity.guess");
    },
    letterTo: (name) => environment.tokenInLetterTo(address(name)),
    wait,
    tellNews,
    async price(amount) {
      const product = await api.post("/products", { name: "Base", feeType: "fixed", paymentTerms: "advance" });
      const fixedPricingModel = { pricePerUnit: { value: amount }, units: 1 };
      const terms = { productId: product.id, currency: "USD", billingInterval: "monthly", fixedPricingModel };
      return (await api.post("/prices", terms)).id;
    },
    async subscribe(priceIds, terms = {}) {
      const body = { accountId, contractStartDate: "2026-01-01", priceGroups: [{ priceIds }], ...terms };
      return (await api.post("/subscriptions", body)).id;
    },
    invoice: (amount, terms = {}) =>
      api.post("/invoices", { accountId, lines: [{ description: "Work", unitPrice: amount }], ...terms }),
    async leaveMethod(kind) {
      const { secretKey, webhookSecret } = stripe;
      const keys = { secretKey, webhookSecret, publishableKey: "pk_test_fake" };
      await api.patch("/payment-settings", { provider: "stripe", stripe: keys });
      const setup = await api.post(`/accounts/${accountId}/payment-method/setup`);
      stripe.books.leaveMethod(String(setup["clientSecret"]), kind);
      await tellNews();
    },
    async send(method, path, body) {
      const isPublic = /^\/(public\/|quotes\/|auth\/)/.test(path);
      const sender = isPublic ? createApi(environment.url, "") : api;
      const answer = await sender.request(method, path, { body, headers: { "Idempotency-Key": `${method} ${path}` } });
      return answer.status;
    },
    async verify() {
      const found: string[] = [];
      const onDifference = (difference: object) => void found.push(JSON.stringify(difference));
      await verifyBooks(context, { from: null, to: null, onDifference });
      return found;
    },
  };
}
