import type { CatalogModel } from "@counterfoil/sdk";
import { useState } from "react";
import { Badge } from "../../../design/badge.tsx";
import { Card } from "../../../design/card.tsx";
import { Empty } from "../../../design/states.tsx";
import { Day } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { dayText } from "../../../list/file-fields.ts";
import { FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { PhoneNote } from "../../../list/phone-note.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { useAddress } from "../../../routing/address.ts";
import { useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { CatalogModelDialog } from "./catalog-model-dialog.tsx";
import { type ModelDraft, NewModelPriceDialog } from "./new-model-price-dialog.tsx";
import { ShortPrices, tokenColumns } from "./token-kinds.tsx";

/** Prices of the catalog are in US dollars. */
const CURRENCY = "USD";

const columns: readonly Column<CatalogModel>[] = [
  {
    name: "Model",
    cell: ({ model, prices, longPrompts, variesByTime, changesAt }) => (
      <>
        {model} {longPrompts.length > 0 && <Badge>Tiered</Badge>}
        {variesByTime && <Badge>Hourly</Badge>}
        {changesAt !== null && <Badge tone="note">Changes</Badge>}
        <PhoneNote>
          <ShortPrices prices={prices} currency={CURRENCY} />
        </PhoneNote>
      </>
    ),
    text: ({ model }) => model,
  },
  { name: "Provider", cell: ({ provider }) => provider, text: ({ provider }) => provider, width: "9rem", from: "md" },
  ...tokenColumns<CatalogModel>(() => CURRENCY),
  {
    name: "Since",
    cell: ({ since }) => <Day instant={since} />,
    text: dayText(({ since }) => since),
    width: "7rem",
    from: "xl",
  },
];

const version = asked((api, signal) => api.modelPrices.listCatalogModels({ limit: 1 }, { signal }));

/** All models that the catalog knows, found by words of their names. */
export function CatalogModels() {
  const [{ q }] = useAddress("/insights/model-prices");
  const [opened, setOpened] = useState<CatalogModel | null>(null);
  const [draft, setDraft] = useState<ModelDraft | null>(null);
  const catalogVersion = useQuery(version).data?.catalogVersion;
  const rows = usePages({
    list: (api, { page, limit }) =>
      api.modelPrices.listCatalogModels({
        page,
        limit,
        ...(q !== undefined && q !== "" && { search: q }),
      }),
    items: ({ items }) => items,
  });
  return (
    <Card
      flush
      title="Catalog"
      note={`US dollars for a million tokens${catalogVersion === undefined ? "" : `, from ${catalogVersion}`}. Frozen with each cost.`}
    >
      <FilterBar actions={<ExportButton name="model-catalog" rows={rows} columns={columns} />}>
        <SearchBox label="Search models" />
      </FilterBar>
      <Table
        label="Catalog"
        rows={rows}
        columns={columns}
        rowKey={({ provider, model }) => `${provider}/${model}`}
        onOpen={setOpened}
        empty={
          <Empty title="No models found">
            Search for a part of the name, such as gpt or claude. For a model that is not in the catalog, create your
            own price.
          </Empty>
        }
      />
      {opened !== null && (
        <CatalogModelDialog
          entry={opened}
          onClose={() => setOpened(null)}
          onPrice={(next) => {
            setOpened(null);
            setDraft(next);
          }}
        />
      )}
      {draft !== null && <NewModelPriceDialog draft={draft} onClose={() => setDraft(null)} />}
    </Card>
  );
}
