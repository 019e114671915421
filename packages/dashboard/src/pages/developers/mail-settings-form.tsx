import type { MailSettings } from "@counterfoil/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { useMay, useOrganization } from "../../app/session.ts";
import { Button } from "../../design/button.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull, wordsOf } from "../../design/form.ts";
import { Failure, FailureLine, faultAt, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";

/** Who mail is from, where answers go, when customers are reminded, and how long its content is kept. */
export function MailSettingsForm() {
  const settings = useQuery({
    queryKey: ["mail-settings"],
    queryFn: ({ signal }) => client.mailSettings.get({ signal }),
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
      toast({ text: "How mail is sent is changed." });
    },
  });
  return (
    <form onSubmit={submitted(save.mutate)} className="max-w-xl">
      <fieldset disabled={!mayAdminister} className="flex flex-col gap-4">
        <TextField
          label="Sender's name"
          name="senderName"
          defaultValue={settings.senderName ?? ""}
          placeholder={name}
          hint="Left out: the organization's name"
          fault={faultAt(save.error, "/senderName")}
        />
        <TextField
          label="Answers go to"
          name="replyTo"
          type="email"
          defaultValue={settings.replyTo ?? ""}
          placeholder={email ?? ""}
          hint="Left out: the organization's e-mail"
          fault={faultAt(save.error, "/replyTo")}
        />
        <TextField
          label="Reminders"
          name="reminderDays"
          defaultValue={settings.reminderDays.join(", ")}
          placeholder="-3, 1, 7"
          hint="Days from the due date of an unpaid invoice, with commas between them; below 0 before it. None: nobody is reminded."
          fault={faultAt(save.error, "/reminderDays")}
        />
        <TextField
          label="Content is kept for"
          name="keepDays"
          type="number"
          min={0}
          defaultValue={settings.keepDays}
          hint="Days. That a mail was sent, to whom and when, is kept for good."
          fault={faultAt(save.error, "/keepDays")}
        />
        {sandbox && (
          <CheckField
            label="Send although this is a sandbox"
            name="sendFromSandbox"
            defaultChecked={settings.sendFromSandbox}
            hint="Otherwise every mail is caught, and you look at it in the outbox."
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
