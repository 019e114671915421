import { Command } from "cmdk";
import { Check, Plus } from "lucide-react";
import { Popover } from "radix-ui";
import { type RefObject, useState } from "react";
import { classes } from "./classes.ts";
import type { PickerProps } from "./picker-props.ts";

interface PickerListProps extends Pick<
  PickerProps,
  "label" | "options" | "chosen" | "onChoose" | "onSearch" | "onCreate" | "several" | "isLoading"
> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The options of a picker, below its button. */
export function PickerList(props: PickerListProps) {
  const { label, options, chosen, onChoose, onSearch, onCreate, several = false, isLoading = false } = props;
  const { button, onClose } = props;
  const [text, setText] = useState("");
  const created = text.trim();
  const isNew = created !== "" && options.every(({ name }) => name.toLowerCase() !== created.toLowerCase());
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          onInteractOutside={(event) => {
            // The button closes the list itself.
            if (event.target instanceof Node && button.current?.contains(event.target) === true) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (document.activeElement === document.body) button.current?.focus();
          }}
          className="z-50 w-72 max-w-[calc(100vw-2rem)] overflow-hidden rounded-md border border-line bg-surface shadow-over"
        >
          <Command label={label} loop shouldFilter={onSearch === undefined}>
            <Command.Input
              autoFocus
              placeholder={onCreate === undefined ? "Search" : "Search or create"}
              value={text}
              onValueChange={(typed) => {
                setText(typed);
                onSearch?.(typed);
              }}
              className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-muted"
            />
            {/* A listbox contains only options. */}
            {(onCreate === undefined || created === "") && (
              <Command.Empty className="p-4 pb-2 text-center text-sm text-muted">
                {isLoading ? "Searching…" : onCreate === undefined ? "No results" : "Type to create the first one"}
              </Command.Empty>
            )}
            <Command.List className="max-h-72 overflow-y-auto p-1">
              {options.map(({ value, name, note }) => (
                <Command.Item
                  key={value}
                  // The keyboard cannot reach an item without a value.
                  value={value === "" ? name : value}
                  keywords={[name, note ?? ""]}
                  onSelect={() => {
                    onChoose(value);
                    if (!several) onClose();
                  }}
                  className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm data-[selected=true]:bg-sunken"
                >
                  <Check
                    aria-label={chosen.includes(value) ? "Selected" : undefined}
                    className={classes("size-4 shrink-0 text-accent", !chosen.includes(value) && "invisible")}
                  />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                  {note !== undefined && <span className="max-w-28 truncate text-xs text-muted">{note}</span>}
                </Command.Item>
              ))}
              {onCreate !== undefined && isNew && (
                <Command.Item
                  forceMount
                  value={`create ${created}`}
                  onSelect={() => {
                    onCreate(created);
                    setText("");
                    if (!several) onClose();
                  }}
                  className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm data-[selected=true]:bg-sunken"
                >
                  <Plus aria-hidden className="size-4 shrink-0 text-accent" />
                  <span className="min-w-0 flex-1 truncate">Create “{created}”</span>
                </Command.Item>
              )}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
