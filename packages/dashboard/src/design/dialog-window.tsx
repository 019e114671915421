import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefCallback, useState } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";

export interface DialogFrameProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** Without it, users cannot close the dialog. */
  readonly onClose?: (() => void) | undefined;
  /** `side`: a sheet at the right edge, for content to read next to the page. */
  readonly place?: "middle" | "side";
  readonly wide?: boolean;
  /** When it changes, the current values of the fields are the saved ones. */
  readonly saved?: unknown;
  readonly children: ReactNode;
}

interface DialogWindowProps extends DialogFrameProps {
  /** For the element that contains everything in the dialog. */
  readonly attach?: RefCallback<HTMLElement> | undefined;
}

/** An open dialog with its title. It asks nothing before it closes. */
export function DialogWindow(props: DialogWindowProps) {
  const { title, note, onClose, place = "middle", wide = false, attach, children } = props;
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/45" />
        <Radix.Content
          ref={attach}
          {...(note === undefined && { "aria-describedby": undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            // Radix would only return the focus to a button of its own.
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
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
            {onClose !== undefined && (
              <Radix.Close asChild>
                <IconButton label="Close" className="-my-1.5 -me-2">
                  <X className="size-4" />
                </IconButton>
              </Radix.Close>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field. If there is none, focuses the dialog itself instead of its close button. */
function focusFirstField(event: Event) {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const field = event.currentTarget.querySelector<HTMLElement>("input:enabled, select:enabled, textarea:enabled");
  (field ?? event.currentTarget).focus();
}
