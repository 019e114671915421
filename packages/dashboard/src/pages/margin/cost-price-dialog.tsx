import type { CostPrice } from "@counterfoil/sdk";
import { Button } from "../../design/button.tsx";
import { Fact, Facts } from "../../design/card.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOrNull } from "../../design/form.ts";
import { Money } from "../../design/money.tsx";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { Day } from "../../design/when.tsx";
import { toDay } from "../../format/dates.ts";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { propertiesText } from "./properties-text.ts";

interface CostPriceDialogProps {
  readonly price: CostPrice;
  /** Of the metric. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Ends or deletes a cost price. Everything else is fixed, because costs are computed with it. */
export function CostPriceDialog({ price, name, onClose }: CostPriceDialogProps) {
  const { timezone } = useOrganization();
  const end = price.validUntil === null ? null : toDay(price.validUntil, timezone);
  const save = useChange({
    changes: "costPrices",
    run: async (form: FormData) => {
      const validUntil = textOrNull(form, "validUntil");
      // An end that was not changed may be within a day.
      return validUntil === end ? price : await client.costPrices.update(price.id, { validUntil });
    },
    done: () => "Cost price updated",
    after: onClose,
  });
  const remove = useChange({
    changes: "costPrices",
    run: () => client.costPrices.delete(price.id),
    done: () => "Cost price deleted",
    after: onClose,
  });
  return (
    <Dialog
      title={`Cost price of ${name}`}
      note="Costs that events already have stay, even if you end or delete the price. To change it, create another with a later start."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(save.mutate)} className="flex flex-col gap-4">
        <Facts>
          <Fact name="Unit cost">
            <Money amount={price.unitCost} currency={price.currency} />
          </Fact>
          <Fact name="Events">{propertiesText(price.properties)}</Fact>
          <Fact name="From">
            <Day instant={price.validFrom} />
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
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
