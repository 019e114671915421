import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useSharedAddress } from "../routing/address.ts";
import type { ParameterName } from "../routing/searches.ts";
import { Button } from "../design/button.tsx";

/** A filter that can be in the address, and how a chip shows its value. */
export interface ChipFilter {
  readonly name: ParameterName;
  readonly label: string;
  readonly show?: (value: string) => ReactNode;
}

/** The filters in the address. Each can be removed, and all of them together. */
export function FilterChips({ filters }: { readonly filters: readonly ChipFilter[] }) {
  const [search, change] = useSharedAddress();
  const active = filters.flatMap((filter) => {
    const value = search[filter.name];
    return value === undefined ? [] : [{ ...filter, value }];
  });
  if (active.length === 0) return null;
  const clear = () => change(Object.fromEntries(active.map(({ name }) => [name, ""])));
  return (
    <div role="group" aria-label="Active filters" className="flex flex-wrap items-center gap-2 px-4 pb-3">
      {active.map(({ name, label, value, show }) => (
        <span key={name} className="inline-flex h-7 max-w-full items-center gap-1 rounded-md bg-sunken pl-2.5 text-sm">
          <span className="text-muted">{label}:</span>
          <span className="truncate font-medium">{show?.(value) ?? value}</span>
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => change({ [name]: "" })}
            className="grid size-7 place-items-center rounded-md text-muted hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </span>
      ))}
      {active.length > 1 && (
        <Button kind="quiet" className="h-7 px-2" onClick={clear}>
          Clear all
        </Button>
      )}
    </div>
  );
}
