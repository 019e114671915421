import { useNavigate } from "@tanstack/react-router";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSharedAddress } from "../routing/address.ts";
import { classes } from "../design/classes.ts";
import { Failure } from "../design/states.tsx";
import type { Column } from "./column.ts";
import type { Rows } from "./rows.ts";
import { SELECT_CELL, SelectAll, SelectRow } from "./select-cells.tsx";
import type { Selection } from "./selection.ts";
import { useRowKeys } from "./use-row-keys.ts";

const ROW_PIXELS = 44;
/**
 * Depends on the width of the table instead of the screen, because a card next to it leaves less room. Phones are
 * detected by their screen.
 */
const FROM = {
  sm: "max-sm:hidden",
  md: "max-sm:hidden @max-[41rem]:hidden",
  lg: "max-sm:hidden @max-[52rem]:hidden",
  xl: "max-sm:hidden @max-[58rem]:hidden",
  "2xl": "max-sm:hidden @max-[74rem]:hidden",
} as const;

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** The page of a row, `/invoices/inv_1`. The first column is the link, and a click anywhere in the row follows it. Undefined for a row without a page. */
  readonly to?: (row: Row) => string | RowTarget | undefined;
  /** Instead of `to`: called to open the row next to the table. */
  readonly onOpen?: (row: Row) => void;
  /** If rows can be selected, for actions on many rows. */
  readonly selection?: Selection<Row> | undefined;
  /**
   * How many rows to expect. This many placeholders are shown while rows load, so that the content below does not move.
   */
  readonly likely?: number;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

/** The page of a row, as `pageAt` returns it. */
interface RowTarget {
  readonly to: string;
  readonly search?: object;
  readonly params?: object;
}

function rowTarget(to: string | RowTarget | undefined): RowTarget | undefined {
  return typeof to === "string" ? { to } : to;
}

/**
 * A table of any length. It draws only the visible rows, and loads rows as they become visible. It scrolls with the
 * page. The sorting is in the address as `sort` (`createdAt:desc`).
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, rowKey, to, onOpen, selection, likely = 8, empty } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [offset, setOffset] = useState(0);
  const navigate = useNavigate();
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top;
    if (top !== undefined) setOffset(top + window.scrollY);
  }, [rows.isPending]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
    scrollMargin: offset,
  });
  useRowKeys(body, {
    length: to === undefined && onOpen === undefined ? 0 : rows.length,
    show: (index) => virtual.scrollToIndex(index, { align: "auto" }),
    select: selection?.toggle,
  });
  const visible = virtual.getVirtualItems();
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0];
  const { want } = rows;
  useEffect(() => want(first, last), [want, first, last]);

  if (rows.error !== null && rows.length === 0) return <Failure error={rows.error} onRetry={rows.retry} />;
  if (!rows.isPending && rows.length === 0) return <>{empty}</>;
  const before = Math.max(0, (visible[0]?.start ?? offset) - offset);
  const after = Math.max(0, virtual.getTotalSize() - ((visible.at(-1)?.end ?? offset) - offset));
  return (
    <div className="@container">
      <table
        aria-label={label}
        aria-rowcount={rows.isPending ? -1 : rows.length + 1}
        aria-busy={rows.isPending}
        className={classes("w-full text-sm sm:table-fixed", ROW_ENDS)}
        data-rows-open={to !== undefined || onOpen !== undefined || undefined}
      >
        <thead className="sticky top-12 z-10 bg-surface lg:top-0">
          <tr>
            {selection !== undefined && <SelectAll selection={selection} />}
            {columns.map((column) => (
              <Head key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <Gap pixels={before} />}
          {(rows.isPending ? Array.from({ length: likely }, (_, index) => ({ index, key: index })) : visible).map(
            ({ index, key }) => {
              const row = rows.at(index);
              if (row === undefined)
                return <Waiting key={key} columns={columns} isSelectable={selection !== undefined} />;
              const target = rowTarget(to?.(row));
              return (
                <tr
                  key={rowKey(row)}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={classes(
                    "h-11 border-t border-line focus-within:bg-sunken/60",
                    (to !== undefined || onOpen !== undefined) && "cursor-pointer hover:bg-sunken/60",
                    selection?.has(row) === true && "bg-accent-soft/50",
                  )}
                  aria-selected={selection?.has(row)}
                  onClick={(event) => {
                    // A click on a link or a button in the row belongs to that element, and selecting text is not a
                    // click.
                    if (event.target instanceof Element && event.target.closest("a,button,input,select,label") !== null)
                      return;
                    if (window.getSelection()?.isCollapsed === false) return;
                    if (target !== undefined) void navigate(target);
                    else onOpen?.(row);
                  }}
                >
                  {selection !== undefined && <SelectRow selection={selection} row={row} index={index} />}
                  {columns.map((column, place) => (
                    <td key={column.name} className={classes(CELL, cellClasses(column))}>
                      {place === 0 && target !== undefined ? (
                        <Link {...target} data-opens-row className="font-medium hover:underline">
                          {column.cell(row)}
                        </Link>
                      ) : place === 0 && onOpen !== undefined ? (
                        <button
                          type="button"
                          data-opens-row
                          onClick={() => onOpen(row)}
                          className="max-w-full text-left font-medium break-words hover:underline sm:truncate"
                        >
                          {column.cell(row)}
                        </button>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              );
            },
          )}
          {after > 0 && <Gap pixels={after} />}
        </tbody>
      </table>
    </div>
  );
}

const CELL = "max-sm:py-2 max-sm:wrap-anywhere max-sm:[&.text-right]:whitespace-nowrap sm:truncate";
/** The space at the end of each row. It is not in a column, because the last column may be hidden. */
const ROW_ENDS = "[&_tr]:after:table-cell [&_tr]:after:w-2 [&_tr]:after:content-['']";

function cellClasses<Row>({ align, from }: Column<Row>): string {
  return classes(
    "px-2 first:pl-4 max-sm:px-1.5 max-sm:[.select-cell+&]:pl-4",
    align === "right" && "text-right",
    from && FROM[from],
  );
}

function Head<Row>({ column }: { readonly column: Column<Row> }) {
  const [search, change] = useSharedAddress();
  const { name, sort, width } = column;
  const look = classes(
    cellClasses(column),
    "h-9 text-xs font-medium text-muted sm:w-(--column)",
    column.align !== "right" && "text-left",
  );
  if (sort === undefined) {
    return (
      <th scope="col" className={look} style={columnWidth(width)}>
        {name === "" ? <span className="sr-only">Actions</span> : name}
      </th>
    );
  }
  const [field, direction] = (search.sort ?? "").split(":");
  const order = field === sort ? (direction === "desc" ? "descending" : "ascending") : "none";
  const Arrow = order === "none" ? ChevronsUpDown : order === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={order} className={look} style={columnWidth(width)}>
      <button
        type="button"
        className={classes(
          "inline-flex min-h-9 max-w-full items-center gap-1 text-left hover:text-ink",
          order !== "none" && "text-ink",
        )}
        onClick={() => change({ sort: order === "descending" ? `${sort}:asc` : `${sort}:desc` }, { replace: true })}
      >
        {name}
        <Arrow aria-hidden className="size-3.5 shrink-0" />
      </button>
    </th>
  );
}

/** On phones the columns share the width by their content. */
function columnWidth(width: string | undefined): CSSProperties {
  return { "--column": width ?? "auto" } as CSSProperties;
}

/** One cell without colspan: spanning hidden columns would make room for them. */
function Gap({ pixels }: { readonly pixels: number }) {
  return (
    // Its only cell is followed by no space, which would stand in the second column and narrow it.
    <tr aria-hidden className="after:hidden!">
      <td aria-label="Rows not shown" style={{ height: pixels, padding: 0 }} />
    </tr>
  );
}

interface WaitingProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly isSelectable: boolean;
}

function Waiting<Row>({ columns, isSelectable }: WaitingProps<Row>) {
  return (
    <tr aria-hidden className="h-11 border-t border-line">
      {isSelectable && <td aria-label="Loading" className={SELECT_CELL} />}
      {columns.map((column) => (
        <td key={column.name} aria-label="Loading" className={classes(CELL, cellClasses(column))}>
          <div className="h-3 w-2/3 animate-pulse rounded-sm bg-sunken" />
        </td>
      ))}
    </tr>
  );
}
