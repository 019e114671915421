import type { ReactNode } from "react";

/** The row of buttons at the end of a form's dialog. It stays visible however long the form is. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-4 mt-3 -mb-4 flex flex-wrap justify-end gap-2 rounded-b-lg bg-surface px-4 pt-3 pb-4">
      {children}
    </div>
  );
}
