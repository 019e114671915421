import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { BareInput, Field } from "./field.tsx";

export interface PickOption {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
}

export interface PickFieldProps {
  readonly label: string;
  /** The label is read out only, for bars above tables. */
  readonly bare?: boolean;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly className?: string;
  /** Names what is searched. */
  readonly queryKey: readonly unknown[];
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly PickOption[]>;
  /** What is chosen, as it is shown; null where nothing is. */
  readonly chosen: string | null;
  readonly onChoose: (option: PickOption | null) => void;
}

/** One of many, found at the server as one types. */
export function PickField({ label, bare = false, hint, fault, className, ...rest }: PickFieldProps) {
  return bare ? (
    <div className={className}>
      <Picker label={label} {...rest} />
    </div>
  ) : (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {(ids) => <Picker label={label} ids={ids} {...rest} />}
    </Field>
  );
}

type PickerProps = Pick<PickFieldProps, "label" | "queryKey" | "search" | "chosen" | "onChoose"> & {
  readonly ids?: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };
};

function Picker({ label, ids, queryKey, search, chosen, onChoose }: PickerProps) {
  const list = useId();
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue((text ?? "").trim());
  const isOpen = text !== null;
  const { data: options = [], isFetching } = useQuery({
    queryKey: [...queryKey, "pick", wanted],
    queryFn: ({ signal }) => search(wanted, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const choose = (option: PickOption) => {
    onChoose(option);
    setText(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[at];
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, options.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter" && isOpen && option !== undefined) choose(option);
    else if (event.key === "Escape" && isOpen) setText(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (!isOpen && event.key !== "Escape") setText("");
  };
  return (
    <div className="relative">
      <BareInput
        label={label}
        {...ids}
        {...(ids !== undefined && { "aria-label": undefined })}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[at] !== undefined ? `${list}-${at}` : undefined}
        autoComplete="off"
        placeholder={chosen ?? (ids === undefined ? label : "Search by name")}
        value={text ?? chosen ?? ""}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => isOpen || setText("")}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setText(null)}
        className="pr-9"
      />
      {chosen !== null && !isOpen && (
        <IconButton
          label={`Clear ${label.toLowerCase()}`}
          className="absolute top-0 right-0"
          onClick={() => onChoose(null)}
        >
          <X className="size-4" />
        </IconButton>
      )}
      <div
        id={list}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        className="absolute top-full z-30 mt-1 max-h-72 w-full min-w-56 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-over"
      >
        {options.length === 0 && (
          <div className="px-2 py-1.5 text-sm text-muted">{isFetching ? "Searching…" : "No results"}</div>
        )}
        {options.map((option, place) => (
          <button
            key={option.id}
            type="button"
            role="option"
            id={`${list}-${place}`}
            aria-selected={place === at}
            tabIndex={-1}
            // The press would take the focus from the box, and so close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            onMouseMove={() => setAt(place)}
            className={classes(
              "flex w-full items-baseline justify-between gap-3 rounded-sm px-2 py-1.5 text-left text-sm",
              place === at && "bg-sunken",
            )}
          >
            <span className="truncate">{option.name}</span>
            {option.note !== undefined && <span className="shrink-0 text-xs text-muted">{option.note}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
