import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";

export interface DialogFrameProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly onClose: () => void;
  /** `side`: a sheet from the right edge, for what is read beside the page. */
  readonly place?: "middle" | "side";
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A dialog that is open. */
export function DialogFrame({ title, note, onClose, place = "middle", wide = false, children }: DialogFrameProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          {...(note === undefined && { "aria-describedby": undefined })}
          onOpenAutoFocus={focusFirstField}
          className={classes(
            "fixed z-50 flex flex-col bg-surface shadow-over outline-none",
            place === "side"
              ? classes("inset-y-0 right-0 w-full border-l border-line", wide ? "max-w-3xl" : "max-w-xl")
              : classes(
                  "top-[8vh] left-1/2 max-h-[84vh] w-[calc(100%-2rem)] -translate-x-1/2 rounded-lg border border-line",
                  wide ? "max-w-3xl" : "max-w-lg",
                ),
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-4 py-3">
            <div className="min-w-0">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {note !== undefined && <Radix.Description className="text-sm text-muted">{note}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" className="-my-1.5 -me-2">
                <X className="size-4" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Where one writes or chooses first; where there is nothing to fill in, the dialog itself, and not the cross that closes it. */
function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const field = event.currentTarget.querySelector<HTMLElement>("input:enabled, select:enabled, textarea:enabled");
  (field ?? event.currentTarget).focus();
}
