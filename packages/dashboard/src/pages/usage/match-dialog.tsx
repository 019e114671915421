import { readAgain } from "../../server/stale.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { CurrencyField } from "../../design/code-fields.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { toast } from "../../design/toast.ts";
import { count } from "../../format/words.ts";
import { AccountPicker } from "./account-picker.tsx";
import type { Unmatched } from "./unmatched.ts";

interface MatchProps {
  readonly unmatched: Unmatched;
  readonly onClose: () => void;
}

/** Creates what is missing, so that the events count. */
export function MatchDialog({ unmatched, onClose }: MatchProps) {
  const [way, setWay] = useState("alias");
  const isAccount = unmatched.reason === "unknown_account";
  return (
    <Dialog
      title={isAccount ? `Match “${unmatched.name}” to an account` : `Count “${unmatched.name}”`}
      note={`${count(unmatched.count, "event")} will count immediately.`}
      isOpen
      onClose={onClose}
    >
      {isAccount ? (
        <Tabs
          chosen={way}
          onChoose={setWay}
          tabs={[
            {
              key: "alias",
              name: "Existing account",
              content: () => <AliasForm unmatched={unmatched} onClose={onClose} />,
            },
            {
              key: "new",
              name: "New account",
              content: () => <AccountForm unmatched={unmatched} onClose={onClose} />,
            },
          ]}
        />
      ) : (
        <MetricForm unmatched={unmatched} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The common end of all fixes. */
function useMend<Body>(mend: (body: Body) => Promise<unknown>, { unmatched, onClose }: MatchProps) {
  return useMutation({
    mutationFn: mend,
    onSuccess: async () => {
      toast({ text: `${count(unmatched.count, "event")} matched` });
      onClose();
      await readAgain(unmatched.reason === "unknown_account" ? "accounts" : "metrics");
    },
  });
}

function AliasForm(props: MatchProps) {
  const { name } = props.unmatched;
  const [accountId, setAccountId] = useState<string>();
  const add = useMend(async (id: string) => {
    const { result, etag } = await client.accounts.get(id).answer();
    await client.accounts.update(
      id,
      { aliases: [...result.aliases, name] },
      { ...(etag !== null && { ifMatch: etag }) },
    );
  }, props);
  return (
    <form onSubmit={submitted(() => accountId !== undefined && add.mutate(accountId))} className="flex flex-col gap-4">
      <AccountPicker
        chosen={accountId === undefined ? [] : [accountId]}
        onChoose={setAccountId}
        none="Choose an account"
        isLabelVisible
      />
      <p className="text-xs text-muted">“{name}” becomes an alias. Use it wherever you use the account ID.</p>
      <FailureLine error={add.error} />
      <DialogActions>
        <Button type="submit" kind="primary" busy={add.isPending} disabled={accountId === undefined}>
          Add alias
        </Button>
      </DialogActions>
    </form>
  );
}

function AccountForm(props: MatchProps) {
  const { name } = props.unmatched;
  const { defaultCurrency } = useOrganization();
  const create = useMend(
    async (form: FormData) =>
      await client.accounts.create({
        name: textOf(form, "name"),
        aliases: [name],
        currency: textOf(form, "currency"),
        contactEmail: textOrNull(form, "email"),
      }),
    props,
  );
  return (
    <form onSubmit={submitted(create.mutate)} className="flex flex-col gap-4">
      <TextField label="Name" name="name" defaultValue={name} required fault={faultAt(create.error, "/name")} />
      <CurrencyField
        name="currency"
        required
        defaultValue={defaultCurrency}
        fault={faultAt(create.error, "/currency")}
      />
      <TextField
        label="Contact email"
        name="email"
        type="email"
        hint="Optional"
        fault={faultAt(create.error, "/contactEmail")}
      />
      <FailureLine error={create.error} />
      <DialogActions>
        <Button type="submit" kind="primary" busy={create.isPending}>
          Create account
        </Button>
      </DialogActions>
    </form>
  );
}

const METHODS = [
  ["count", "Count of events"],
  ["sum", "Sum of a property"],
  ["max", "Maximum of a property"],
  ["min", "Minimum of a property"],
  ["average", "Average of a property"],
  ["count_unique", "Unique values of a property"],
  ["latest", "Latest value of a property"],
] as const;

function MetricForm(props: MatchProps) {
  const { name } = props.unmatched;
  const [method, setMethod] = useState<(typeof METHODS)[number][0]>("count");
  const create = useMend(
    async (form: FormData) =>
      await client.metrics.create({
        name: textOf(form, "name"),
        eventName: name,
        aggregation: method === "count" ? { method } : { method, field: textOf(form, "field") },
      }),
    props,
  );
  return (
    <form onSubmit={submitted(create.mutate)} className="flex flex-col gap-4">
      <TextField label="Name" name="name" required placeholder="API calls" fault={faultAt(create.error, "/name")} />
      <SelectField
        label="Aggregation"
        value={method}
        onChange={({ target }) => setMethod(METHODS.find(([key]) => key === target.value)?.[0] ?? "count")}
      >
        {METHODS.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </SelectField>
      {method !== "count" && (
        <TextField label="Property" name="field" required fault={faultAt(create.error, "/aggregation/field")} />
      )}
      <FailureLine error={create.error} />
      <DialogActions>
        <Button type="submit" kind="primary" busy={create.isPending}>
          Create metric
        </Button>
      </DialogActions>
    </form>
  );
}
