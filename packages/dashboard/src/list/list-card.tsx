import type { View } from "@counterfoil/sdk";
import type { ReactNode } from "react";
import { Card } from "../design/card.tsx";
import { useSharedAddress } from "../routing/address.ts";
import type { BulkAction, RowNames } from "./bulk-action.ts";
import { BulkBar } from "./bulk-bar.tsx";
import type { Column } from "./column.ts";
import { ColumnPicker } from "./column-picker.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type ChipFilter, FilterChips } from "./filter-chips.tsx";
import type { Rows } from "./rows.ts";
import { useSelection } from "./selection.ts";
import { useShownColumns } from "./shown-columns.ts";
import { type StatusTab, StatusTabs } from "./status-tabs.tsx";
import { Table } from "./table.tsx";
import { ViewMenu } from "./view-menu.tsx";

interface ListCardProps<Row extends { readonly id: string }> {
  readonly list: View["list"];
  readonly label: string;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  /** The number of rows that match, if it is known. */
  readonly matching: number | undefined;
  readonly tabs: readonly StatusTab[];
  /** The controls of the filters. */
  readonly controls: ReactNode;
  readonly filters: readonly ChipFilter[];
  readonly totals?: ReactNode;
  readonly names: RowNames<Row>;
  /** Actions on selected rows, in addition to the export. */
  readonly actions: readonly BulkAction<Row>[];
  readonly empty: ReactNode;
}

/** A list with statuses, filters, totals, views, chosen columns, and actions on selected rows. */
export function ListCard<Row extends { readonly id: string }>(props: ListCardProps<Row>) {
  const { list, label, rows, columns, tabs, controls, filters, totals, names, actions, empty } = props;
  const [search] = useSharedAddress();
  const chosen = useShownColumns(list, columns);
  const parameters = filters.map(({ name }) => name);
  const matching = props.matching ?? rows.length;
  const selection = useSelection({
    rows,
    rowKey: ({ id }) => id,
    matching,
    scope: JSON.stringify(parameters.map((name) => search[name])),
  });
  return (
    <Card flush>
      <StatusTabs tabs={tabs} />
      <FilterBar
        actions={
          <>
            <ViewMenu list={list} filters={parameters} columns={chosen.keys} />
            <ColumnPicker columns={columns} chosen={chosen} />
            <ExportButton name={list} rows={rows} columns={columns} />
          </>
        }
      >
        {controls}
      </FilterBar>
      <FilterChips filters={filters} />
      {totals}
      <Table
        label={label}
        rows={rows}
        columns={chosen.shown}
        rowKey={({ id }) => id}
        to={names.to}
        selection={selection}
        empty={empty}
      />
      <BulkBar selection={selection} matching={matching} actions={actions} names={names} columns={columns} />
    </Card>
  );
}
