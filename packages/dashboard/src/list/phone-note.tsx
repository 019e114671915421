import type { ReactNode } from "react";

/** A second line of a row's first cell, only on phones: what a column shows that has no room there. */
export function PhoneNote({ children }: { readonly children: ReactNode }) {
  return <span className="mt-1 block text-xs font-normal text-muted sm:hidden">{children}</span>;
}
