import type { AttentionCountKind, AttentionItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../routing/address.ts";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Ago, DateOf, Nothing } from "../../design/when.tsx";
import { count } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { Total, TotalsBar } from "../../list/totals.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountLink } from "../../named/account-name.tsx";
import { AttentionAction } from "./attention-action.tsx";
import { ATTENTION_KINDS, detailText, placeOf } from "./attention-kinds.ts";
import { insightQueries } from "./insight-queries.ts";

const columns: readonly Column<AttentionItem>[] = [
  { name: "Item", cell: ({ name, objectId }) => name ?? objectId, text: ({ name, objectId }) => name ?? objectId },
  {
    name: "Account",
    cell: ({ accountId }) => (accountId === null ? <Nothing /> : <AccountLink id={accountId} />),
    text: ({ accountId }) => accountId,
    from: "md",
  },
  {
    name: "Details",
    cell: ({ kind, detail }) =>
      detail === null ? <Nothing /> : <span title={detail}>{detailText(kind, detail)}</span>,
    text: ({ detail }) => detail,
    from: "lg",
  },
  {
    name: "Since",
    cell: ({ since }) => <Ago instant={since} />,
    text: ({ since }) => since,
    width: "8rem",
    from: "sm",
  },
  { name: "Date", cell: ({ dueOn }) => <DateOf date={dueOn} />, text: ({ dueOn }) => dueOn, width: "8rem", from: "xl" },
  {
    name: "Amount",
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? <Nothing /> : <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "9rem",
  },
  { name: "", cell: (item) => <AttentionAction item={item} />, align: "right", width: "7rem" },
];

const KINDS = Object.keys(ATTENTION_KINDS) as AttentionCountKind[];

/** All items of one kind that need attention. */
export function AttentionList() {
  const [search] = useAddress("/attention");
  const counts = useQuery(insightQueries.attention).data?.counts;
  const kind =
    KINDS.find((one) => one === search.kind) ?? counts?.find((one) => one.count > 0)?.kind ?? "invoice_overdue";
  const all = counts?.find((one) => one.kind === kind)?.count;
  const rows = useWalk({
    list: (api, where) => api.insights.listAttentionEntries({ kind, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  const totals = rows.first?.totals ?? [];
  const filled = columns.filter(({ name }) => !ATTENTION_KINDS[kind].empty.some((empty) => empty === name));
  return (
    <Page title={ATTENTION_KINDS[kind].name} note="The longest waiting first." trail={[["/", "Home"]]}>
      <Card flush>
        <FilterBar actions={<ExportButton name={`attention-${kind}`} rows={rows} columns={filled} />}>
          <Choice
            label="Needs attention"
            name="kind"
            shown={kind}
            options={KINDS.map((one) => [one, ATTENTION_KINDS[one].name] as const)}
          />
        </FilterBar>
        <TotalsBar isLoading={rows.first === undefined && rows.error === null}>
          {totals.length === 0 && all !== undefined && <span className="figures text-muted">{count(all, "item")}</span>}
          {totals.map(({ currency, count: items, amount }) => (
            <Total key={currency} note={count(items, "item")} name="Amount">
              <Money amount={amount} currency={currency} />
            </Total>
          ))}
        </TotalsBar>
        <Table
          label={ATTENTION_KINDS[kind].name}
          rows={rows}
          columns={filled}
          rowKey={({ objectId, detail }) => `${objectId} ${detail}`}
          to={placeOf}
          empty={<Empty title="You’re all caught up">Nothing of this kind needs attention.</Empty>}
        />
      </Card>
    </Page>
  );
}
