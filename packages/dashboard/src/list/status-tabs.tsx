import { useSharedAddress } from "../routing/address.ts";
import { classes } from "../design/classes.ts";

/** A status of a list, as the address names it, with the number of rows in it. Undefined while it loads. */
export type StatusTab = readonly [status: string, name: string, count: number | undefined];

/** The statuses of a list with their counts. The chosen one is in the address as `status`. */
export function StatusTabs({ tabs }: { readonly tabs: readonly StatusTab[] }) {
  const [{ status = "" }, change] = useSharedAddress();
  return (
    <div role="group" aria-label="Status" className="flex gap-1 overflow-x-auto border-b border-line px-2">
      {tabs.map(([value, name, count]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === status}
          onClick={() => change({ status: value })}
          className={classes(
            "-mb-px flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-sm",
            value === status ? "border-accent font-medium text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {name}
          <span className="figures min-w-3 text-xs text-muted">{count?.toLocaleString()}</span>
        </button>
      ))}
    </div>
  );
}
