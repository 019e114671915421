import { Decimal } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  findAccount,
  findCreditGrant,
  type LedgerOf,
  listCreditEntries,
  type ListPage,
  type ListQuery,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { creditAmount } from "./credit-grant.ts";

/** A movement of credit as the API shows it. */
export interface CreditEntry {
  id: string;
  accountId: string;
  kind: NonNullable<AccountCreditEntry["kind"]> | "converted";
  /** The unit of the amount: exactly one of the two is set. */
  currency: string | null;
  metricId: string | null;
  /** Positive adds, negative takes away. */
  amount: string;
  /** The grant whose balance changes. Null for account credit. */
  creditGrantId: string | null;
  /** The conversion that moved it from one currency to another. */
  creditConversionId: string | null;
  invoiceId: string | null;
  creditNoteId: string | null;
  createdAt: string;
}

/**
 * Every movement of an account's credit. Movements without a grant sum to its account credit, those of a grant to what
 * is left of the grant.
 */
export function getCreditLedger(context: Context, idOrAlias: string, query: ListQuery): Promise<ListPage<CreditEntry>> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    return shown(await listCreditEntries(tx, { accountId: account.id } satisfies LedgerOf, query));
  });
}

/** The movements of one grant. They sum to its balance. */
export function getGrantLedger(context: Context, id: string, query: ListQuery): Promise<ListPage<CreditEntry>> {
  return read(context, async (tx) => {
    if ((await findCreditGrant(tx, id)) === undefined) throw notFound("credit grant", id);
    return shown(await listCreditEntries(tx, { creditGrantId: id }, query));
  });
}

function shown({ rows, total }: ListPage<AccountCreditEntry>): ListPage<CreditEntry> {
  return { rows: rows.map(toCreditEntry), total };
}

function toCreditEntry(row: AccountCreditEntry): CreditEntry {
  return {
    id: row.id,
    accountId: row.accountId,
    kind: kindOf(row),
    currency: row.currency,
    metricId: row.metricId ?? null,
    amount: creditAmount(row.amount, row.currency),
    creditGrantId: row.creditGrantId ?? null,
    creditConversionId: row.creditConversionId ?? null,
    invoiceId: row.invoiceId,
    creditNoteId: row.creditNoteId ?? null,
    createdAt: row.createdAt,
  };
}

function kindOf({ kind, creditConversionId, amount }: AccountCreditEntry): CreditEntry["kind"] {
  const isConverted = (creditConversionId ?? null) !== null;
  return kind ?? (isConverted ? "converted" : Decimal.of(amount).isNegative() ? "used" : "given");
}
