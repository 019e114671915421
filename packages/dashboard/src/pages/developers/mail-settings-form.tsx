import type { MailSettings } from "@counterfoil/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { useMay, useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull, wordsOf } from "../../design/form.ts";
import { NumberField } from "../../design/number-field.tsx";
import { Failure, FailureLine, faultAt, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { useUnsavedFields } from "../../design/unsaved.ts";

/** The sender, the reply-to address, the reminders, and how long the content of mails is kept. */
export function MailSettingsForm() {
  const settings = useQuery({
    ...asked((api, signal) => api.mailSettings.get({ signal })),
  });
  if (settings.error !== null) return <Failure error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Skeleton className="h-96 w-full" />;
  return <Form settings={settings.data} />;
}

function Form({ settings }: { readonly settings: MailSettings }) {
  const cache = useQueryClient();
  const mayAdminister = useMay("admin");
  const { sandbox, name, email } = useOrganization();
  const save = useMutation({
    mutationFn: async (form: FormData) =>
      await client.mailSettings.update({
        senderName: textOrNull(form, "senderName"),
        replyTo: textOrNull(form, "replyTo"),
        keepDays: Number(textOf(form, "keepDays")),
        reminderDays: wordsOf(form, "reminderDays").map(Number),
        ...(sandbox && { sendFromSandbox: form.get("sendFromSandbox") === "on" }),
      }),
    onSuccess: (saved) => {
      cache.setQueryData(["mail-settings"], saved);
      toast({ text: "Email settings saved" });
    },
  });
  const { attach } = useUnsavedFields(save.data);
  return (
    <form ref={attach} onSubmit={submitted(save.mutate)} className="max-w-xl">
      <fieldset disabled={!mayAdminister} className="flex flex-col gap-4">
        <TextField
          label="Sender name"
          name="senderName"
          defaultValue={settings.senderName ?? ""}
          placeholder={name}
          hint="Leave blank to use the organization name."
          fault={faultAt(save.error, "/senderName")}
        />
        <TextField
          label="Reply-to"
          name="replyTo"
          type="email"
          defaultValue={settings.replyTo ?? ""}
          placeholder={email ?? ""}
          hint="Leave blank to use the organization email address."
          fault={faultAt(save.error, "/replyTo")}
        />
        <TextField
          label="Reminders"
          name="reminderDays"
          defaultValue={settings.reminderDays.join(", ")}
          placeholder="-3, 1, 7"
          hint="Days relative to the due date, separated by commas. Use negative numbers for days before it. Leave blank to send no reminders."
          fault={faultAt(save.error, "/reminderDays")}
        />
        <NumberField
          label="Content retention (days)"
          kind="count"
          name="keepDays"
          required
          defaultValue={String(settings.keepDays)}
          hint="Counterfoil deletes the content after this many days. It keeps the recipient and time permanently."
          fault={faultAt(save.error, "/keepDays")}
        />
        {sandbox && (
          <CheckField
            label="Send from this sandbox"
            name="sendFromSandbox"
            defaultChecked={settings.sendFromSandbox}
            hint="If off, emails aren't sent. You can view them in the outbox."
          />
        )}
        <FailureLine error={save.error} />
        {mayAdminister && (
          <div className="flex justify-end">
            <Button type="submit" kind="primary" busy={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
