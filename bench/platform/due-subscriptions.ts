import { createDocumentRenderer } from "../../packages/documents/src/index.ts";
import {
  activateSubscription,
  type Context,
  createAccount,
  createIds,
  createMetric,
  createOrganization,
  createPrice,
  createProduct,
  createSecrets,
  createSubscription,
  fixedClock,
  openServices,
  runDueWork,
  systemClock,
} from "../../packages/service/src/index.ts";
import type { Database } from "../../packages/storage/src/index.ts";
import type { BillingPlatform } from "./billing-platform.ts";
import { placeAccounts, storeEvents, totalEvents, withoutIndexes } from "./store-events.ts";

const SIGNED_AT = "2025-12-31T12:00:00.000Z";
const CONTRACT_START = "2026-01-01";
const DUE_AT = "2026-02-01T00:05:00.000Z";
const METRICS = ["api_calls", "storage", "transfers"];
/** From this many events on, indexes are faster made anew than kept. */
const WORTH_NEW_INDEXES = 1_000_000;
/** Claims of one process that run at the same time. */
const LANES = 2;

export interface DueSubscriptions {
  /** Bills and issues all of them. Calls back with the number of issued invoices after each claim. */
  run(onClaim: (issued: number) => void): Promise<void>;
  count(): Promise<{ invoices: number; lines: number }>;
  /** For further work with the billed organization. */
  readonly context: Context;
}

/**
 * Creates one subscription through the use cases and copies its rows, each with a separate account. Each has an invoice of
 * a month before, and a month of usage.
 */
export async function makeDueSubscriptions(
  platform: Pick<BillingPlatform, "database" | "owner">,
  load: { subscriptions: number; events: number; usagePerAccount: number },
): Promise<DueSubscriptions> {
  const { database, owner } = platform;
  const id = createIds(systemClock).next("org");
  const { organization } = await createOrganization(contextAt(database, SIGNED_AT, id), {
    name: "Bench",
    sandbox: true,
    graceHours: 0,
    timezone: "UTC",
  });
  const signing = contextAt(database, SIGNED_AT, organization.id);
  const account = await createAccount(signing, { name: "Account", currency: "USD" });
  const subscription = await createSubscription(signing, {
    accountId: account.id,
    contractStartDate: CONTRACT_START,
    // So that the first invoices are not overdue when the second ones are created, which would add reminders.
    invoicePaymentTerms: "net_60",
    priceGroups: [{ priceIds: await fivePrices(signing) }],
  });
  await activateSubscription(signing, subscription.id);
  await copySubscription(owner, organization.id, load.subscriptions);
  await runDueWork(contextAt(database, "2026-01-01T00:05:00.000Z", organization.id));
  await storeUsage(owner, organization.id, load);
  await owner.query("vacuum analyze");
  return {
    context: contextAt(database, DUE_AT, organization.id),
    run: (onClaim) => billDue(database, organization.id, onClaim),
    async count() {
      const { rows } = await owner.query<{ invoices: string; lines: string }>(
        `select (select count(*) from invoice
             where organization_id = $1 and number is not null and billing_date = '2026-02-01') as invoices,
           (select count(*) from invoice_line l join invoice i on i.organization_id = l.organization_id and i.id = l.invoice_id
              where i.organization_id = $1 and i.billing_date = '2026-02-01') as lines`,
        [organization.id],
      );
      return { invoices: Number(rows[0]?.invoices), lines: Number(rows[0]?.lines) };
    },
  };
}

/** Bills and issues everything that is due, with the lanes of one process. */
export async function billDue(
  database: Database,
  organizationId: string,
  onClaim: (issued: number) => void = () => undefined,
): Promise<void> {
  const context = contextAt(database, DUE_AT, organizationId);
  const issued = Array.from({ length: LANES }, () => 0);
  await Promise.all(
    issued.map((_, lane) =>
      runDueWork(context, (total) => {
        issued[lane] = total.issued;
        onClaim(issued.reduce((sum, one) => sum + one, 0));
      }),
    ),
  );
}

function contextAt(database: Database, at: string, organizationId: string): Context {
  return {
    database,
    ...openServices(database),
    ids: createIds(systemClock),
    clock: fixedClock(at),
    // Drawing processes start with the first document, and this benchmark draws none.
    documents: createDocumentRenderer(),
    secrets: createSecrets([]),
    organizationId,
    actor: { type: "command", id: "bench" },
    requestId: null,
  };
}

async function fivePrices(context: Context): Promise<string[]> {
  const prices: string[] = [];
  for (const [name, value] of Object.entries({ Platform: "49.00", Seats: "12.50" })) {
    const product = await createProduct(context, { name, feeType: "fixed", paymentTerms: "advance" });
    const fixedPricingModel = { pricePerUnit: { value }, units: 3 };
    prices.push((await createPrice(context, { productId: product.id, currency: "USD", fixedPricingModel })).id);
  }
  for (const name of METRICS) {
    const aggregation = name === "api_calls" ? { method: "count" } : { method: "sum", field: "quantity" };
    const metric = await createMetric(context, { name, eventName: name, aggregation });
    const product = await createProduct(context, { name, feeType: "metered", metricIds: [metric.id] });
    const tiers = [
      { minUnits: 0, maxUnits: 10, pricePerUnit: { value: "0.10" }, fixedFee: { value: "0" } },
      { minUnits: 11, maxUnits: null, pricePerUnit: { value: "0.07" }, fixedFee: { value: "1.00" } },
    ];
    const graduatedTieredPricingModel = { tiers };
    prices.push(
      (await createPrice(context, { productId: product.id, currency: "USD", graduatedTieredPricingModel })).id,
    );
  }
  return prices;
}

type Owner = BillingPlatform["owner"];

/** Copies the rows of every table of a subscription, `count − 1` times, with new IDs. */
async function copySubscription(owner: Owner, organizationId: string, count: number): Promise<void> {
  const copies: [table: string, changed: Record<string, string>][] = [
    ["account", { id: "'acct_' || n" }],
    ["subscription", { id: "'sub_' || n", account_id: "'acct_' || n" }],
    ["subscription_version", { id: "'subv_' || n", subscription_id: "'sub_' || n" }],
    ["version_price_group", { version_id: "'subv_' || n" }],
    ["version_price", { version_id: "'subv_' || n" }],
  ];
  for (const [table, changed] of copies) {
    const { rows } = await owner.query<{ columnName: string }>(
      `select column_name as "columnName" from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
      [table],
    );
    const columns = rows.map((row) => row.columnName);
    const values = columns.map((column) => changed[column] ?? `t.${column}`);
    await owner.query(
      `insert into ${table} (${columns.join(", ")})
       select ${values.join(", ")} from ${table} t, generate_series(2, ${count}) n where t.organization_id = $1`,
      [organizationId],
    );
  }
}

/** The period's usage of every account, and the other events in the twelve months before. */
async function storeUsage(
  owner: Owner,
  organizationId: string,
  load: { subscriptions: number; events: number; usagePerAccount: number },
): Promise<void> {
  const evenly = { eventNames: METRICS, place: `(n % ${load.subscriptions})::integer` };
  const inPeriod = load.subscriptions * load.usagePerAccount;
  await placeAccounts(owner, organizationId);
  const store = async () => {
    await storeEvents([owner], organizationId, { ...evenly, count: inPeriod, from: "2026-01-01", days: 31 });
    const before = { ...evenly, count: load.events - inPeriod, from: "2025-01-01", days: 365 };
    await storeEvents([owner], organizationId, before);
  };
  await (load.events < WORTH_NEW_INDEXES ? store() : withoutIndexes(owner, store));
  await totalEvents(owner, organizationId);
}
