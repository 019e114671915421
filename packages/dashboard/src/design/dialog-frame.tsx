import { useState } from "react";
import { DialogClose } from "./dialog-close.ts";
import { type DialogFrameProps, DialogWindow } from "./dialog-window.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { useUnsavedFields } from "./unsaved.ts";

/** An open dialog. If users close it with changed fields, it asks first. */
export function DialogFrame({ onClose, saved, children, ...frame }: DialogFrameProps) {
  const { attach, isChanged } = useUnsavedFields(saved);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isChanged() ? setAsking(true) : onClose?.());
  const canClose = onClose !== undefined;
  return (
    <>
      <DialogWindow {...frame} onClose={canClose ? close : undefined} attach={canClose ? attach : undefined}>
        <DialogClose value={close}>{children}</DialogClose>
      </DialogWindow>
      {isAsking && (
        <DiscardDialog
          onReply={(discards) => {
            setAsking(false);
            if (discards) onClose?.();
          }}
        />
      )}
    </>
  );
}
