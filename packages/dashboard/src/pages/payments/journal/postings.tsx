import type { ExportJournalQuery, JournalEntry } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, X } from "lucide-react";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Money } from "../../../design/money.tsx";
import { Empty, FailureLine } from "../../../design/states.tsx";
import { DateOf } from "../../../design/when.tsx";
import { isNegative } from "../../../format/amount.ts";
import { toWords } from "../../../format/words.ts";
import type { Column } from "../../../list/column.ts";
import { Choice, DayRange, FilterBar } from "../../../list/filter-bar.tsx";
import { save } from "../../../list/save.ts";
import { Table } from "../../../list/table.tsx";
import { useWalk } from "../../../list/use-walk.ts";
import { AccountChoice } from "../../../named/account-field.tsx";
import { AccountName } from "../../../named/account-name.tsx";
import { CODES, isCode, placeOf } from "./codes.ts";
import { CurrencyChoice } from "./currency-choice.tsx";

const columns: readonly Column<JournalEntry>[] = [
  { name: "Date", cell: ({ day }) => <DateOf date={day} />, width: "8rem" },
  { name: "Event", cell: ({ kind, objectId }) => <Moved kind={kind} objectId={objectId} /> },
  { name: "Account", cell: ({ accountId }) => <AccountName id={accountId} />, from: "lg" },
  {
    name: "Ledger account",
    cell: ({ code, amount, currency }) => (
      <>
        <span title={CODES[code]}>{toWords(code)}</span>
        <span className="block sm:hidden">
          {isNegative(amount) ? "Credit " : "Debit "}
          <Money amount={isNegative(amount) ? amount.slice(1) : amount} currency={currency} />
        </span>
      </>
    ),
    width: "9rem",
  },
  {
    name: "Debit",
    cell: ({ amount, currency }) => (isNegative(amount) ? null : <Money amount={amount} currency={currency} />),
    align: "right",
    width: "8rem",
    from: "sm",
  },
  {
    name: "Credit",
    cell: ({ amount, currency }) =>
      // A credit is an amount below zero. It has a separate column, without the sign.
      isNegative(amount) ? <Money amount={amount.slice(1)} currency={currency} /> : null,
    align: "right",
    width: "8rem",
    from: "sm",
  },
];

function Moved({ kind, objectId }: Pick<JournalEntry, "kind" | "objectId">) {
  const place = placeOf(objectId);
  return place === null ? (
    toWords(kind)
  ) : (
    <Link to={place} className="font-medium wrap-normal hover:underline">
      {toWords(kind)}
    </Link>
  );
}

export function Postings() {
  const [search, change] = useAddress("/journal");
  const query = toQuery(search);
  const rows = useWalk({
    list: (api, where) => api.journal.list({ ...query, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  const keep = useMutation({ mutationFn: async () => save("journal.csv", await client.journal.export(query)) });
  const { object } = search;
  return (
    <Card flush>
      <FilterBar
        actions={
          <Button
            icon={<Download aria-hidden className="size-4" />}
            busy={keep.isPending}
            onClick={() => keep.mutate()}
            disabled={rows.length === 0}
          >
            CSV
          </Button>
        }
      >
        <AccountChoice />
        <Choice
          label="Ledger account"
          name="code"
          all="All ledger accounts"
          options={Object.keys(CODES).map((code) => [code, toWords(code)] as const)}
        />
        <CurrencyChoice />
        <DayRange />
        {object !== undefined && (
          <Button icon={<X aria-hidden className="size-4" />} onClick={() => change({ object: undefined })}>
            Filtered by {object.length > 14 ? `${object.slice(0, 14)}…` : object}
          </Button>
        )}
      </FilterBar>
      <FailureLine error={keep.error} />
      <Table
        label="Journal postings"
        rows={rows}
        columns={columns}
        rowKey={({ entryId, position }) => `${entryId} ${position}`}
        empty={
          <Empty
            title="No postings"
            request={`curl -H "Authorization: Bearer $COUNTERFOIL_KEY" ${window.location.origin}/journal?limit=100`}
          >
            The journal records invoices, payments, refunds, credit notes, and credit as they take effect. Issue an
            invoice to create the first entry.
          </Empty>
        }
      />
    </Card>
  );
}

function toQuery({ code, currency, account, object, from, to }: SearchAt<"/journal">): ExportJournalQuery {
  return {
    ...(isCode(code) && { code }),
    ...(currency !== undefined && { currency }),
    ...(account !== undefined && { accountId: account }),
    ...(object !== undefined && { objectId: object }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
