import { type ReactNode, Suspense } from "react";
import { whenShown } from "../app/when-shown.tsx";
import type { DialogFrameProps } from "./dialog-frame.tsx";

const DialogFrame = whenShown(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => DialogFrame));

interface DialogProps extends DialogFrameProps {
  readonly isOpen: boolean;
}

/** Over the page; Escape and the veil close it, the focus stays in it and goes back where it was. */
export function Dialog({ isOpen, ...frame }: DialogProps) {
  return <Suspense fallback={null}>{isOpen && <DialogFrame {...frame} />}</Suspense>;
}

/** The row of buttons at the foot of a form. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}
