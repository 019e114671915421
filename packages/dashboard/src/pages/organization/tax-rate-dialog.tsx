import { readAgain } from "../../server/stale.ts";
import type { CreateTaxRateRequest, TaxRate } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { CountryField, StateField } from "../../design/code-fields.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull } from "../../design/form.ts";
import { NumberField } from "../../design/number-field.tsx";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";

const CODES: readonly (readonly [NonNullable<CreateTaxRateRequest["categoryCode"]>, string])[] = [
  ["S", "Standard and reduced"],
  ["Z", "Zero-rated"],
  ["E", "Exempt"],
  ["AE", "Reverse charge"],
  ["K", "Intra-community supply"],
  ["G", "Export"],
  ["O", "Outside scope of tax"],
];

export function TaxRateDialog({ rate, onClose }: { readonly rate: TaxRate | null; readonly onClose: () => void }) {
  const [country, setCountry] = useState(rate?.country ?? "");
  const refresh = () => readAgain("taxRates");
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const body: CreateTaxRateRequest = {
        name: textOf(form, "name"),
        percentage: textOf(form, "percentage"),
        country: textOrNull(form, "country"),
        region: textOrNull(form, "region"),
        taxCategory: textOrNull(form, "taxCategory"),
        taxStatus: textOrNull(form, "taxStatus") as CreateTaxRateRequest["taxStatus"],
        inclusive: form.get("inclusive") === "on",
        categoryCode: textOf(form, "categoryCode") as CreateTaxRateRequest["categoryCode"],
        reason: textOrNull(form, "reason"),
        validFrom: textOrNull(form, "validFrom"),
        validUntil: textOrNull(form, "validUntil"),
      };
      return await (rate === null ? client.taxRates.create(body) : client.taxRates.update(rate.id, body));
    },
    onSuccess: async ({ name }) => {
      toast({ text: `${name} saved. New invoices will use it.` });
      onClose();
      await refresh();
    },
  });
  const archive = useMutation({
    mutationFn: async (id: string) => await client.taxRates.archive(id),
    onSuccess: async () => {
      toast({ text: "Rate archived. New invoices will not use it." });
      onClose();
      await refresh();
    },
  });
  const fault = (member: string) => faultAt(save.error, `/${member}`);
  return (
    <Dialog
      title={rate === null ? "New tax rate" : rate.name}
      note="Empty fields match everything."
      isOpen
      onClose={onClose}
      wide
    >
      <form onSubmit={submitted(save.mutate)} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          required
          defaultValue={rate?.name}
          placeholder="VAT"
          hint="Shown on documents"
          fault={fault("name")}
        />
        <NumberField
          label="Percent"
          kind="percent"
          name="percentage"
          required
          defaultValue={rate?.percentage}
          placeholder="19"
          fault={fault("percentage")}
        />
        <CountryField name="country" value={country} onChange={setCountry} fault={fault("country")} />
        <StateField
          label="Region"
          name="region"
          country={country}
          defaultValue={country === (rate?.country ?? "") ? (rate?.region ?? "") : ""}
          fault={fault("region")}
        />
        <TextField
          label="Product tax category"
          name="taxCategory"
          defaultValue={rate?.taxCategory ?? ""}
          fault={fault("taxCategory")}
        />
        <SelectField
          label="Account tax status"
          name="taxStatus"
          defaultValue={rate?.taxStatus ?? ""}
          fault={fault("taxStatus")}
        >
          <option value="">Any</option>
          <option value="taxable">Taxable</option>
          <option value="exempt">Exempt</option>
          <option value="zero_rated">Zero-rated</option>
          <option value="reverse_charge">Reverse charge</option>
        </SelectField>
        <SelectField
          label="EN 16931 category"
          name="categoryCode"
          defaultValue={rate?.categoryCode ?? "S"}
          fault={fault("categoryCode")}
        >
          {CODES.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reason"
          name="reason"
          defaultValue={rate?.reason ?? ""}
          hint="Shown when no tax is added"
          fault={fault("reason")}
        />
        <TextField
          label="Effective from"
          name="validFrom"
          type="date"
          defaultValue={rate?.validFrom?.slice(0, 10)}
          fault={fault("validFrom")}
        />
        <TextField
          label="End date (exclusive)"
          name="validUntil"
          type="date"
          defaultValue={rate?.validUntil?.slice(0, 10)}
          fault={fault("validUntil")}
        />
        <CheckField label="Prices include this tax" name="inclusive" defaultChecked={rate?.inclusive} />
        <div className="sm:col-span-2">
          <FailureLine error={save.error ?? archive.error} />
          <DialogActions>
            {rate !== null && rate.archivedAt === null && (
              <Button
                kind="danger"
                className="mr-auto"
                busy={archive.isPending}
                onClick={() => archive.mutate(rate.id)}
              >
                Archive
              </Button>
            )}
            <DialogCancel />
            <Button type="submit" kind="primary" busy={save.isPending}>
              {rate === null ? "Create tax rate" : "Save"}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  );
}
