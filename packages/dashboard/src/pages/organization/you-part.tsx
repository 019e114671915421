import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { meQuery, useMe } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { TextField } from "../../design/field.tsx";
import { passwordOf, submitted, textOf } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { OwnSessions } from "./own-sessions.tsx";
import { TwoFactor } from "./two-factor.tsx";
import { useUnsavedFields } from "../../design/unsaved.ts";

/** The person's own settings: name, password, second factor, sessions. */
export function YouPart() {
  return (
    <>
      <Name />
      <Password />
      <TwoFactor />
      <OwnSessions />
    </>
  );
}

function Name() {
  const { name, email } = useMe();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: async (form: FormData) => await client.me.update({ name: textOf(form, "name") }),
    onSuccess: (me) => {
      cache.setQueryData(meQuery.queryKey, me);
      toast({ text: `Name changed to ${me.name}` });
    },
  });
  const { attach } = useUnsavedFields(save.data);
  return (
    <Card title="You" note={`You sign in with ${email}.`} className="mb-4">
      <form ref={attach} onSubmit={submitted(save.mutate)} className="flex max-w-xl flex-col gap-4">
        <TextField
          label="Name"
          name="name"
          required
          autoComplete="name"
          defaultValue={name}
          fault={faultAt(save.error, "/name")}
        />
        <FailureLine error={save.error} />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Password() {
  const [changes, setChanges] = useState(0);
  const { attach } = useUnsavedFields();
  const change = useMutation({
    mutationFn: async (written: FormData) =>
      await client.auth.changePassword({
        currentPassword: passwordOf(written, "current"),
        newPassword: passwordOf(written, "new"),
      }),
    onSuccess: () => {
      // Empties the fields.
      setChanges(changes + 1);
      toast({ text: "Password changed. All other sessions have ended." });
    },
  });
  return (
    <Card title="Password" note="Changing your password signs you out of all other sessions." className="mb-4">
      <form key={changes} ref={attach} onSubmit={submitted(change.mutate)} className="flex max-w-xl flex-col gap-4">
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          fault={faultAt(change.error, "/currentPassword")}
        />
        <TextField
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={256}
          required
          hint="At least 12 characters"
          fault={faultAt(change.error, "/newPassword")}
        />
        <FailureLine error={change.error} />
        <div className="flex justify-end">
          <Button type="submit" kind="primary" busy={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}
