import { formatAmount } from "@counterfoil/engine";
import {
  findPlansById,
  findSubscriptionsOf,
  getOrganization,
  getPaymentSettings,
  listInvoices,
  type SubscriptionRow,
  type Tx,
} from "@counterfoil/storage";
import { accountTimeZone } from "../../clocks/index.ts";
import { type Account, type Balance, balanceOf, toAccount } from "../../accounts/index.ts";
import { contractInstant, loadContracts, type LoadedContract } from "../../contracts/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { type Brand, brandOf } from "../../documents/index.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import { DomainError } from "../../errors/index.ts";
import { amountCredited, asksToPay, type Invoice, sellerSnapshot, toInvoiceSummary } from "../../invoices/index.ts";
import { upcomingInvoicesOf } from "../preview/index.ts";
import { type OpenPortal, openPortal, type PortalUsage, usageSoFar } from "../../portal/index.ts";
import { type PayableTogether, payableTogether } from "./pay-all.ts";
import { paymentsOf, type PortalPayment } from "./portal-payments.ts";
import { Temporal } from "temporal-polyfill";

/** What a page shows. The seller has the account's earlier invoices. */
const MOST_INVOICES = 100;
/** The next invoice is computed for at most this many subscriptions. */
const MOST_UPCOMING = 20;

/** The account details that the customer may change. */
export type BillingDetails = Pick<
  Account,
  "name" | "billingAddress" | "billingEmail" | "contactName" | "contactEmail" | "taxId" | "taxCountry"
>;

export interface PortalSubscription extends Pick<
  SubscriptionRow,
  "id" | "name" | "status" | "currency" | "pausedAt" | "resumesAt" | "endedAt"
> {
  plan: string | null;
  startsAt: string;
  /** From the last billing date to the next. Null if there is no next billing date. */
  currentPeriod: { start: string; end: string } | null;
  /** When the contract renews. Null if it ends. */
  renewsAt: string | null;
  /** When it ends, because the contract ends or was canceled. */
  endsAt: string | null;
  isCanceled: boolean;
  /** Whether the customer can cancel it here now. */
  canCancel: boolean;
  usage: PortalUsage[];
  upcomingInvoice: Pick<
    Invoice,
    "billingDate" | "currency" | "subtotal" | "tax" | "total" | "amountRemaining" | "amountCredited"
  > | null;
}

export interface PortalInvoice extends Pick<
  Invoice,
  | "id"
  | "number"
  | "issueDate"
  | "dueDate"
  | "timezone"
  | "currency"
  | "total"
  | "amountRemaining"
  | "amountCredited"
  | "status"
> {
  /** Relative to the address of the portal. */
  pdfPath: string;
  /** The path that creates a payment page. Null if nothing is due. */
  paymentLinkPath: string | null;
}

/** An account as a customer with a portal link sees it (R-UI-2). */
export interface Portal {
  asOf: string;
  /** The account's time zone, in which instants are shown as dates. */
  timezone: string;
  expiresAt: string;
  returnUrl: string | null;
  mayCancel: boolean;
  brand: Brand;
  account: BillingDetails & Pick<Account, "currency">;
  subscriptions: PortalSubscription[];
  invoices: PortalInvoice[];
  /** What can be paid at once, by currency. Empty without a payment provider. */
  payableTogether: PayableTogether[];
  payments: PortalPayment[];
  balance: Balance;
  canPayOnline: boolean;
}

export async function getPortal(context: Context, token: string): Promise<Portal> {
  const opened = await openPortal(context, token);
  const { link, account, now } = opened;
  // A transaction, because usage without totals is read from the events over a cursor.
  const { provider, ...seen } = await transact(context, async (work) => {
    const { tx } = work;
    const { provider } = await getPaymentSettings(tx);
    const organization = await getOrganization(tx);
    const rows = await findSubscriptionsOf(tx, account.id);
    const shown = rows.filter(({ status }) => status === "active" || status === "accepted" || status === "canceled");
    return {
      timezone: accountTimeZone(account, organization),
      brand: await brandOf(tx, sellerSnapshot(organization, account)),
      invoices: await invoicesOf(tx, account.id),
      balance: await balanceOf(tx, account, now),
      payableTogether: provider === "manual" ? [] : await payableTogether(tx, account.id),
      payments: await paymentsOf(tx, account.id),
      provider,
      subscriptions: await subscriptionsOf(work, shown, opened),
    };
  });
  const { expiresAt, returnUrl, mayCancel } = link;
  const shownAccount = { ...billingDetails(opened), currency: account.currency };
  return {
    asOf: now,
    expiresAt,
    returnUrl,
    mayCancel,
    ...seen,
    account: shownAccount,
    canPayOnline: provider !== "manual",
  };
}

export function billingDetails({ account }: Pick<OpenPortal, "account">): BillingDetails {
  const { name, billingAddress, billingEmail, contactName, contactEmail, taxId, taxCountry } = toAccount(account);
  return { name, billingAddress, billingEmail, contactName, contactEmail, taxId, taxCountry };
}

/** The number of statements does not grow with the number of subscriptions. */
async function subscriptionsOf(
  work: Work,
  rows: readonly SubscriptionRow[],
  opened: OpenPortal,
): Promise<PortalSubscription[]> {
  const { tx } = work;
  const contracts = await loadContracts(tx, rows);
  const planIds = new Set(contracts.flatMap(({ subscription }) => subscription.planId ?? []));
  const plans = planIds.size === 0 ? [] : await findPlansById(tx, [...planIds]);
  const planNames = new Map(plans.map(({ id, name }) => [id, name]));
  const running = contracts.filter(({ subscription }) => isRunning(subscription));
  const usage = await usageSoFar(tx, running, opened.now);
  const upcoming = await upcomingOf(work, running.slice(0, MOST_UPCOMING));
  return contracts.map((loaded) => {
    const { id, planId } = loaded.subscription;
    return {
      ...toPortalSubscription(loaded, opened),
      plan: planNames.get(planId ?? "") ?? null,
      usage: usage.get(id) ?? [],
      upcomingInvoice: shownUpcoming(upcoming.get(id)),
    };
  });
}

function isRunning({ status, endedAt }: Pick<SubscriptionRow, "status" | "endedAt">): boolean {
  return status === "active" && endedAt === null;
}

/** Computes them together, or one by one if one of them fails and would hide the others. */
async function upcomingOf(work: Work, contracts: readonly LoadedContract[]): Promise<ReadonlyMap<string, Invoice>> {
  const together = await inSavepoint(work, () => upcomingInvoicesOf(work, contracts));
  if (!("failure" in together)) return together;
  if (!(together.failure instanceof DomainError)) throw together.failure;
  if (contracts.length === 1) return new Map();
  const alone: [string, Invoice][] = [];
  for (const loaded of contracts) alone.push(...(await upcomingOf(work, [loaded])));
  return new Map(alone);
}

function shownUpcoming(upcoming: Invoice | undefined): PortalSubscription["upcomingInvoice"] {
  // There is no next invoice, or it cannot be computed yet: too many groups, or a missing price. Only the seller can
  // fix that.
  if (upcoming === undefined) return null;
  const { billingDate, currency, subtotal, tax, total, amountRemaining, amountCredited } = upcoming;
  return { billingDate, currency, subtotal, tax, total, amountRemaining, amountCredited };
}

function toPortalSubscription(
  { subscription, contract }: LoadedContract,
  { link, now }: OpenPortal,
): Omit<PortalSubscription, "plan" | "usage" | "upcomingInvoice"> {
  const { id, name, status, currency, pausedAt, resumesAt, endedAt, cancelsAt, cancelsOn } = subscription;
  const { contractStartDate: startsAt, contractEndDate, autoRenew, nextBillingAt, lastBillingOn } = subscription;
  const runs = isRunning(subscription);
  const isOpenEnded = autoRenew || contractEndDate === null;
  const start =
    lastBillingOn === null
      ? startsAt
      : contractInstant(subscription, Temporal.PlainDate.from(lastBillingOn), contract.timeZone);
  const isCanceled = cancelsOn !== null || status === "canceled";
  return {
    id,
    name,
    status,
    currency,
    startsAt,
    pausedAt,
    resumesAt,
    endedAt,
    currentPeriod: runs && nextBillingAt !== null && start <= now ? { start, end: nextBillingAt } : null,
    renewsAt:
      runs && isOpenEnded && !isCanceled
        ? autoRenew && contractEndDate !== null
          ? contractEndDate
          : nextBillingAt
        : null,
    endsAt: cancelsAt ?? (isOpenEnded ? null : contractEndDate),
    isCanceled,
    canCancel: link.mayCancel && runs && !isCanceled,
  };
}

async function invoicesOf(tx: Tx, accountId: string): Promise<PortalInvoice[]> {
  const { rows } = await listInvoices(tx, {
    filters: [
      { field: "accountId", operator: "eq", value: accountId },
      { field: "status", operator: "ne", value: "draft" },
    ],
    sort: { field: "issueDate", order: "desc" },
    limit: MOST_INVOICES,
    page: 1,
  });
  return rows.map((row) => {
    const { id, number, issueDate, dueDate, timezone, currency, total, amountRemaining, status } =
      toInvoiceSummary(row);
    const isPayable = asksToPay(row);
    const at = `/invoices/${id}`;
    return {
      id,
      number,
      issueDate,
      dueDate,
      timezone,
      currency,
      total,
      amountRemaining,
      amountCredited: formatAmount({ amount: amountCredited(row), currency }),
      status,
      pdfPath: `${at}/pdf`,
      paymentLinkPath: isPayable ? `${at}/payment-link` : null,
    };
  });
}
