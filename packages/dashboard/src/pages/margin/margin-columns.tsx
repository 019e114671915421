import type { Margin, MarginItem } from "@counterfoil/sdk";
import { Badge } from "../../design/badge.tsx";
import { classes } from "../../design/classes.ts";
import { Nothing } from "../../design/when.tsx";
import { formatPercent, isNegative } from "../../format/amount.ts";
import type { Column, FileField } from "../../list/column.ts";
import { PhoneNote } from "../../list/phone-note.tsx";
import { MarginAmount } from "./margin-amount.tsx";
import { longestBar, MarginBars } from "./margin-bars.tsx";
import { isLoss, MARGIN_GROUPS, marginName } from "./margin-group.ts";

/** The columns of the table. Its file also has the ID, the running revenue and the currency. */
export function marginColumns({
  groupBy,
  currency,
  items,
}: Pick<Margin, "groupBy" | "currency" | "items">): readonly (Column<MarginItem> | FileField<MarginItem>)[] {
  const { name } = MARGIN_GROUPS[groupBy];
  const longest = longestBar(items);
  const amount = (title: string, member: "revenue" | "cost" | "margin"): Column<MarginItem> => ({
    name: title,
    cell: (item) => <MarginAmount amount={item[member]} currency={currency} />,
    text: (item) => item[member],
    align: "right",
    width: "8.5rem",
    ...(member !== "margin" && { from: "sm" as const }),
  });
  return [
    {
      name,
      cell: (item) => (
        <>
          {marginName(item, groupBy)} {isLoss(item) && <Badge tone="bad">Loss</Badge>}
          <PhoneNote>
            <MarginBars item={item} longest={longest} />
            <span className="mt-1 block">
              <MarginAmount amount={item.revenue} currency={currency} /> revenue,{" "}
              <MarginAmount amount={item.cost} currency={currency} /> cost
            </span>
          </PhoneNote>
        </>
      ),
      fields: [
        { name: groupBy === "day" || groupBy === "property" ? name : `${name} ID`, text: ({ key }) => key },
        ...(groupBy === "day" || groupBy === "property"
          ? []
          : [{ name, text: (item: MarginItem) => item.name } satisfies FileField<MarginItem>]),
      ],
    },
    {
      name: "Revenue and cost",
      cell: (item) => <MarginBars item={item} longest={longest} />,
      width: "24%",
      from: "lg",
    },
    amount("Revenue", "revenue"),
    { name: "Running revenue", text: ({ runningRevenue }) => runningRevenue },
    amount("Cost", "cost"),
    amount("Margin", "margin"),
    {
      name: "Percent",
      cell: ({ marginPercent }) =>
        marginPercent === null ? (
          <Nothing />
        ) : (
          <span className={classes("figures", isNegative(marginPercent) && "text-bad")}>
            {formatPercent(marginPercent)}
          </span>
        ),
      text: ({ marginPercent }) => marginPercent,
      align: "right",
      width: "6.5rem",
    },
    { name: "Currency", text: () => currency },
  ];
}
