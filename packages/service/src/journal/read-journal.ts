import { Decimal, formatAmount, type LedgerCode } from "@counterfoil/engine";
import {
  findAccount,
  getOrganization,
  journalBalances,
  type JournalPlace,
  type JournalPostingRow,
  type JournalSelection,
  readJournal,
  type Tx,
} from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import { type Context, read } from "../context.ts";
import { DomainError, notFound, refuseParameters } from "../errors/index.ts";
import { fingerprintOf } from "../events/index.ts";
import { localDay } from "../time.ts";
import { readPlace, writePlace } from "./journal-cursor.ts";
import { type JournalPosting, toJournalPosting } from "./journal.ts";

/** The filters of a journal query. A missing filter matches everything. */
export interface JournalQuestion {
  readonly code?: LedgerCode | undefined;
  readonly currency?: string | undefined;
  /** ID or alias. */
  readonly accountId?: string | undefined;
  readonly objectId?: string | undefined;
  /** Calendar dates, half-open. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface JournalPage {
  items: JournalPosting[];
  nextCursor: string | null;
}

/** A page of postings, by day and then in the order of creation. */
export function listJournal(
  context: Context,
  question: JournalQuestion,
  cursor: string | undefined,
  limit: number,
): Promise<JournalPage> {
  return read(context, async (tx) => {
    const walk = fingerprintOf([
      question.code,
      question.currency,
      question.accountId,
      question.objectId,
      question.from,
      question.to,
    ]);
    const after = cursor === undefined ? null : readPlace(walk, cursor);
    const rows = await readJournal(tx, await select(tx, question), after, limit + 1);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor = rows.length > limit && last !== undefined ? writePlace(walk, last) : null;
    return { items: items.map(toJournalPosting), nextCursor };
  });
}

const POSTINGS_AT_ONCE = 1_000;

/**
 * All matching postings in batches, so that memory use does not grow with the journal. Throws faults of the query
 * before the first batch.
 */
export async function walkJournal(
  context: Context,
  question: JournalQuestion,
): Promise<AsyncGenerator<JournalPosting[]>> {
  return walk(context, await read(context, (tx) => select(tx, question)));
}

async function* walk(context: Context, selection: JournalSelection): AsyncGenerator<JournalPosting[]> {
  let after: JournalPlace | null = null;
  for (;;) {
    const place: JournalPlace | null = after;
    const rows: JournalPostingRow[] = await read(context, (tx) => readJournal(tx, selection, place, POSTINGS_AT_ONCE));
    if (rows.length > 0) yield rows.map(toJournalPosting);
    if (rows.length < POSTINGS_AT_ONCE) return;
    after = rows.at(-1) ?? null;
  }
}

async function select(tx: Tx, question: JournalQuestion): Promise<JournalSelection> {
  const { code = null, currency = null, accountId, objectId = null, from = null, to = null } = question;
  refuseParameters(currencyFaults("/currency", currency));
  if (from !== null && to !== null && from >= to) {
    const detail = "to must be later than from.";
    throw new DomainError("invalid_parameter", detail, [{ pointer: "/to", code: "not_after_from", detail }]);
  }
  if (accountId === undefined) return { code, currency, accountId: null, objectId, from, to };
  const account = await findAccount(tx, accountId);
  if (account === undefined) throw notFound("account", accountId);
  return { code, currency, accountId: account.id, objectId, from, to };
}

export interface JournalBalances {
  at: string;
  items: { currency: string; code: LedgerCode; balance: string }[];
}

/** The trial balance at the end of a day, which sums to zero in each currency. */
export function readJournalBalances(context: Context, at: string | undefined): Promise<JournalBalances> {
  return read(context, async (tx) => {
    const day = at ?? localDay(context.clock.now(), (await getOrganization(tx)).timezone);
    const rows = await journalBalances(tx, day);
    return {
      at: day,
      items: rows.map(({ currency, code, balance }) => ({
        currency,
        code,
        balance: formatAmount({ amount: Decimal.of(balance), currency }),
      })),
    };
  });
}
