import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";

interface DialogProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `side`: a sheet from the right edge, for what is read beside the page. */
  readonly place?: "middle" | "side";
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** Over the page; Escape and the veil close it, the focus stays in it and goes back where it was. */
export function Dialog({ title, note, isOpen, onClose, place = "middle", wide = false, children }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
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

/** The row of buttons at the foot of a form, in sight however long the form is: the last thing in its dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 mt-3 -mb-4 flex flex-wrap justify-end gap-2 rounded-b-lg bg-surface px-4 pt-3 pb-4">
      {children}
    </div>
  );
}
