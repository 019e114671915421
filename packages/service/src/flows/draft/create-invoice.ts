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
import { type Context, transact, type Work } from "../../context.ts";
import { invalid, refuseFaults } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { taxInvoices } from "../../invoice-taxes/index.ts";
import { blankInvoice } from "./blank-invoice.ts";
import { currencyFaults, type OneOffLines, requiredLines } from "./one-off-faults.ts";

export interface InvoiceCreation extends DraftTermsInput, OneOffLines {
  /** Id or alias. */
  accountId: string;
  /** The account's when left out. */
  currency?: string;
  /** Issues it in this call; else it waits for somebody to issue it. */
  autoIssue?: boolean;
}

/** Makes a one-off invoice of free lines: a draft, unless it is to be issued at once (R-INV-4). */
export function createInvoice(context: Context, input: InvoiceCreation): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, input.accountId);
    const work = await onAccountClock(transaction, account);
    const { row, shown } = await writeInvoice(work, account, input);
    return input.autoIssue === true ? issueDraft(work, row, work.clock.now()) : shown;
  });
}

/** Writes the draft of a one-off invoice, by the account's clock. Without an account all that is wrong is named. */
export async function writeInvoice(
  work: Work,
  account: AccountRow | undefined,
  input: InvoiceCreation,
): Promise<{ row: InvoiceRow; shown: Invoice }> {
  const { accountId, currency, lineItems, lines = lineItems, autoIssue: _issued, ...terms } = input;
  const member = input.lines === undefined ? "lineItems" : "lines";
  const faults = [
    ...requiredLines(input, member),
    ...currencyFaults(currency),
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
