import { readAgain } from "../../server/stale.ts";
import type { UsageAlert, UsageAlertPeriod } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { CurrencyField } from "../../design/code-fields.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { toWords } from "../../format/words.ts";
import { AccountPicker } from "./account-picker.tsx";
import { ThresholdFields } from "./threshold-fields.tsx";
import { metricsQuery } from "../../named/metrics.ts";

const PERIODS: readonly UsageAlertPeriod[] = [
  "billing_period",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
  "none",
];

/** Creates an alert, or changes an existing one. What an alert measures cannot be changed. */
export function AlertDialog({ alert, onClose }: { readonly alert: UsageAlert | null; readonly onClose: () => void }) {
  const [measure, setMeasure] = useState(alert?.measure ?? "quantity");
  const [accountId, setAccountId] = useState(alert?.accountId ?? "");
  const [thresholds, setThresholds] = useState<readonly string[]>(alert?.thresholds ?? [""]);
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const written = {
        name: textOf(form, "name"),
        thresholds: thresholds.filter((threshold) => threshold !== ""),
        active: form.get("active") === "on",
      };
      if (alert !== null) return await client.usageAlerts.update(alert.id, written);
      return await client.usageAlerts.create({
        ...written,
        metricId: textOf(form, "metricId"),
        measure,
        period: measure === "amount" ? "billing_period" : (textOf(form, "period") as UsageAlertPeriod),
        accountId: accountId === "" ? null : accountId,
        currency: measure === "amount" ? textOf(form, "currency") : null,
      });
    },
    onSuccess: async ({ name }) => {
      toast({ text: alert === null ? `${name} created` : `${name} saved` });
      onClose();
      await readAgain("usageAlerts");
    },
  });
  const fault = (member: string) => faultAt(save.error, `/${member}`);
  return (
    <Dialog
      title={alert === null ? "New usage alert" : alert.name}
      note={
        alert === null ? undefined : "You can't change the measure later. Create another alert to track something else."
      }
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(save.mutate)} className="flex flex-col gap-4">
        <TextField label="Name" name="name" defaultValue={alert?.name} required fault={fault("name")} />
        {alert === null && (
          <>
            <Watched measure={measure} onMeasure={setMeasure} fault={fault} />
            <AccountPicker
              chosen={[accountId].filter((id) => id !== "")}
              onChoose={setAccountId}
              none="Each account separately"
              allName="Each account separately"
              isLabelVisible
            />
          </>
        )}
        <ThresholdFields
          kind={measure === "amount" ? "amount" : "quantity"}
          thresholds={thresholds}
          onChange={setThresholds}
          fault={fault}
        />
        <CheckField
          label="On"
          name="active"
          defaultChecked={alert?.active ?? true}
          hint="If off, Counterfoil sends no notifications."
        />
        <FailureLine error={save.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={save.isPending}>
            {alert === null ? "Create alert" : "Save"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Watched({
  measure,
  onMeasure,
  fault,
}: {
  readonly measure: UsageAlert["measure"];
  readonly onMeasure: (measure: UsageAlert["measure"]) => void;
  readonly fault: (member: string) => string | undefined;
}) {
  const metrics = useQuery(metricsQuery);
  const { defaultCurrency } = useOrganization();
  return (
    <>
      <SelectField label="Metric" name="metricId" required fault={fault("metricId")}>
        {metrics.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Measure"
        value={measure}
        onChange={({ target }) => onMeasure(target.value === "amount" ? "amount" : "quantity")}
      >
        <option value="quantity">Quantity</option>
        <option value="amount">Cost</option>
      </SelectField>
      {measure === "amount" ? (
        <CurrencyField
          name="currency"
          required
          defaultValue={defaultCurrency}
          hint="Cost alerts use the billing period."
          fault={fault("currency")}
        />
      ) : (
        <SelectField label="Resets" name="period" fault={fault("period")} hint="In the account's time zone">
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {period === "none" ? "Never" : `Every ${toWords(period).toLowerCase()}`}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
