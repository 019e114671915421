import { expect } from "vitest";
import type { Api, Json } from "./api.ts";
import type { Environment } from "./environment.ts";
import type { StoryInvoice } from "./invoice-text.ts";
import { storyInstant } from "./local-time.ts";
import { previewedInvoice, type Preview } from "./previewed-change.ts";
import { pricingMembers, type UsagePricing } from "./price-notation.ts";
import type {
  Change,
  FixedTerms,
  Ingestion,
  MetricTerms,
  ScenarioOptions,
  StoryEvent,
  SubscriptionTerms,
  UsageTerms,
} from "./terms.ts";

/** A story about one organization, through the HTTP API and on a test clock. */
export class Story {
  readonly api: Api;
  readonly environment: Environment;
  readonly organizationId: string;
  readonly zone: string;
  readonly start: string;
  readonly currency: string;
  /** The ID of the first account. */
  accountId = "";
  clockId = "";
  #now: string;
  #events = 0;

  constructor(environment: Environment, organization: { id: string; api: Api }, options: ScenarioOptions) {
    this.environment = environment;
    this.organizationId = organization.id;
    this.api = organization.api;
    this.zone = options.zone ?? "UTC";
    this.currency = options.currency ?? "USD";
    this.start = options.start;
    this.#now = this.instant(options.start);
  }

  /** The instant of a time in this story: a local day, a local time or an instant. */
  instant(text: string): string {
    return storyInstant(text, this.zone);
  }

  /** Creates another account on the story's clock. Returns its ID. */
  async account(members: Record<string, unknown> = {}): Promise<string> {
    const body = { name: "Account", currency: this.currency, testClockId: this.clockId, ...members };
    return (await this.api.post("/accounts", body)).id;
  }

  /** Creates a price with a fixed amount. Returns its ID. */
  async fixed(name: string, amount: string, terms: FixedTerms = {}): Promise<string> {
    const isOneOff = terms.oneOff === true;
    const product = await this.api.post("/products", {
      name,
      feeType: "fixed",
      paymentTerms: terms.terms ?? "advance",
      billingFrequency: isOneOff ? "one-off" : "recurring",
      unitLabel: terms.unitLabel ?? null,
    });
    const price = await this.api.post("/prices", {
      productId: product.id,
      type: "fixed",
      currency: this.currency,
      billingInterval: isOneOff ? null : (terms.every ?? "monthly"),
      fixedPricingModel: { pricePerUnit: { value: amount }, units: terms.units ?? 1 },
      ...terms.price,
    });
    return price.id;
  }

  /** Creates a metric. Returns its ID. */
  async metric(name: string, terms: MetricTerms = {}): Promise<string> {
    const [method = "sum", field = null, percentile] = (terms.measure ?? "sum quantity").split(" ");
    const metric = await this.api.post("/metrics", {
      name,
      eventName: terms.event ?? eventNameOf(name),
      aggregation: { method, field, ...(percentile === undefined ? {} : { percentile }) },
      filters: terms.filters ?? [],
      groupBy: terms.groupBy ?? [],
    });
    return metric.id;
  }

  /** Creates a usage price with its own product. Returns the price's ID. */
  async usage(name: string, pricing: UsagePricing, terms: UsageTerms = {}): Promise<string> {
    const metricIds = terms.metrics ?? [await this.metric(name, terms)];
    const product = await this.api.post("/products", { name, feeType: "metered", metricIds });
    const price = await this.api.post("/prices", {
      productId: product.id,
      currency: this.currency,
      billingInterval: terms.every ?? "monthly",
      ...pricingMembers(pricing),
      ...terms.price,
    });
    return price.id;
  }

  /** Creates a plan that sells these prices. Returns its ID. */
  async plan(name: string, prices: readonly string[], members: Record<string, unknown> = {}): Promise<string> {
    const body = { name, currency: this.currency, priceGroups: [{ name, priceIds: prices }], ...members };
    return (await this.api.post("/plans", body)).id;
  }

  /** Creates a subscription from the story's start and activates it. Returns it as it was created. */
  async subscribe(terms: SubscriptionTerms): Promise<Json> {
    const { prices, plan, account = this.accountId, activate = true, ...members } = terms;
    const created = await this.api.post("/subscriptions", {
      accountId: account,
      contractStartDate: this.start,
      ...(plan === undefined ? {} : { planId: plan }),
      ...(prices === undefined ? {} : { priceGroups: [{ priceIds: prices }] }),
      ...members,
    });
    if (activate) await this.api.post(`/subscriptions/${created.id}/activate`);
    return created;
  }

  /** Publishes a later version of a subscription: the prices from a local day on. */
  async version(subscriptionId: string, startDate: string, prices: readonly string[]): Promise<Json> {
    const path = `/subscriptions/${subscriptionId}/versions`;
    const draft = await this.api.post(path, { startDate, priceGroups: [{ priceIds: prices }] });
    return this.api.post(`${path}/${draft.id}/publish`);
  }

  /**
   * Previews a change of a subscription, makes the change, and checks that the invoice issued immediately, or none,
   * equals the preview, including every amount and the number (R-SUB-4). Returns the new version.
   */
  async change(subscriptionId: string, change: Change): Promise<Json> {
    const path = `/subscriptions/${subscriptionId}/changes`;
    const before = new Set((await this.invoices()).map((invoice) => invoice.id));
    const preview = await this.api.post<Preview>(`${path}/preview`, change);
    const version = await this.api.post(path, change);
    const made = (await this.invoices()).filter((invoice) => !before.has(invoice.id));
    expect(made.map(previewedInvoice)).toEqual(preview.invoice === null ? [] : [previewedInvoice(preview.invoice)]);
    return version;
  }

  /** Changes a subscription so that one price replaces another from now on. */
  replace(subscriptionId: string, priceId: string, newPriceId: string): Promise<Json> {
    return this.change(subscriptionId, { update: [{ priceId, newPriceId }] });
  }

  /**
   * Pauses, resumes or cancels a subscription, or withdraws a cancellation. Returns the changed subscription (R-SUB-6).
   */
  act(subscriptionId: string, action: "pause" | "resume" | "cancel" | "cancel/withdraw", body?: object): Promise<Json> {
    return this.api.post(
      `/subscriptions/${subscriptionId}/${action}`,
      action === "cancel/withdraw" ? body : (body ?? {}),
    );
  }

  /** The upcoming invoice, with the usage so far. */
  upcoming(subscriptionId: string): Promise<StoryInvoice> {
    return this.api.get(`/subscriptions/${subscriptionId}/invoices/upcoming`);
  }

  /**
   * Sends one usage event of an account (ID or alias) with `quantity` or other properties. If its time is after the
   * clock's, first moves the clock there.
   */
  async use(
    eventName: string,
    quantity: number | string | Record<string, unknown>,
    at: string,
    account = this.accountId,
  ): Promise<void> {
    if (this.instant(at) > this.#now) await this.advanceTo(at);
    const event = this.event(eventName, quantity, at, account);
    const answer = await this.send([event]);
    if (answer.ingested.length !== 1) throw new Error(`the event was not ingested: ${JSON.stringify(answer)}`);
  }

  /** An event that is not sent yet. */
  event(
    eventName: string,
    quantity: number | string | Record<string, unknown>,
    at: string,
    account = this.accountId,
  ): StoryEvent {
    const properties = typeof quantity === "object" ? quantity : { quantity: String(quantity) };
    this.#events += 1;
    return { uniqueId: `event-${this.#events}`, account, eventName, timestamp: this.instant(at), properties };
  }

  send(events: readonly StoryEvent[]): Promise<Ingestion> {
    return this.api.post<Ingestion>("/events", { events });
  }

  /** Moves the clock and waits until everything due on the way is done. Does nothing for the present. */
  async advanceTo(time: string): Promise<void> {
    const target = this.instant(time);
    if (target === this.#now) return;
    await this.api.post(`/test-clocks/${this.clockId}/advance`, { frozenTime: target });
    await this.arrive();
    this.#now = target;
  }

  /** Waits for an advance that was requested in another way. */
  async arrive(): Promise<void> {
    const deadline = performance.now() + MOST_MILLISECONDS;
    for (;;) {
      const [failure] = this.environment.failures;
      if (failure !== undefined) throw new Error("a worker failed", { cause: failure });
      const clock = await this.api.get(`/test-clocks/${this.clockId}`);
      if (clock["status"] === "ready") return;
      if (clock["status"] === "failed") throw new Error(`the clock failed: ${String(clock["failure"])}`);
      if (performance.now() > deadline) throw new Error(`the clock did not reach its time: ${JSON.stringify(clock)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    }
  }

  /**
   * All complete invoices, by billing date and number; optionally of one account. Throws if an invoice failed: a story
   * that expects a failure reads the notifications itself.
   */
  async invoices(account?: string): Promise<StoryInvoice[]> {
    const failed = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "invoice.failed" }]));
    const failures = await this.api.get<{ items: Json[] }>(`/notifications?filters=${failed}`);
    if (failures.items.length > 0) throw new Error(`invoices failed: ${JSON.stringify(failures.items, null, 2)}`);
    const filters = account === undefined ? [] : [{ field: "accountId", operator: "eq", value: account }];
    const query = `limit=100&filters=${encodeURIComponent(JSON.stringify(filters))}`;
    const ids: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const list = await this.api.get<{ items: Json[]; pageCount: number }>(`/invoices?page=${page}&${query}`);
      ids.push(...list.items.map((item) => item.id));
      pages = list.pageCount;
    }
    const invoices = await Promise.all(ids.map((id) => this.api.get<StoryInvoice>(`/invoices/${id}`)));
    return invoices.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  }
}

const MOST_MILLISECONDS = 50_000;
const POLL_MILLISECONDS = 10;

function sortKey(invoice: StoryInvoice): string {
  return `${invoice.billingDate} ${invoice.number ?? "~"} ${invoice.id}`;
}

/** `API calls` → `api_calls`. */
function eventNameOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "_");
}

/** Starts a story: creates an organization, a clock at its start, and an account on the clock. */
export async function beginStory(environment: Environment, options: ScenarioOptions): Promise<Story> {
  const { zone = "UTC", currency = "USD", graceHours = 0, settings, account } = options;
  const organization = await environment.createOrganization({
    timezone: zone,
    defaultCurrency: currency,
    graceHours,
    ...settings,
  });
  const story = new Story(environment, organization, options);
  const clock = await story.api.post("/test-clocks", { frozenTime: story.instant(options.start) });
  story.clockId = clock.id;
  story.accountId = await story.account(account);
  return story;
}
