import {
  Decimal,
  drawInTurn,
  instantText,
  isBefore,
  type PayableInvoice,
  startOfContractDay,
  usageBilledOn,
} from "@counterfoil/engine";
import {
  type AccountRow,
  type CreditGrantRow,
  type CreditHoldRow,
  type CreditSettingRow,
  type Facts,
  findActiveSpendLimits,
  findCreditSettings,
  findDraftsOf,
  findGrantsAfter,
  findOpenCreditHolds,
  findSubscriptionsOf,
  findTopUps,
  owedByAccount,
  rememberReads,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type ExpectedEvent, foreseenLines, graceEnd, openUsageInvoices } from "../../billing/index.ts";
import type { Work } from "../../context.ts";
import { dayAt, startOfQuarter } from "../../time.ts";
import { type LoadedContract, loadContracts } from "../../contracts/index.ts";
import { payableInvoices, toUsableGrant } from "../../credits/index.ts";
import { taxInvoices } from "../../invoice-taxes/index.ts";
import { foreseeDrafts } from "../issue/index.ts";
import { STILL_TO_COME } from "./expected-events.ts";
import { type OpenLimit, openLimits, spentOf } from "./open-limits.ts";
import { type KnownUses, knownUses, type RunningUse } from "./running-use.ts";

/** The prepaid credit of an account, its contracts, and what is held of it. */
export interface AccountCredit {
  /** On the clock of the account. */
  readonly work: Work;
  readonly account: AccountRow;
  readonly contracts: readonly LoadedContract[];
  /** Those that can pay for usage of today, in the order in which they are used. */
  readonly grants: readonly CreditGrantRow[];
  /** All in force, also those that expire after a draft is issued and before usage of today is. */
  readonly payers: readonly CreditGrantRow[];
  readonly holds: readonly CreditHoldRow[];
  readonly creditLine: CreditLine | undefined;
  readonly settleAboveHeld: CreditSettingRow["settleAboveHeld"];
  readonly limits: readonly OpenLimit[];
  readonly topUpThreshold: string | null;
  readonly lowBalanceThreshold: string | null;
  readonly uses: KnownUses;
}

/** What usage may owe beyond the grants. */
export interface CreditLine {
  readonly currency: string;
  readonly limit: Decimal;
  /** What issued invoices still owe. */
  readonly owed: Decimal;
}

/** What a caller has already read. */
interface KnownBefore {
  readonly holds: readonly CreditHoldRow[];
  /** Where contracts and results are remembered. */
  readonly facts?: Facts;
}

/**
 * Reads the credit of an account at an instant of its clock. Its usage can be calculated several times, but the database is asked
 * each question once.
 */
export async function loadCredit(given: Work, account: AccountRow, known?: KnownBefore): Promise<AccountCredit> {
  // Facts remember by themselves.
  const work = known?.facts === undefined ? { ...given, tx: rememberReads(given.tx) } : given;
  const now = work.clock.now();
  const load = async () => {
    const subscriptions = await findSubscriptionsOf(work.tx, account.id);
    const drafts = await findDraftsOf(work.tx, account.id);
    // An ended subscription may still have usage to bill, or a draft.
    const isDrafted = (id: string) => drafts.some(({ subscriptionId }) => subscriptionId === id);
    return loadContracts(
      work.tx,
      subscriptions.filter(({ id, nextBillingOn }) => nextBillingOn !== null || isDrafted(id)),
    );
  };
  const contracts = known?.facts === undefined ? await load() : await known.facts.made("contracts", load);
  const payers = await grantsInForce(work.tx, account.id, now);
  const [setting] = await findCreditSettings(work.tx, [account.id]);
  const holds = known?.holds ?? (await findOpenCreditHolds(work.tx, account.id, now));
  return {
    work,
    account,
    contracts,
    grants: grantsForToday(payers, contracts, now),
    payers,
    holds,
    uses: knownUses({ now, payers, contracts }, known?.facts),
    creditLine: await creditLineOf(work.tx, account, setting?.creditLine ?? null),
    settleAboveHeld: setting?.settleAboveHeld ?? "accept",
    topUpThreshold: setting?.topUpThreshold ?? null,
    lowBalanceThreshold: setting?.lowBalanceThreshold ?? null,
    limits: openLimits(await findActiveSpendLimits(work.tx, account.id), contracts, now),
  };
}

/** Asks for the grants of a whole day, so that the question is the same all day. */
async function grantsInForce(tx: Tx, accountId: string, now: string): Promise<CreditGrantRow[]> {
  const midnight = `${now.slice(0, "2026-01-01".length)}T00:00:00.000Z`;
  const grants = await findGrantsAfter(tx, accountId, midnight);
  const at = Date.parse(now);
  return grants.filter(
    ({ effectiveAt, expiresAt }) => Date.parse(effectiveAt) <= at && (expiresAt === null || Date.parse(expiresAt) > at),
  );
}

async function creditLineOf(
  tx: Tx,
  { id, currency }: AccountRow,
  limit: string | null,
): Promise<CreditLine | undefined> {
  if (limit === null) return undefined;
  return { currency, limit: Decimal.of(limit), owed: Decimal.of(await owedByAccount(tx, id, currency)) };
}

/** Leaves out grants that expire before the first invoice that they could pay, of those with usage of today. */
function grantsForToday(
  payers: readonly CreditGrantRow[],
  contracts: readonly LoadedContract[],
  now: string,
): CreditGrantRow[] {
  return payers.filter(({ expiresAt, ...grant }) => {
    if (expiresAt === null) return true;
    const invoiced = contracts.flatMap((loaded) => invoicedFor(grant, loaded, now) ?? []);
    return invoiced.length === 0 || invoiced.some((at) => isAfter(expiresAt, at));
  });
}

/** When a contract's first invoice with usage of today that a grant could pay is issued. Undefined if there is none. */
function invoicedFor(
  { currency, metricId, productIds }: Pick<CreditGrantRow, "currency" | "metricId" | "productIds">,
  loaded: LoadedContract,
  now: string,
): string | undefined {
  const { contract, subscription } = loaded;
  const today = dayAt(now, contract.timeZone);
  const isOther = currency !== null && currency !== contract.currency;
  if (isOther || subscription.nextBillingOn === null || isBefore(today, contract.startsOn)) return undefined;
  const on = usageBilledOn(
    contract,
    today,
    (price) =>
      (metricId === null || price.metricIds.includes(metricId)) &&
      (productIds.length === 0 || productIds.includes(price.productId)),
  )?.first;
  return on === undefined ? undefined : issuedAt(loaded, on);
}

function isAfter(instant: string, other: string): boolean {
  return Date.parse(instant) > Date.parse(other);
}

/** When an invoice of this date is issued: after its grace. */
function issuedAt({ contract, organization }: LoadedContract, on: Temporal.PlainDate): string {
  return graceEnd(instantText(startOfContractDay(contract, on)), organization);
}

/**
 * Decided and drawn by the functions that issue invoices (R-CREDIT-2): drafts as they would be issued now, then the usage
 * of open periods.
 * @param expected events that count as if they were stored
 * @param until only events of open periods before this instant count; undefined for all
 */
export async function runningUse(
  credit: AccountCredit,
  expected: readonly ExpectedEvent[],
  until?: string,
): Promise<RunningUse> {
  const { work, account, contracts, limits } = credit;
  const drafts = await findDraftsOf(work.tx, account.id);
  const bought = await findTopUps(
    work.tx,
    drafts.map(({ id }) => id),
  );
  // Credit does not pay for the purchase of credit.
  const others = drafts.filter(({ id }) => !bought.some(({ invoiceId }) => invoiceId === id));
  const drafted = await foreseeDrafts(work, others, { isOnlyShown: true, expected });
  const open = await taxInvoices(
    work.tx,
    await openUsageInvoices(work, contracts, { expected, until, foreseen: foreseenLines(drafted) }),
  );
  const payable = await payableInvoices(work.tx, [...drafted, ...open], credit.payers);
  const contractOf = new Map(contracts.map((loaded) => [loaded.subscription.id, loaded]));
  const isExpiring = credit.payers.some(({ expiresAt }) => expiresAt !== null);
  const invoices = [
    ...drafted.map((draft) => ({ ...payable(draft), issuedAt: draft.invoice.issuesAt })),
    ...open.map((written) => {
      const loaded = isExpiring ? contractOf.get(written.invoice.subscriptionId ?? "") : undefined;
      if (loaded === undefined) return { ...payable(written), issuedAt: null };
      return { ...payable(written), issuedAt: issuedAt(loaded, Temporal.PlainDate.from(written.invoice.billingDate)) };
    }),
  ];
  return { ...toRunningUse(invoices, credit.payers), spent: spentOf(limits, { open, drafted }) };
}

/** An invoice that is not issued yet, and when it will be. Null if a person issues it, or if it does not matter. */
type PayableLater = PayableInvoice & { readonly issuedAt: string | null };

/** What the grants pay of invoices, and what is left of both. A grant pays only what is issued before it expires. */
function toRunningUse(invoices: readonly PayableLater[], grants: readonly CreditGrantRow[]): Omit<RunningUse, "spent"> {
  const expiryOf = new Map(grants.map(({ id, expiresAt }) => [id, expiresAt]));
  const { draws, left } = drawInTurn(invoices, grants.map(toUsableGrant), (place, grantId) => {
    const [at, expiresAt] = [invoices[place]?.issuedAt ?? null, expiryOf.get(grantId) ?? null];
    return at === null || expiresAt === null || isAfter(expiresAt, at);
  });
  const total = new Map<string, Decimal>();
  const unpaid = new Map<string, Decimal>();
  for (const [place, invoice] of invoices.entries()) {
    // A negative invoice becomes credit when it is issued, and pays nothing before.
    if (!invoice.total.isPositive()) continue;
    const paid = Decimal.sum((draws[place] ?? []).map((draw) => draw.paid));
    add(total, invoice.currency, invoice.total);
    add(unpaid, invoice.currency, invoice.total.minus(paid));
  }
  return { total, unpaid, left };
}

function add(sums: Map<string, Decimal>, currency: string, amount: Decimal): void {
  sums.set(currency, (sums.get(currency) ?? Decimal.zero).plus(amount));
}

/**
 * Open holds as the events that they expect. These are still to come, so they count as usage of now and not of the time at which they
 * were held, whose period may be invoiced by then. They move by quarters of an hour, so that results can be kept for one.
 * @param now an instant on the clock of the account
 */
export function heldEvents(holds: readonly CreditHoldRow[], now: string): ExpectedEvent[] {
  const quarter = startOfQuarter(now);
  return holds.flatMap(({ events, heldAt }) =>
    events.map(({ eventName, properties }) => ({
      eventName,
      properties,
      at: Math.max(Date.parse(heldAt), quarter),
      sequence: STILL_TO_COME,
    })),
  );
}
