import {
  type AccountRow,
  findAccount,
  getOrganization,
  insertInvoiceLines,
  insertInvoices,
  type InvoiceRow,
} from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import {
  applyDraftTerms,
  draftTermsFaults,
  type DraftTermsInput,
  freeLineFaults,
  type Invoice,
  periodOf,
  toFreeLineRow,
  totalsOf,
  writtenInvoice,
} from "../../invoices/index.ts";
import { issueDraft } from "../issue/index.ts";
import { currencyFaults } from "../../codes.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { invalid, refuseFaults } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { withoutTrace } from "../../without-trace.ts";
import { taxInvoices } from "../../invoice-taxes/index.ts";
import { blankInvoice } from "./blank-invoice.ts";
import { type OneOffLines, requiredLines } from "./one-off-faults.ts";

export interface InvoiceCreation extends DraftTermsInput, OneOffLines {
  /** ID or alias. */
  accountId: string;
  /** Default: the account's currency. */
  currency?: string;
  /** Issues the invoice in this call. Otherwise it stays a draft until a user issues it. */
  autoIssue?: boolean;
}

/** Creates a one-off invoice of free lines, as a draft unless `autoIssue` issues it at once (R-INV-4). */
export function createInvoice(context: Context, input: InvoiceCreation): Promise<Invoice> {
  return transact(context, (transaction) => makeInvoice(transaction, input));
}

/**
 * Previews a one-off invoice: creates it in a transaction that is rolled back. With `autoIssue`, the preview contains the
 * credit that the invoice would use. It never has a number.
 */
export async function previewInvoice(context: Context, input: InvoiceCreation): Promise<Invoice> {
  const shown = await withoutTrace(context, (transaction) => makeInvoice(transaction, input));
  return { ...shown, number: null };
}

async function makeInvoice(transaction: Work, input: InvoiceCreation): Promise<Invoice> {
  const account = await findAccount(transaction.tx, input.accountId);
  const work = await onAccountClock(transaction, account);
  const { row, shown } = await writeInvoice(work, account, input);
  return input.autoIssue === true ? issueDraft(work, row, work.clock.now()) : shown;
}

/**
 * Writes the draft of a one-off invoice, by the account's clock. If the account is unknown, the error also names all
 * other faults.
 */
export async function writeInvoice(
  work: Work,
  account: AccountRow | undefined,
  input: InvoiceCreation,
): Promise<{ row: InvoiceRow; shown: Invoice }> {
  const { accountId, currency, lineItems, lines = lineItems, autoIssue: _issued, ...terms } = input;
  const member = input.lines === undefined ? "lineItems" : "lines";
  const faults = [
    ...requiredLines(input, member),
    ...currencyFaults("/currency", currency),
    ...(await freeLineFaults(work.tx, lines ?? [], [], `/${member}`)),
  ];
  if (account === undefined) {
    const detail = `There is no account ${JSON.stringify(accountId)}.`;
    throw invalid([{ pointer: "/accountId", code: "unknown_account", detail }, ...faults]);
  }
  const organization = await getOrganization(work.tx);
  const made = { id: work.ids.next("inv"), now: work.clock.now() };
  const blank = blankInvoice(made, account, organization, currency ?? account.currency);
  const draft = applyDraftTerms(blank, terms);
  refuseFaults([...faults, ...draftTermsFaults(draft, terms, work.clock.now())]);
  const rows = (lines ?? []).map((line, position) => toFreeLineRow(line, draft, work.ids.next("line"), position));
  const untaxed = writtenInvoice({ ...draft, ...periodOf(rows, draft), ...totalsOf(draft.currency, rows) }, rows);
  const [written = untaxed] = await taxInvoices(work.tx, [untaxed]);
  await insertInvoices(work.tx, [written.invoice]);
  await insertInvoiceLines(work.tx, written.lines);
  const { invoice: row, shown } = written;
  await audit(work, { action: "invoice.created", objectId: shown.id, after: shown });
  await notify(work, "invoice.created", shown.id, shown);
  return { row, shown };
}
