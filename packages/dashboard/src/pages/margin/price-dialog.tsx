import type { ReactNode } from "react";
import { Button } from "../../design/button.tsx";
import { Facts } from "../../design/card.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOrNull } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { toDay } from "../../format/dates.ts";
import { useOrganization } from "../../server/session.ts";

interface PriceDialogProps {
  readonly title: string;
  readonly note: string;
  /** What the messages name, such as "Cost price". */
  readonly noun: string;
  readonly changes: "costPrices" | "modelPrices";
  /** The end that the price has. */
  readonly validUntil: string | null;
  readonly onEnd: (validUntil: string | null) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
  readonly onClose: () => void;
  /** The facts of the price, which are fixed. */
  readonly children: ReactNode;
  /** Another button. */
  readonly action?: ReactNode;
}

/** Ends or deletes a price. Everything else is fixed, because costs are computed with it. */
export function PriceDialog(props: PriceDialogProps) {
  const { title, note, noun, changes, validUntil, onEnd, onDelete, onClose, children, action } = props;
  const { timezone } = useOrganization();
  const end = validUntil === null ? null : toDay(validUntil, timezone);
  const save = useChange({
    changes,
    run: async (form: FormData) => {
      const next = textOrNull(form, "validUntil");
      // An end that was not changed may be within a day.
      if (next !== end) await onEnd(next);
    },
    done: () => `${noun} updated`,
    after: onClose,
  });
  const remove = useChange({
    changes,
    run: async () => {
      await onDelete();
    },
    done: () => `${noun} deleted`,
    after: onClose,
  });
  return (
    <Dialog title={title} note={note} isOpen onClose={onClose}>
      <form onSubmit={submitted(save.mutate)} className="flex flex-col gap-4">
        <Facts>{children}</Facts>
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
          {action}
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
