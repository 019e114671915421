import type { ListedUsageEvent } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Instant } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";

export const eventColumns: readonly Column<ListedUsageEvent>[] = [
  {
    name: "Time",
    cell: ({ timestamp }) => <Instant instant={timestamp} />,
    text: ({ timestamp }) => timestamp,
    width: "13rem",
  },
  { name: "Event name", cell: ({ eventName }) => eventName, text: ({ eventName }) => eventName, width: "10rem" },
  {
    name: "Account",
    cell: ({ account, accountId }) =>
      accountId === null ? (
        <span className="text-warn">{account} (unknown)</span>
      ) : (
        <Link to={`/accounts/${accountId}`} className="hover:underline">
          {account}
        </Link>
      ),
    text: ({ account }) => account,
    from: "sm",
    width: "12rem",
  },
  {
    name: "Properties",
    cell: ({ properties }) => <span className="font-mono text-xs text-muted">{oneLine(properties)}</span>,
    text: ({ properties }) => JSON.stringify(properties),
    from: "md",
  },
  {
    name: "Unique ID",
    cell: ({ uniqueId }) => <span className="font-mono text-xs">{uniqueId}</span>,
    text: ({ uniqueId }) => uniqueId,
    from: "xl",
  },
];

function oneLine(properties: ListedUsageEvent["properties"]): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("  ");
}
