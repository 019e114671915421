import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { Money } from "../../../design/money.tsx";
import { toWords } from "../../../format/words.ts";
import { currencyOfStep, resultOfStep, wordsOfStep } from "./step-words.ts";

/** The calculation, from the first operand to the amount. */
export function Steps({ explained }: { readonly explained: ExplainInvoiceLineResult }) {
  const { steps, notes, amount, currency } = explained;
  return (
    <>
      <ol className="divide-y divide-line rounded-md border border-line text-sm">
        {steps.map((step, place) => {
          const reckonedIn = currencyOfStep(steps, place, currency);
          return (
            <li key={`${place} ${step.text}`} className="flex items-baseline justify-between gap-4 px-3 py-2">
              <div className="min-w-0">
                <div className="figures break-words">{wordsOfStep(step, reckonedIn)}</div>
                <div className="text-xs text-muted">{toWords(step.kind)}</div>
              </div>
              <div className="figures shrink-0">{resultOfStep(step, reckonedIn)}</div>
            </li>
          );
        })}
        {steps.length === 0 && (
          <li className="px-3 py-2 text-muted">This line was entered manually: quantity × unit price.</li>
        )}
        <li className="flex justify-between gap-4 bg-sunken/60 px-3 py-2 font-semibold">
          <span>Line amount</span>
          <Money amount={amount} currency={currency} />
        </li>
      </ol>
      {notes.map((note) => (
        <p key={note} className="mt-1 text-xs text-muted">
          {note}
        </p>
      ))}
    </>
  );
}
