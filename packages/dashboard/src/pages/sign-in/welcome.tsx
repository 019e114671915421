import { type ReactNode, useEffect } from "react";
import icon from "../../design/icon.svg?inline";

/** The frame of the pages without a session. */
export function Welcome({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Counterfoil`;
  }, [title]);
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center gap-2.5">
          <img src={icon} alt="" className="size-8" />
          <span className="text-lg font-semibold">Counterfoil</span>
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 shadow-raised">
          <h1 className="mb-5 text-xl font-semibold tracking-tight">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
