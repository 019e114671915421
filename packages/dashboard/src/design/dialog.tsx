import { type ReactNode, Suspense } from "react";
import { whenShown } from "./when-shown.tsx";
import type { DialogFrameProps } from "./dialog-frame.tsx";

const DialogFrame = whenShown(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => DialogFrame));

interface DialogProps extends DialogFrameProps {
  readonly isOpen: boolean;
}

/** Over the page; Escape and the veil close it, the focus stays in it and goes back where it was. */
export function Dialog({ isOpen, ...frame }: DialogProps) {
  return <Suspense fallback={null}>{isOpen && <DialogFrame {...frame} />}</Suspense>;
}

/** The row of buttons at the foot of a form, in sight however long the form is: the last thing in its dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 mt-3 -mb-4 flex flex-wrap justify-end gap-2 rounded-b-lg bg-surface px-4 pt-3 pb-4">
      {children}
    </div>
  );
}
