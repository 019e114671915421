import type { ExchangeRate } from "@counterfoil/sdk";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { CurrencyField } from "../../design/code-fields.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { NumberField } from "../../design/number-field.tsx";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";

interface ExchangeRateDialogProps {
  /** Null to enter a new one. */
  readonly rate: ExchangeRate | null;
  /** The currency and the day of a new one. */
  readonly first?: { readonly currency: string; readonly date: string | undefined };
  readonly onClose: () => void;
}

/** Enters a rate, or changes the rate of one that exists. Its currencies and day identify it. */
export function ExchangeRateDialog({ rate, first, onClose }: ExchangeRateDialogProps) {
  const { reportingCurrency } = useOrganization();
  const save = useChange({
    changes: "exchangeRates",
    run: (form: FormData) => {
      const item = {
        fromCurrency: rate?.fromCurrency ?? textOf(form, "fromCurrency"),
        toCurrency: rate?.toCurrency ?? textOf(form, "toCurrency"),
        date: rate?.date ?? textOf(form, "date"),
        rate: textOf(form, "rate"),
      };
      return client.exchangeRates.set({ items: [item] });
    },
    done: () => "Exchange rate saved",
    after: onClose,
  });
  const remove = useChange({
    changes: "exchangeRates",
    run: (id: string) => client.exchangeRates.delete(id),
    done: () => "Exchange rate deleted",
    after: onClose,
  });
  const fault = (member: string) => faultAt(save.error, `/items/0/${member}`);
  return (
    <Dialog
      title={rate === null ? "New exchange rate" : `${rate.fromCurrency} to ${rate.toCurrency}`}
      note="It applies from its date until the next rate of the same currencies."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(save.mutate)} className="grid gap-4 sm:grid-cols-2">
        {rate === null && (
          <>
            <CurrencyField
              label="From"
              name="fromCurrency"
              required
              defaultValue={first?.currency ?? ""}
              fault={fault("fromCurrency")}
            />
            <CurrencyField
              label="To"
              name="toCurrency"
              required
              defaultValue={reportingCurrency ?? ""}
              fault={fault("toCurrency")}
            />
          </>
        )}
        <TextField
          label="Date"
          name="date"
          type="date"
          required
          disabled={rate !== null}
          defaultValue={rate?.date ?? first?.date}
          fault={fault("date")}
        />
        <NumberField
          label="Rate"
          kind="amount"
          name="rate"
          required
          autoFocus={first !== undefined}
          defaultValue={rate?.rate}
          placeholder="0.92"
          hint="Value of one unit"
          fault={fault("rate")}
        />
        <div className="sm:col-span-2">
          <FailureLine error={save.error ?? remove.error} />
          <DialogActions>
            {rate !== null && (
              <Button kind="danger" className="mr-auto" busy={remove.isPending} onClick={() => remove.mutate(rate.id)}>
                Delete
              </Button>
            )}
            <DialogCancel />
            <Button type="submit" kind="primary" busy={save.isPending}>
              Save rate
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}
