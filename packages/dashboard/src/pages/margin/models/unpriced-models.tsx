import type { UnpricedModel } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Empty } from "../../../design/states.tsx";
import { Ago } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { toDay } from "../../../format/dates.ts";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { PhoneNote } from "../../../list/phone-note.tsx";
import { Table } from "../../../list/table.tsx";
import { useMay, useOrganization } from "../../../server/session.ts";
import { BackfillDialog } from "./backfill-dialog.tsx";
import { unpricedQuery } from "./model-price-queries.ts";
import { type ModelDraft, NewModelPriceDialog } from "./new-model-price-dialog.tsx";

/** What has no price, and what to do about it. */
const MISSING: Readonly<Record<UnpricedModel["missing"], string>> = {
  model: "No price for the model. Create one",
  input: "No price for input tokens. Create one",
  output: "No price for output tokens. Create one",
  tokens: "No token counts. Correct the program that sends them",
};
const PRICED = "New events have a price. Price the earlier ones";

/** Models whose events have no cost, the newest first. */
export function UnpricedModels() {
  const { data, isPending, error, refetch } = useQuery(unpricedQuery);
  const { modelCosts, timezone } = useOrganization();
  const rows = fixedRows({ data: data?.models, isPending, error, refetch });
  const [draft, setDraft] = useState<ModelDraft | null>(null);
  const [isFilling, setFilling] = useState(false);
  const mayWrite = useMay("write");
  const columns: readonly Column<UnpricedModel>[] = [
    {
      name: "Model",
      cell: (row) => (
        <>
          {row.model === "" ? "No model" : row.model} {row.isPricedNow && <Badge tone="good">Priced now</Badge>}
          <PhoneNote>{nextStep(row)}</PhoneNote>
        </>
      ),
      text: ({ model }) => model,
    },
    {
      name: "Provider",
      cell: ({ provider }) => (provider === "" ? "No provider" : provider),
      text: ({ provider }) => provider,
      width: "10rem",
      from: "md",
    },
    {
      name: "What to do",
      cell: nextStep,
      fields: [
        { name: "Missing", text: ({ missing }) => missing },
        { name: "What to do", text: nextStep },
        { name: "First event", text: ({ uniqueId }) => uniqueId },
      ],
      from: "sm",
    },
    {
      name: "First event",
      cell: ({ firstEventAt }) => <Ago instant={firstEventAt} />,
      text: ({ firstEventAt }) => firstEventAt,
      width: "9rem",
      from: "lg",
    },
    {
      name: "",
      cell: (row) =>
        mayWrite && row.missing !== "tokens" && !row.isPricedNow ? (
          <Button
            className="h-8 px-2.5"
            onClick={() =>
              setDraft({ provider: row.provider, model: row.model, validFrom: toDay(row.firstEventAt, timezone) })
            }
          >
            Set price
          </Button>
        ) : null,
      align: "right",
      width: "8rem",
    },
  ];
  const fill = mayWrite && modelCosts !== null && (
    <Button onClick={() => setFilling(true)}>Price earlier events</Button>
  );
  return (
    <Card
      flush
      title="Models without a price"
      note="Their events are billed as usual, but have no cost, so margins look too high."
      actions={
        <>
          {rows.length > 0 && <ExportButton name="unpriced-models" rows={rows} columns={columns} />}
          {fill}
        </>
      }
    >
      <Table
        label="Models without a price"
        rows={rows}
        columns={columns}
        rowKey={({ provider, model, missing }) => `${provider}/${model}/${missing}`}
        likely={2}
        empty={
          <Empty title="All models have a price">
            Models that your events name, and that neither the catalog nor you have a price for, appear here.
          </Empty>
        }
      />
      {draft !== null && <NewModelPriceDialog draft={draft} onClose={() => setDraft(null)} />}
      {isFilling && <BackfillDialog onClose={() => setFilling(false)} />}
    </Card>
  );
}

function nextStep({ missing, isPricedNow }: UnpricedModel): string {
  return isPricedNow ? PRICED : MISSING[missing];
}
