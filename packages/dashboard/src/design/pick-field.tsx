import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from "react";
import type { Asked } from "../server/asked.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { BareInput } from "./field.tsx";

interface PickOption {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
}

export interface PickFieldProps<Answer> {
  readonly label: string;
  /** The label is only for screen readers, for bars above tables. */
  readonly bare?: boolean;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly className?: string;
  /** Asks the server for what matches a text. */
  readonly search: (text: string) => Asked<Answer>;
  readonly options: (answer: Answer) => readonly PickOption[];
  /** The current choice as text; null where there is none. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** One of many, found on the server while the person types. */
export function PickField<Answer>({
  label,
  bare = false,
  hint,
  fault,
  className,
  search,
  options: optionsOf,
  chosen,
  onChoose,
}: PickFieldProps<Answer>) {
  const note = useId();
  const [text, setText] = useState<string | null>(null);
  const wanted = useDeferredValue((text ?? "").trim());
  const isOpen = text !== null;
  const { data, isFetching } = useQuery({
    ...search(wanted),
    select: optionsOf,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const isDescribed = !bare && (hint !== undefined || fault !== undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) setText(null);
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !isOpen) setText("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes("min-w-0", className)}>
      {/* cmdk labels its input itself; this label is the visible one. */}
      {!bare && (
        <span aria-hidden className="mb-1 block text-sm font-medium">
          {label}
        </span>
      )}
      <Command label={label} loop shouldFilter={false} className="relative">
        <Command.Input
          asChild
          aria-describedby={isDescribed ? note : undefined}
          aria-invalid={fault === undefined ? undefined : true}
          placeholder={chosen ?? (bare ? label : "Search")}
          value={text ?? chosen ?? ""}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => isOpen || setText("")}
          onValueChange={setText}
          onKeyDown={onKeyDown}
          onBlur={() => setText(null)}
        >
          {/* cmdk would say that its list is always open. */}
          <BareInput label={label} aria-expanded={isOpen} className="pr-9" />
        </Command.Input>
        {chosen !== null && !isOpen && (
          <IconButton
            label={`Clear ${label.toLowerCase()}`}
            className="absolute top-0 right-0"
            onClick={() => onChoose(null)}
          >
            <X className="size-4" />
          </IconButton>
        )}
        <Command.List
          label={label}
          hidden={!isOpen}
          // A press would move the focus out of the box, which closes the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full z-30 mt-1 max-h-72 w-full min-w-56 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-over"
        >
          <Command.Empty className="px-2 py-1.5 text-sm text-muted">
            {isFetching ? "Searching…" : "No results"}
          </Command.Empty>
          {(isOpen ? (data ?? []) : []).map((option) => (
            <Command.Item
              key={option.id}
              value={option.id}
              onSelect={() => {
                onChoose(option.id);
                setText(null);
              }}
              className="flex cursor-pointer items-baseline justify-between gap-3 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-sunken"
            >
              <span className="truncate">{option.name}</span>
              {option.note !== undefined && <span className="shrink-0 text-xs text-muted">{option.note}</span>}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      {isDescribed && (
        <p id={note} className={classes("mt-1 text-xs", fault === undefined ? "text-muted" : "text-bad")}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}
