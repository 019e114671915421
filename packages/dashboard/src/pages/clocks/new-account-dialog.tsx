import { readAgain } from "../../server/stale.ts";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { CurrencyField } from "../../design/code-fields.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf, wordsOf } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";

/** Accounts get a clock when they are created, and keep it. */
export function NewAccountDialog({ clockId, onClose }: { readonly clockId: string; readonly onClose: () => void }) {
  const { defaultCurrency } = useOrganization();
  const create = useMutation({
    mutationFn: async (form: FormData) =>
      await client.accounts.create({
        name: textOf(form, "name"),
        currency: textOf(form, "currency"),
        aliases: wordsOf(form, "alias"),
        testClockId: clockId,
      }),
    onSuccess: async ({ name }) => {
      toast({ text: `${name} created. Create a subscription for it, then advance the clock.` });
      onClose();
      await readAgain("accounts");
    },
  });
  return (
    <Dialog
      title="New account on this clock"
      note="You can't move the account to another clock later."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(create.mutate)} className="flex flex-col gap-4">
        <TextField label="Name" name="name" required placeholder="Acme" fault={faultAt(create.error, "/name")} />
        <CurrencyField
          name="currency"
          required
          defaultValue={defaultCurrency}
          fault={faultAt(create.error, "/currency")}
        />
        <TextField
          label="Alias"
          name="alias"
          hint="Your identifier for the account in usage events. Optional."
          fault={faultAt(create.error, "/aliases/0")}
        />
        <FailureLine error={create.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={create.isPending}>
            Create account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
