import { readAgain } from "../../server/stale.ts";
import type { ApiKeyScope, CreateApiKeyResult } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { systemNow } from "../../format/clock.ts";
import { toDay } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";

const SCOPES: readonly (readonly [ApiKeyScope, string])[] = [
  ["read", "Read all data except keys, people, and webhooks"],
  ["ingest", "Send usage events only"],
  ["write", "Manage accounts, subscriptions, and the catalog"],
  ["billing", "Issue and void invoices, record payments, and create credit notes"],
  ["admin", "Manage keys, people, webhooks, and settings"],
];

interface ApiKeyDialogProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreateApiKeyResult) => void;
}

export function ApiKeyDialog({ onClose, onCreated }: ApiKeyDialogProps) {
  const { timezone } = useOrganization();
  const create = useMutation({
    mutationFn: async (form: FormData) =>
      await client.apiKeys.create({
        name: textOf(form, "name"),
        scopes: SCOPES.map(([scope]) => scope).filter((scope) => form.get(scope) === "on"),
        expiresAt: textOrNull(form, "expiresAt"),
      }),
    onSuccess: async (created) => {
      onClose();
      onCreated(created);
      await readAgain("apiKeys");
    },
  });
  const fault = faultAt(create.error, "/scopes");
  return (
    <Dialog title="New API key" note="Choose only the scopes that the program needs." isOpen onClose={onClose}>
      <form onSubmit={submitted(create.mutate)} className="flex flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          required
          placeholder="Usage pipeline"
          hint="Helps you recognize the key later"
          fault={faultAt(create.error, "/name")}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">Scopes</legend>
          {SCOPES.map(([scope, note]) => (
            <CheckField key={scope} name={scope} label={toWords(scope)} hint={note} defaultChecked={scope === "read"} />
          ))}
          {fault !== undefined && <p className="text-xs text-bad">{fault}</p>}
        </fieldset>
        <TextField
          label="Expires"
          name="expiresAt"
          type="date"
          min={toDay(systemNow(), timezone)}
          hint="Leave blank for no expiration."
          fault={faultAt(create.error, "/expiresAt")}
        />
        <FailureLine error={create.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={create.isPending}>
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
