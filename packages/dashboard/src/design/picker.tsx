import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useId, useState } from "react";
import { classes } from "./classes.ts";

export interface PickerOption {
  readonly value: string;
  readonly name: string;
  readonly note?: string | undefined;
}

interface PickerProps {
  readonly label: string;
  /** What stands on the button. */
  readonly shown: ReactNode;
  readonly options: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly onChoose: (value: string) => void;
  /** Where the options come from a search: asked for what is written. Without it the options are narrowed here. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Several may be chosen: it stays open. */
  readonly several?: boolean;
  readonly isLoading?: boolean;
  readonly isLabelVisible?: boolean;
  readonly className?: string;
}

/** One or several of many, found by writing a few letters. */
export function Picker(props: PickerProps) {
  const { label, shown, options, chosen, onChoose, onSearch, several = false, isLoading = false } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes("min-w-0", props.className)}>
      {props.isLabelVisible === true && (
        <span id={id} className="mb-1 block text-sm font-medium">
          {label}
        </span>
      )}
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            aria-label={label}
            className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-left text-sm"
          >
            <span className="min-w-0 flex-1 truncate">{shown}</span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={4}
            className="z-50 w-72 max-w-[calc(100vw-2rem)] overflow-hidden rounded-md border border-line bg-surface shadow-over"
          >
            <Command label={label} loop shouldFilter={onSearch === undefined}>
              <Command.Input
                autoFocus
                placeholder="Write to find"
                onValueChange={(text) => onSearch?.(text)}
                className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-muted"
              />
              <Command.List className="max-h-72 overflow-y-auto p-1">
                <Command.Empty className="p-4 text-center text-sm text-muted">
                  {isLoading ? "Searching …" : "Nothing has this name."}
                </Command.Empty>
                {options.map(({ value, name, note }) => (
                  <Command.Item
                    key={value}
                    value={value}
                    keywords={[name, note ?? ""]}
                    onSelect={() => {
                      onChoose(value);
                      if (!several) setOpen(false);
                    }}
                    className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm data-[selected=true]:bg-sunken"
                  >
                    <Check
                      aria-label={chosen.includes(value) ? "Chosen" : undefined}
                      className={classes("size-4 shrink-0 text-accent", !chosen.includes(value) && "invisible")}
                    />
                    <span className="min-w-0 flex-1 truncate">{name}</span>
                    {note !== undefined && <span className="max-w-28 truncate text-xs text-muted">{note}</span>}
                  </Command.Item>
                ))}
              </Command.List>
            </Command>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
