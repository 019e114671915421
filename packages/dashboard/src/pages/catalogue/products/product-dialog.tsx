import type { CreateProductRequest, Product } from "@counterfoil/sdk";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { useMetrics } from "../../../named/metrics.ts";

interface ProductDialogProps {
  /** The product to edit. If undefined, the dialog creates one. */
  readonly product?: Product;
  readonly onClose: () => void;
}

/** The form of a product. It asks for a metric only if usage is counted. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const navigate = useNavigate();
  const all = useMetrics();
  const [draft, setDraft] = useState({
    name: product?.name ?? "",
    description: product?.description ?? "",
    sku: product?.sku ?? "",
    unitLabel: product?.unitLabel ?? "",
    taxCategory: product?.taxCategory ?? "",
  });
  // The product's current metrics stay available, even if they are archived.
  const metrics = all.filter(({ id, archivedAt }) => archivedAt === null || product?.metricIds.includes(id) === true);
  const [feeType, setFeeType] = useState<Product["feeType"]>(product?.feeType ?? "fixed");
  const [terms, setTerms] = useState<Product["paymentTerms"]>(product?.paymentTerms ?? "advance");
  const [frequency, setFrequency] = useState<Product["billingFrequency"]>(product?.billingFrequency ?? "recurring");
  const [metricIds, setMetricIds] = useState<readonly string[]>(product?.metricIds ?? []);
  const isMetered = feeType === "metered";
  const save = useChange({
    changes: "products",
    run: () => {
      const text = (value: string) => (value.trim() === "" ? null : value.trim());
      const body: CreateProductRequest = {
        name: draft.name.trim(),
        description: text(draft.description),
        sku: text(draft.sku),
        unitLabel: text(draft.unitLabel),
        taxCategory: text(draft.taxCategory),
        feeType,
        ...(isMetered
          ? { metricIds, paymentTerms: "arrears" as const, billingFrequency: "recurring" as const }
          : { metricIds: [], paymentTerms: terms, billingFrequency: frequency }),
      };
      return product === undefined ? client.products.create(body) : client.products.update(product.id, body);
    },
    done: () => (product === undefined ? "Product created" : "Product saved"),
    after: ({ id }) =>
      product === undefined ? void navigate({ to: `/products/${id}`, ignoreBlocker: true }) : onClose(),
  });
  const text = (member: keyof typeof draft) => ({
    value: draft[member],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [member]: event.target.value }),
    fault: faultAt(save.error, `/${member}`),
  });
  return (
    <ActionDialog
      title={product === undefined ? "New product" : "Edit product"}
      note={product === undefined ? undefined : "You can't change the fee, terms, or frequency of a product in use."}
      isOpen
      onClose={onClose}
      action={product === undefined ? "Create product" : "Save"}
      isReady={draft.name.trim() !== "" && (!isMetered || metricIds.length > 0)}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <TextField label="Name" hint="Shown on invoices" autoFocus {...text("name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Fee"
          hint={isMetered ? "Billed by usage after the period ends" : "Billed at a fixed amount for a number of units"}
          value={feeType}
          onChange={(event) => setFeeType(event.target.value === "metered" ? "metered" : "fixed")}
          fault={faultAt(save.error, "/feeType")}
        >
          <option value="fixed">Fixed</option>
          <option value="metered">Metered</option>
        </SelectField>
        {!isMetered && (
          <SelectField
            label="Frequency"
            value={frequency}
            onChange={(event) => setFrequency(event.target.value === "one-off" ? "one-off" : "recurring")}
            fault={faultAt(save.error, "/billingFrequency")}
          >
            <option value="recurring">Each period</option>
            <option value="one-off">Once</option>
          </SelectField>
        )}
        {!isMetered && (
          <SelectField
            label="Billed"
            value={terms}
            onChange={(event) => setTerms(event.target.value === "arrears" ? "arrears" : "advance")}
            fault={faultAt(save.error, "/paymentTerms")}
          >
            <option value="advance">In advance, when the period starts</option>
            <option value="arrears">In arrears, after it ends</option>
          </SelectField>
        )}
        <TextField
          label="Unit"
          placeholder={isMetered ? "call" : "seat"}
          hint="The name of one unit, such as seat"
          {...text("unitLabel")}
        />
        <TextField label="SKU" {...text("sku")} />
        <TextField label="Tax category" {...text("taxCategory")} />
      </div>
      {isMetered && (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Metrics</legend>
          <div className="flex max-h-40 flex-col gap-2 overflow-y-auto rounded-md border border-line p-3">
            {metrics.length === 0 && <p className="text-sm text-muted">No metrics yet. Create one first.</p>}
            {metrics.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={metricIds.includes(id)}
                onChange={(event) =>
                  setMetricIds(event.target.checked ? [...metricIds, id] : metricIds.filter((one) => one !== id))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea label="Description" {...text("description")} />
    </ActionDialog>
  );
}
