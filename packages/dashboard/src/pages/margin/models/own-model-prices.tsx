import type { ModelPrice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Empty } from "../../../design/states.tsx";
import { Day } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { dayText } from "../../../list/file-fields.ts";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { PhoneNote } from "../../../list/phone-note.tsx";
import { Table } from "../../../list/table.tsx";
import { useMay } from "../../../server/session.ts";
import { ModelPriceDialog } from "./model-price-dialog.tsx";
import { ownPricesQuery } from "./model-price-queries.ts";
import { type ModelDraft, NewModelPriceDialog } from "./new-model-price-dialog.tsx";
import { ShortPrices, tokenColumns } from "./token-kinds.tsx";

const columns: readonly Column<ModelPrice>[] = [
  {
    name: "Model",
    cell: ({ model, prices, currency }) => (
      <>
        {model}
        <PhoneNote>
          <ShortPrices prices={prices} currency={currency} />
        </PhoneNote>
      </>
    ),
    fields: [
      { name: "Model price ID", text: ({ id }) => id },
      { name: "Model", text: ({ model }) => model },
    ],
  },
  { name: "Provider", cell: ({ provider }) => provider, text: ({ provider }) => provider, width: "9rem", from: "md" },
  ...tokenColumns<ModelPrice>(({ currency }) => currency),
  {
    name: "From",
    cell: ({ validFrom }) => <Day instant={validFrom} />,
    fields: [
      { name: "Currency", text: ({ currency }) => currency },
      { name: "From", text: dayText(({ validFrom }) => validFrom) },
    ],
    width: "8rem",
    from: "lg",
  },
  {
    name: "Until",
    cell: ({ validUntil }) => <Day instant={validUntil} />,
    text: dayText(({ validUntil }) => validUntil),
    width: "8rem",
    from: "lg",
  },
];

/** The prices that replace those of the catalog, the newest first. */
export function OwnModelPrices() {
  const rows = fixedRows(useQuery(ownPricesQuery));
  const [opened, setOpened] = useState<ModelPrice | null>(null);
  const [draft, setDraft] = useState<ModelDraft | null>(null);
  const mayWrite = useMay("write");
  const create = mayWrite && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setDraft({})}>
      New model price
    </Button>
  );
  return (
    <Card
      flush
      title="Your prices"
      note="For a million tokens. A whole name applies before one with *, a longer name before a shorter one, then the latest."
      actions={
        <>
          {rows.length > 0 && <ExportButton name="model-prices" rows={rows} columns={columns} />}
          {rows.length > 0 && create}
        </>
      }
    >
      <Table
        label="Your prices"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        likely={2}
        {...(mayWrite && { onOpen: setOpened })}
        empty={
          <Empty
            title="No prices of your own yet"
            action={create}
            request={`curl -X POST ${window.location.origin}/model-prices \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"provider": "openai", "model": "gpt-5*", "prices": {"input": "1.10", "output": "8.80"}}'`}
          >
            Create one if you pay other prices than the catalog says, or for models that it does not have.
          </Empty>
        }
      />
      {opened !== null && (
        <ModelPriceDialog
          price={opened}
          onClose={() => setOpened(null)}
          onReplace={(next) => {
            setOpened(null);
            setDraft(next);
          }}
        />
      )}
      {draft !== null && <NewModelPriceDialog draft={draft} onClose={() => setDraft(null)} />}
    </Card>
  );
}
