import {
  findAccountsById,
  findRunningSubscriptions,
  findSubscriptionDrafts,
  getOrganization,
  type InvoiceRow,
  type MarginSelection,
  type SubscriptionRow,
} from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import { foreseenLines, openUsageInvoices } from "../../billing/index.ts";
import { accountTimeZone, onAccountClock } from "../../clocks/index.ts";
import type { Work } from "../../context.ts";
import { loadContracts } from "../../contracts/index.ts";
import { DomainError } from "../../errors/index.ts";
import { taxInvoices } from "../../invoice-taxes/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { toEarningLine } from "../../journal/index.ts";
import { foreseeDrafts } from "../issue/index.ts";
import { dayAfterNow, type RunningLine } from "./running-parts.ts";

/** A line that is not on an issued invoice yet, with what it is grouped by. */
export interface OpenLine extends RunningLine {
  readonly accountId: string;
  readonly productId: string | null;
  readonly priceId: string | null;
  readonly usageGroup: Readonly<Record<string, string>> | null;
  /** The day after the account's current day. */
  readonly until: Temporal.PlainDate;
}

export interface OpenLines {
  readonly lines: OpenLine[];
  /** Accounts whose usage cannot be decided now, such as usage without a price. Their running revenue is left out. */
  readonly undecided: { accountId: string; detail: string }[];
}

/** Accounts that are decided together. */
const AT_ONCE = 200;

/** Drafts as they would be issued now, and usage that is on no invoice, of the selected accounts. Writes nothing. */
export async function openLines(
  work: Work,
  selection: Pick<MarginSelection, "accountIds" | "withTestClocks">,
): Promise<OpenLines> {
  const subscriptions = await findRunningSubscriptions(work.tx, selection);
  const drafts = await findSubscriptionDrafts(work.tx, selection);
  const ids = [...new Set([...subscriptions, ...drafts].map(({ accountId }) => accountId))];
  const accounts = await findAccountsById(work.tx, ids);
  const undecided: OpenLines["undecided"] = [];
  const lines: OpenLine[] = [];
  // Accounts of one clock are decided together.
  for (const sharing of Map.groupBy(accounts, ({ testClockId }) => testClockId).values()) {
    const onClock = await onAccountClock(work, sharing[0]);
    for (let from = 0; from < sharing.length; from += AT_ONCE) {
      const some = new Set(sharing.slice(from, from + AT_ONCE).map(({ id }) => id));
      const isOwn = ({ accountId }: { readonly accountId: string }) => some.has(accountId);
      const open = { subscriptions: subscriptions.filter(isOwn), drafts: drafts.filter(isOwn) };
      lines.push(...(await toLines(onClock, await decided(onClock, open, undecided))));
    }
  }
  return { lines, undecided };
}

interface Open {
  readonly subscriptions: readonly SubscriptionRow[];
  readonly drafts: readonly InvoiceRow[];
}

/** A draft, or an open period. */
interface Decided extends WrittenInvoice {
  readonly isOpen: boolean;
}

/** If some account cannot be decided, each is decided on its own, so that it does not affect the others. */
async function decided(work: Work, open: Open, undecided: OpenLines["undecided"]): Promise<Decided[]> {
  try {
    const contracts = await loadContracts(work.tx, open.subscriptions);
    const drafts = await foreseeDrafts(work, open.drafts, { isOnlyShown: true });
    const periods = await taxInvoices(
      work.tx,
      await openUsageInvoices(work, contracts, { foreseen: foreseenLines(drafts) }),
    );
    return [
      ...drafts.map((draft) => ({ ...draft, isOpen: false })),
      ...periods.map((period) => ({ ...period, isOpen: true })),
    ];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const ids = [...new Set([...open.subscriptions, ...open.drafts].map(({ accountId }) => accountId))];
    const [accountId] = ids;
    if (ids.length === 1 && accountId !== undefined) {
      undecided.push({ accountId, detail: error.message });
      return [];
    }
    const invoices: Decided[] = [];
    for (const id of ids) {
      const isOwn = (row: { readonly accountId: string }) => row.accountId === id;
      const alone = { subscriptions: open.subscriptions.filter(isOwn), drafts: open.drafts.filter(isOwn) };
      invoices.push(...(await decided(work, alone, undecided)));
    }
    return invoices;
  }
}

async function toLines(work: Work, invoices: readonly Decided[]): Promise<OpenLine[]> {
  const organization = await getOrganization(work.tx);
  const accounts = await findAccountsById(work.tx, [...new Set(invoices.map(({ invoice }) => invoice.accountId))]);
  const zoneOf = new Map(accounts.map((account) => [account.id, accountTimeZone(account, organization)]));
  const now = work.clock.now();
  return invoices.flatMap(({ invoice, lines, isOpen }) => {
    const { accountId, currency } = invoice;
    const until = dayAfterNow(now, zoneOf.get(accountId) ?? organization.timezone);
    return lines.map((line): OpenLine => {
      const { net, service } = toEarningLine(invoice, line, { sellsCredit: false });
      const { productId, priceId, usageGroup } = line;
      return { accountId, productId, priceId, usageGroup, currency, net, service, isOpen, until };
    });
  });
}
