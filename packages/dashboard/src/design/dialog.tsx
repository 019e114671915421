import { type ReactNode, Suspense } from "react";
import { Button } from "./button.tsx";
import { useDialogClose } from "./dialog-close.ts";
import { whenShown } from "./when-shown.tsx";
import type { DialogFrameProps } from "./dialog-window.tsx";

export { DialogActions } from "./dialog-actions.tsx";

const DialogFrame = whenShown(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => DialogFrame));

interface DialogProps extends DialogFrameProps {
  readonly isOpen: boolean;
}

/**
 * A dialog over the page. Escape and a click outside close it. The focus stays in it and then returns to where it was.
 */
export function Dialog({ isOpen, ...frame }: DialogProps) {
  return <Suspense fallback={null}>{isOpen && <DialogFrame {...frame} />}</Suspense>;
}

/** Closes a dialog without its action. */
export function DialogCancel({ children = "Cancel" }: { readonly children?: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>;
}
