import type { RecurringSubscription } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { DayChoice, FilterBar } from "../../list/filter-bar.tsx";
import { Totals, totalsOf } from "../../list/totals.tsx";
import { Table } from "../../list/table.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountLink } from "../../named/account-name.tsx";
import { SubscriptionName } from "../../named/subscription-name.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { accountFields } from "../../list/file-fields.ts";

const columns: readonly Column<RecurringSubscription>[] = [
  {
    name: "Subscription",
    cell: ({ subscriptionId }) => <SubscriptionName id={subscriptionId} />,
    text: ({ subscriptionId }) => subscriptionId,
  },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountLink id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
    from: "md",
  },
  {
    name: "Since",
    cell: ({ since }) => <DateOf date={since} />,
    text: ({ since }) => since,
    width: "9rem",
    from: "lg",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  {
    name: "MRR",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "9rem",
  },
];

/** The subscriptions behind the monthly recurring revenue of a day. */
export function RecurringList() {
  const [{ at, currency, accountId }] = useAddress("/insights/mrr/subscriptions");
  const query = { at, currency, accountId };
  const rows = useWalk({
    list: (api, where) => api.insights.listRecurringSubscriptions({ ...query, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page
      title="Recurring revenue by subscription"
      note="MRR of each subscription at the end of the selected day."
      trail={[["/", "Home"]]}
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="mrr-subscriptions" rows={rows} columns={columns} />}>
          <CurrencyChoice />
          <AccountChoice name="accountId" />
          <DayChoice label="As of" name="at" />
        </FilterBar>
        <Totals noun="subscription" name="MRR" totals={totalsOf(rows)} />
        <Table
          label="Recurring revenue by subscription"
          rows={rows}
          columns={columns}
          rowKey={({ subscriptionId }) => subscriptionId}
          to={({ subscriptionId }) => `/subscriptions/${subscriptionId}`}
          empty={
            <Empty title="No recurring revenue on this day">
              No active subscription had a recurring price. Choose another date.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
