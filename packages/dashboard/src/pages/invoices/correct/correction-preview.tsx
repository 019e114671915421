import type { CreditNotePreview, PreviewedJournalEntry } from "@counterfoil/sdk";
import type { ReactNode } from "react";
import { Money } from "../../../design/money.tsx";
import { StatusBadge } from "../../../design/badge.tsx";
import { formatPercent, isNegative, isZero } from "../../../format/amount.ts";
import { formatDate, formatServicePeriod } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";

/** What a credit note would do: its document, refunds, balances and journal entries, as the server computed them. */
export function CorrectionPreview({ preview }: { readonly preview: CreditNotePreview }) {
  return (
    <div className="flex flex-col gap-5">
      <NoteOfPreview preview={preview} />
      <Balances preview={preview} />
      <Entries entries={preview.journalEntries} currency={preview.creditNote.currency} />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function NoteOfPreview({ preview: { creditNote: note, refunds } }: { readonly preview: CreditNotePreview }) {
  const money = (amount: string, strong = false) => <Money amount={amount} currency={note.currency} strong={strong} />;
  const isGross = note.taxes.some(({ inclusive }) => inclusive);
  return (
    <Part title={`Credit note for ${note.invoiceNumber}`}>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {note.lines.map((line) => (
            <tr key={line.lineItemId} className="border-b border-line align-top">
              <td className="py-2 pr-3 break-words">
                {line.description}
                <span className="figures block text-xs text-muted">{formatServicePeriod(line.servicePeriod)}</span>
              </td>
              <td className="py-2 text-right">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <TotalRow name={isGross ? "Net amount" : "Subtotal"}>{money(note.subtotal)}</TotalRow>
          {note.taxes.map(({ name, percentage, base, amount }) => (
            <TotalRow key={`${name} ${percentage} ${base}`} name={`${name} ${formatPercent(percentage)}`}>
              {money(amount)}
            </TotalRow>
          ))}
          <TotalRow name={<span className="font-semibold text-ink">Total</span>}>{money(note.total, true)}</TotalRow>
          {refunds.map(({ paymentId, provider, method, amount }) => (
            <TotalRow
              key={paymentId}
              name={
                provider === "manual"
                  ? `Refund of a ${toWords(method).toLowerCase()} payment, recorded only: send the money yourself`
                  : `Refund through ${toWords(provider)}`
              }
            >
              {money(amount)}
            </TotalRow>
          ))}
          {note.outcome !== "refund" && !isZero(note.amountApplied) && (
            <TotalRow name="Reduces the amount due">{money(note.amountApplied)}</TotalRow>
          )}
          {!isZero(note.amountCredited) && (
            <TotalRow name="Becomes account credit">{money(note.amountCredited)}</TotalRow>
          )}
          {!isZero(note.amountReturned) && (
            <TotalRow name="Returned to prepaid credit">{money(note.amountReturned)}</TotalRow>
          )}
        </tfoot>
      </table>
    </Part>
  );
}

function TotalRow({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <tr className="align-top">
      <td className="pt-1.5 pr-3 text-muted">{name}</td>
      <td className="pt-1.5 text-right">{children}</td>
    </tr>
  );
}

function Balances({ preview: { before, after, creditNote } }: { readonly preview: CreditNotePreview }) {
  const money = (amount: string) => <Money amount={amount} currency={creditNote.currency} />;
  const figures = [
    ["Amount paid", before.amountPaid, after.amountPaid],
    ["Amount due", before.amountRemaining, after.amountRemaining],
    ["Account credit", before.accountCredit, after.accountCredit],
    ["Prepaid credit", before.prepaidCredit, after.prepaidCredit],
  ] as const;
  return (
    <Part title="Balances">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col">
              <span className="sr-only">Figure</span>
            </th>
            <th scope="col" className="w-28 py-1.5 pl-3 text-right font-medium">
              Before
            </th>
            <th scope="col" className="w-28 py-1.5 pl-3 text-right font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-normal text-muted">
              Invoice
            </th>
            <td className="py-1.5 pl-3 text-right">
              <StatusBadge status={before.status} />
            </td>
            <td className="py-1.5 pl-3 text-right">
              <StatusBadge status={after.status} />
            </td>
          </tr>
          {figures.map(([name, was, becomes]) => (
            <tr key={name} className="border-b border-line last:border-0">
              <th scope="row" className="py-1.5 text-left font-normal text-muted">
                {name}
              </th>
              <td className="py-1.5 pl-3 text-right">{money(was)}</td>
              <td className={was === becomes ? "py-1.5 pl-3 text-right" : "py-1.5 pl-3 text-right font-semibold"}>
                {money(becomes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

interface EntriesProps {
  readonly entries: readonly PreviewedJournalEntry[];
  readonly currency: string;
}

function Entries({ entries, currency }: EntriesProps) {
  return (
    <Part title="Journal entries">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            <th scope="col" className="py-1.5 text-left font-medium">
              Ledger account
            </th>
            <th scope="col" className="w-28 py-1.5 pl-3 text-right font-medium">
              Debit
            </th>
            <th scope="col" className="w-28 py-1.5 pl-3 text-right font-medium">
              Credit
            </th>
          </tr>
        </thead>
        {entries.map(({ kind, day, postings }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no ID before they are booked, and a fixed order
          <tbody key={place} className="border-b border-line last:border-0">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-2 text-left text-xs font-medium text-muted">
                {toWords(kind)} · {formatDate(day)}
              </th>
            </tr>
            {postings.map(({ code, amount, lineItemId }) => (
              <tr key={`${code} ${lineItemId ?? ""} ${amount}`}>
                <td className="py-1 pr-3">{toWords(code)}</td>
                <td className="py-1 pl-3 text-right">
                  {!isNegative(amount) && <Money amount={amount} currency={currency} />}
                </td>
                <td className="py-1 pl-3 text-right">
                  {isNegative(amount) && <Money amount={amount.slice(1)} currency={currency} />}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Part>
  );
}
