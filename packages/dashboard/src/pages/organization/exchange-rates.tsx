import type { ExchangeRate, ListExchangeRatesQuery } from "@counterfoil/sdk";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { formatQuantity } from "../../format/amount.ts";
import { formatDate } from "../../format/dates.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { ExchangeRateDialog } from "./exchange-rate-dialog.tsx";
import { UploadRatesDialog } from "./upload-rates-dialog.tsx";

const columns: readonly Column<ExchangeRate>[] = [
  { name: "Date", cell: ({ date }) => formatDate(date), text: ({ date }) => date, sort: "date", width: "9rem" },
  { name: "From", cell: ({ fromCurrency }) => fromCurrency, text: ({ fromCurrency }) => fromCurrency },
  { name: "To", cell: ({ toCurrency }) => toCurrency, text: ({ toCurrency }) => toCurrency },
  {
    name: "Rate",
    cell: ({ rate }) => <span className="figures">{formatQuantity(rate)}</span>,
    text: ({ rate }) => rate,
    align: "right",
    width: "10rem",
  },
];

/** The dated rates, newest first. A missing rate in the address opens the dialog to enter it. */
export function ExchangeRates() {
  const [search, change] = useAddress("/settings");
  const [opened, setOpened] = useState<ExchangeRate | "new" | "upload" | null>(null);
  const mayWrite = useMay("write");
  const rows = usePages({
    list: (api, where) => api.exchangeRates.list({ ...toQuery(search), ...where }),
    items: ({ items }) => items,
  });
  const [currency, date] = search.missing?.split(" ") ?? [];
  const close = () => {
    setOpened(null);
    if (search.missing !== undefined) change({ missing: undefined }, { replace: true });
  };
  const actions = mayWrite && (
    <>
      <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpened("upload")}>
        Upload CSV
      </Button>
      <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpened("new")}>
        New rate
      </Button>
    </>
  );
  return (
    <Card
      flush
      title="Exchange rates"
      note="A rate applies from its date until the next rate of the same currencies."
      actions={actions}
    >
      <FilterBar actions={<ExportButton name="exchange-rates" rows={rows} columns={columns} />}>
        <SearchBox label="Search by currency" />
      </FilterBar>
      <Table
        label="Exchange rates"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...(mayWrite && { onOpen: setOpened })}
        empty={
          <Empty
            title="No exchange rates yet"
            action={actions && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
            request={`curl -X PUT ${window.location.origin}/exchange-rates \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"items": [{"fromCurrency": "USD", "toCurrency": "EUR", "date": "2026-01-31", "rate": "0.92"}]}'`}
          >
            Rates convert figures into your reporting currency. Enter one, or upload a CSV file.
          </Empty>
        }
      />
      {opened === "upload" ? (
        <UploadRatesDialog onClose={close} />
      ) : opened !== null ? (
        <ExchangeRateDialog rate={opened === "new" ? null : opened} onClose={close} />
      ) : (
        mayWrite &&
        currency !== undefined && <ExchangeRateDialog rate={null} first={{ currency, date }} onClose={close} />
      )}
    </Card>
  );
}

function toQuery({ q, sort = "date:desc" }: Readonly<Record<string, string | undefined>>): ListExchangeRatesQuery {
  return {
    ...(q !== undefined && { filters: [{ field: "fromCurrency", operator: "contains", value: q.toUpperCase() }] }),
    sort: sort as NonNullable<ListExchangeRatesQuery["sort"]>,
  };
}
