import { Command } from "cmdk";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { faultOf } from "./faults.ts";
import { BareInput } from "./field.tsx";

export interface FoundOption {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
}

export interface SearchFieldLook {
  readonly label: string;
  /** The label is only for screen readers, for bars above tables. */
  readonly bare?: boolean;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly className?: string;
  /** Other words than the English ones, for pages in the reader's language. */
  readonly words?: { readonly search: string; readonly none: string; readonly clear: string };
  /** Aligns the list with the right edge of the field, for narrow fields at the right. */
  readonly alignEnd?: boolean;
}

interface SearchFieldProps extends SearchFieldLook {
  /** The typed text. Null while the list is closed. */
  readonly text: string | null;
  readonly onText: (text: string | null) => void;
  readonly options: readonly FoundOption[];
  readonly isSearching?: boolean;
  /** The current choice as text. Null if there is none. */
  readonly chosen: string | null;
  /** What an empty field means. */
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly onChoose: (id: string | null) => void;
  /** Called with the typed text if the person leaves the field without choosing an option. */
  readonly onLeave?: (text: string) => void;
}

/** A choice of one of many options, found by typing a few letters. */
export function SearchField(props: SearchFieldProps) {
  const { label, bare = false, hint, fault, className, alignEnd = false, words } = props;
  const { text, onText, options, isSearching = false, chosen, placeholder, required = false, onChoose } = props;
  const note = useId();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = text !== null;
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const isDescribed = !bare && (hint !== undefined || fault !== undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) onText(null);
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !isOpen) onText("");
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
          aria-required={required || undefined}
          placeholder={chosen ?? placeholder ?? (bare ? label : (words?.search ?? "Search"))}
          value={text ?? chosen ?? ""}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => isOpen || onText("")}
          onValueChange={onText}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (text !== null) props.onLeave?.(text);
            onText(null);
          }}
        >
          {/* cmdk would always mark its list as open. */}
          <BareInput label={label} aria-expanded={isOpen} className={required ? undefined : "pr-9"} />
        </Command.Input>
        {chosen !== null && !isOpen && !required && (
          <IconButton
            label={words === undefined ? `Clear ${label.toLowerCase()}` : `${words.clear}: ${label}`}
            className="absolute top-0 right-0"
            onClick={() => onChoose(null)}
          >
            <X className="size-4" />
          </IconButton>
        )}
        <Command.List
          ref={list}
          label={label}
          hidden={!isOpen}
          // Pressing the mouse button would move the focus out of the box, which closes the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          className={classes(
            "absolute top-full z-30 mt-1 max-h-72 w-full min-w-64 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-over",
            alignEnd && "right-0",
          )}
        >
          <Command.Empty className="px-2 py-1.5 text-sm text-muted">
            {isSearching ? "Searching…" : (words?.none ?? "No results")}
          </Command.Empty>
          {(isOpen ? options : []).map((option) => (
            <Command.Item
              key={option.id}
              value={option.id}
              onSelect={() => {
                onChoose(option.id);
                onText(null);
              }}
              className="flex cursor-pointer items-baseline justify-between gap-3 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-sunken"
            >
              <span className={classes("truncate", (option.note ?? "").length > 10 && "shrink-0")}>{option.name}</span>
              {option.note !== undefined && (
                <span className={classes("text-xs text-muted", option.note.length > 10 ? "truncate" : "shrink-0")}>
                  {option.note}
                </span>
              )}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      {isDescribed && (
        <p id={note} className={classes("mt-1 text-xs", fault === undefined ? "text-muted" : "text-bad")}>
          {faultOf(fault, label) ?? hint}
        </p>
      )}
    </div>
  );
}
