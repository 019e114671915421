import type { Invoice } from "@counterfoil/sdk";
import { faultOf } from "../../../design/faults.ts";
import { Money } from "../../../design/money.tsx";
import { BareNumber } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";

interface CreditedLinesProps {
  readonly invoice: Invoice;
  /** The amount of each chosen line by its ID. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly error: unknown;
  readonly onChange: (amounts: Readonly<Record<string, string>>) => void;
}

/** Chooses lines of an invoice, and how much of each is credited. */
export function CreditedLines({ invoice, amounts, error, onChange }: CreditedLinesProps) {
  const chosen = Object.keys(amounts);
  const isAll = chosen.length === invoice.lineItems.length;
  const choose = (id: string, isChosen: boolean) =>
    onChange(
      isChosen ? { ...amounts, [id]: "" } : Object.fromEntries(Object.entries(amounts).filter(([key]) => key !== id)),
    );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 flex w-full items-center justify-between text-sm font-medium">
        Lines
        <button
          type="button"
          className="font-normal text-accent hover:underline"
          onClick={() => onChange(isAll ? {} : Object.fromEntries(invoice.lineItems.map(({ id }) => [id, ""])))}
        >
          {isAll ? "None" : "All"}
        </button>
      </legend>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {invoice.lineItems.map(({ id, description, totalPrice }) => {
          const place = chosen.indexOf(id);
          const fault = place === -1 ? undefined : faultOfLine(error, place);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm">
              <label className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-(--accent)"
                  checked={place !== -1}
                  onChange={(event) => choose(id, event.target.checked)}
                />
                <span className="min-w-0 truncate">{description}</span>
              </label>
              <Money amount={totalPrice} currency={invoice.currency} />
              <div className="w-36 max-sm:ml-auto">
                <BareNumber
                  label={`Amount to credit for ${description}, excluding tax`}
                  kind="amount"
                  placeholder="Remaining amount"
                  disabled={place === -1}
                  value={amounts[id] ?? ""}
                  onChange={(amount) => onChange({ ...amounts, [id]: amount })}
                  fault={fault === undefined ? undefined : faultOf(fault, "Amount")}
                  className="text-right"
                />
              </div>
            </li>
          );
        })}
      </ul>
      <p className="mt-1 text-xs text-muted">
        Amounts exclude tax. Leave blank to credit the remaining amount of the line.
      </p>
    </fieldset>
  );
}

function faultOfLine(error: unknown, place: number): string | undefined {
  return (
    faultAt(error, `/lines/${place}/amount`) ??
    faultAt(error, `/lines/${place}`) ??
    faultAt(error, `/lines/${place}/lineItemId`)
  );
}
