import { readAgain } from "../../server/stale.ts";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { systemNow } from "../../format/clock.ts";
import { toDay } from "../../format/dates.ts";

export function NewClockDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { timezone } = useOrganization();
  const create = useMutation({
    mutationFn: async (form: FormData) =>
      await client.testClocks.create({ name: textOrNull(form, "name"), frozenTime: textOf(form, "frozenTime") }),
    onSuccess: async ({ id }) => {
      await readAgain("testClocks");
      await navigate({ to: `/test-clocks/${id}`, ignoreBlocker: true });
    },
  });
  return (
    <Dialog
      title="New test clock"
      note="A clock only moves forward. Choose the earliest date you need."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(create.mutate)} className="flex flex-col gap-4">
        <TextField label="Name" name="name" placeholder="A year of Acme" fault={faultAt(create.error, "/name")} />
        <TextField
          label="Start date"
          name="frozenTime"
          type="date"
          required
          defaultValue={toDay(systemNow(), timezone)}
          hint={`A day in ${timezone.replaceAll("_", " ")}`}
          fault={faultAt(create.error, "/frozenTime")}
        />
        <FailureLine error={create.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={create.isPending}>
            Create clock
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
