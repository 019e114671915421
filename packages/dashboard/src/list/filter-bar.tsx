import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useSharedAddress } from "../routing/address.ts";
import type { ParameterName } from "../routing/searches.ts";
import { BareInput, BareSelect } from "../design/field.tsx";

/** The row above a table: filters on the left, actions on the right. */
export function FilterBar({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  return (
    <div
      role="search"
      className="flex flex-wrap items-center gap-2 px-4 py-3 max-sm:[&>select]:w-[calc(50%-0.25rem)] max-sm:[&>select]:grow"
    >
      {children}
      {actions !== undefined && <div className="ml-auto flex items-center gap-2">{actions}</div>}
    </div>
  );
}

const PAUSE_MILLISECONDS = 250;

/** Searches while the user types. The text is in the address as `q`. */
export function SearchBox({ label, name = "q" }: { readonly label: string; readonly name?: ParameterName }) {
  const [search, change] = useSharedAddress();
  const shown = search[name] ?? "";
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  useEffect(() => {
    if (text === shown) return;
    const timer = setTimeout(() => change({ [name]: text }, { replace: true }), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, shown, change, name]);
  return (
    <div className="relative w-full sm:w-64">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <BareInput
        label={label}
        type="search"
        data-list-filter
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-8"
      />
    </div>
  );
}

/** A range of days. Both days are in the address. */
export function DayRange({ zone }: { readonly zone?: string }) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      <DayChoice label="From" name="from" zone={zone} />
      <DayChoice label="Before" name="to" zone={zone} />
    </div>
  );
}

interface DayChoiceProps {
  readonly label: string;
  readonly name: ParameterName;
  /** The time zone of the days, if it is not the organization's. */
  readonly zone?: string | undefined;
}

/** A day, or the instant that a link from a chart contains. */
export function DayChoice({ label, name, zone }: DayChoiceProps) {
  const [search, change] = useSharedAddress();
  const value = search[name] ?? "";
  const isInstant = value.length > "2026-01-31".length;
  return (
    <div className="flex items-center gap-1.5 text-sm text-muted max-sm:w-full">
      <span aria-hidden className="max-sm:min-w-12">
        {label}
      </span>
      <span className="w-32 max-sm:flex-1">
        <BareInput
          label={isInstant ? `${label}: ${value}` : zone === undefined ? label : `${label}, in ${zone}`}
          title={value}
          type="date"
          value={value.slice(0, 10)}
          onChange={(event) => change({ [name]: event.target.value, month: "" }, { replace: true })}
        />
      </span>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** The name in the address. */
  readonly name: ParameterName;
  readonly options: readonly (readonly [value: string, name: string])[];
  /** The label for no choice: `All states`. */
  readonly all?: string;
  /** What the page shows if the address has no choice. */
  readonly shown?: string;
}

/** A choice of one of a few options, in the address. */
export function Choice({ label, name, options, all, shown = "" }: ChoiceProps) {
  const [search, change] = useSharedAddress();
  return (
    <BareSelect
      label={label}
      value={search[name] ?? shown}
      onChange={(event) => change({ [name]: event.target.value })}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </BareSelect>
  );
}
