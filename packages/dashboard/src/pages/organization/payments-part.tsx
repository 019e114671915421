import type { PaymentSettings, UpdatePaymentSettingsRequest } from "@counterfoil/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { useMay, useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Code } from "../../design/code.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull, wordsOf } from "../../design/form.ts";
import { Failure, FailureLine, faultAt, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { useUnsavedFields } from "../../design/unsaved.ts";

/** The payment provider, and what happens to unpaid invoices. */
export function PaymentsPart() {
  const settings = useQuery({
    ...asked((api, signal) => api.paymentSettings.get({ signal })),
  });
  if (settings.error !== null) return <Failure error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <Skeleton className="h-[30rem] w-full" />;
  return (
    <>
      <Provider settings={settings.data} />
      <Dunning settings={settings.data} />
    </>
  );
}

function useSave() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdatePaymentSettingsRequest) => await client.paymentSettings.update(body),
    onSuccess: (saved) => {
      cache.setQueryData(["payment-settings"], saved);
      toast({ text: "Payment settings saved" });
    },
  });
}

function Provider({ settings }: { readonly settings: PaymentSettings }) {
  const mayAdminister = useMay("admin");
  const { id } = useOrganization();
  const [provider, setProvider] = useState(settings.provider);
  const save = useSave();
  const { attach } = useUnsavedFields(save.data);
  const { stripe } = settings;
  const send = (form: FormData) => {
    const publishableKey = textOrNull(form, "publishableKey");
    const secretKey = textOf(form, "secretKey");
    const webhookSecret = textOf(form, "webhookSecret");
    // An empty secret stays unchanged.
    save.mutate({
      provider,
      ...(provider === "stripe" && {
        stripe: {
          publishableKey,
          ...(secretKey !== "" && { secretKey }),
          ...(webhookSecret !== "" && { webhookSecret }),
        },
      }),
    });
  };
  return (
    <Card title="Payment provider" className="mb-4">
      <form ref={attach} onSubmit={submitted(send)}>
        <fieldset disabled={!mayAdminister} className="flex max-w-xl flex-col gap-4">
          <SelectField
            label="Provider"
            value={provider}
            onChange={({ target }) => setProvider(target.value === "stripe" ? "stripe" : "manual")}
          >
            <option value="manual">Manual (bank transfer)</option>
            <option value="stripe">Stripe</option>
          </SelectField>
          {provider === "stripe" && (
            <>
              <TextField
                label="Publishable key"
                name="publishableKey"
                defaultValue={stripe.publishableKey ?? ""}
                placeholder="pk_…"
                hint="Used in customers' browsers"
                fault={faultAt(save.error, "/stripe/publishableKey")}
              />
              <TextField
                label="Secret key"
                name="secretKey"
                type="password"
                autoComplete="off"
                placeholder={stripe.hasSecretKey ? "Saved. Enter a new key to replace it." : "sk_…"}
                hint="Never shown after you save it"
                fault={faultAt(save.error, "/stripe/secretKey")}
              />
              <TextField
                label="Webhook secret"
                name="webhookSecret"
                type="password"
                autoComplete="off"
                placeholder={stripe.hasWebhookSecret ? "Saved. Enter a new key to replace it." : "whsec_…"}
                hint="Verifies Stripe webhook signatures"
                fault={faultAt(save.error, "/stripe/webhookSecret")}
              />
              <div>
                <p className="mb-1 text-sm font-medium">Add this webhook URL in Stripe</p>
                <Code
                  label="Stripe webhook URL"
                  text={`${window.location.origin}/payment-providers/stripe/webhook/${id}`}
                />
              </div>
            </>
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
    </Card>
  );
}

const OUTCOMES: readonly (readonly [PaymentSettings["dunning"]["outcome"], string])[] = [
  ["none", "Do nothing"],
  ["uncollectible", "Mark the invoice uncollectible"],
  ["cancel_subscription", "Cancel the subscription"],
];

function Dunning({ settings: { dunning } }: { readonly settings: PaymentSettings }) {
  const mayAdminister = useMay("admin");
  const save = useSave();
  const { attach } = useUnsavedFields(save.data);
  return (
    <Card
      title="Dunning"
      note="Days count from the first failed automatic payment or, if there is none, from the due date."
    >
      <form
        ref={attach}
        onSubmit={submitted((form) =>
          save.mutate({
            dunning: {
              schedule: wordsOf(form, "schedule").map(Number),
              reminders: wordsOf(form, "reminders").map(Number),
              outcome: OUTCOMES.find(([one]) => one === textOf(form, "outcome"))?.[0] ?? "none",
            },
          }),
        )}
      >
        <fieldset disabled={!mayAdminister} className="flex max-w-xl flex-col gap-4">
          <TextField
            label="Retry schedule"
            name="schedule"
            defaultValue={dunning.schedule.join(", ")}
            placeholder="1, 3, 7, 14"
            hint="Days, separated by commas. Dunning ends on the last day."
            fault={faultAt(save.error, "/dunning/schedule")}
          />
          <TextField
            label="Reminder webhooks"
            name="reminders"
            defaultValue={dunning.reminders.join(", ")}
            placeholder="3, 10"
            hint="Days after the due date on which Counterfoil sends invoice.reminder. Configure customer emails under Email."
            fault={faultAt(save.error, "/dunning/reminders")}
          />
          <SelectField label="When dunning ends" name="outcome" defaultValue={dunning.outcome}>
            {OUTCOMES.map(([outcome, name]) => (
              <option key={outcome} value={outcome}>
                {name}
              </option>
            ))}
          </SelectField>
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
    </Card>
  );
}
