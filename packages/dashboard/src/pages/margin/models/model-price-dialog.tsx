import type { ModelPrice } from "@counterfoil/sdk";
import { Button } from "../../../design/button.tsx";
import { Fact, Facts } from "../../../design/card.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { submitted, textOrNull } from "../../../design/form.ts";
import { Money } from "../../../design/money.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { useChange } from "../../../design/use-change.ts";
import { Day } from "../../../design/when.tsx";
import { toDay } from "../../../format/dates.ts";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import type { ModelDraft } from "./new-model-price-dialog.tsx";
import { TOKEN_KINDS } from "./token-kinds.tsx";

interface ModelPriceDialogProps {
  readonly price: ModelPrice;
  readonly onClose: () => void;
  /** Begins the price that replaces this one. */
  readonly onReplace: (draft: ModelDraft) => void;
}

/** Ends, replaces or deletes a price. Everything else is fixed, because costs are computed with it. */
export function ModelPriceDialog({ price, onClose, onReplace }: ModelPriceDialogProps) {
  const { timezone } = useOrganization();
  const { provider, model, prices, currency, validFrom, validUntil } = price;
  const end = validUntil === null ? null : toDay(validUntil, timezone);
  const save = useChange({
    changes: "modelPrices",
    run: async (form: FormData) => {
      const next = textOrNull(form, "validUntil");
      // An end that was not changed may be within a day.
      return next === end ? price : await client.modelPrices.update(price.id, { validUntil: next });
    },
    done: () => "Model price updated",
    after: onClose,
  });
  const remove = useChange({
    changes: "modelPrices",
    run: () => client.modelPrices.delete(price.id),
    done: () => "Model price deleted",
    after: onClose,
  });
  return (
    <Dialog
      title={`Price of ${model}`}
      note="Costs that events already have stay, even if you end or delete the price."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(save.mutate)} className="flex flex-col gap-4">
        <Facts>
          <Fact name="Provider">{provider}</Fact>
          {TOKEN_KINDS.flatMap(({ kind, name }) => {
            const amount = prices[kind];
            if (amount === null) return [];
            return [
              <Fact key={kind} name={name}>
                <Money amount={amount} currency={currency} />
              </Fact>,
            ];
          })}
          <Fact name="From">
            <Day instant={validFrom} />
          </Fact>
        </Facts>
        <TextField
          label="End date (exclusive)"
          name="validUntil"
          type="date"
          defaultValue={end ?? ""}
          hint="Leave blank if it has no end"
          fault={faultAt(save.error, "/validUntil")}
        />
        <FailureLine error={save.error ?? remove.error} />
        <DialogActions>
          <Button kind="danger" className="mr-auto" busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
          <DialogCancel />
          <Button onClick={() => onReplace({ provider, model, prices, currency })}>Change price</Button>
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
