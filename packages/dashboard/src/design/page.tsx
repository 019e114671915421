import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect } from "react";

interface PageProps {
  readonly title: string;
  /** What stands beside the title: a state, an amount. */
  readonly beside?: ReactNode;
  readonly note?: ReactNode;
  /** Where it belongs: `[["/invoices", "Invoices"]]`. */
  readonly trail?: readonly (readonly [to: string, name: string])[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of each page: its title, where it belongs, what can be done with it. */
export function Page({ title, beside, note, trail = [], actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Counterfoil`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-[90rem] min-w-0 px-4 py-5 sm:px-6 lg:px-8">
      {trail.length > 0 && (
        <nav aria-label="Breadcrumb" className="mb-1 flex items-center gap-1 text-sm text-muted">
          {trail.map(([to, name]) => (
            <span key={to} className="flex min-w-0 items-center gap-1">
              <Link to={to} className="truncate rounded-sm py-1 hover:text-ink hover:underline">
                {name}
              </Link>
              <ChevronRight aria-hidden className="size-3.5 shrink-0" />
            </span>
          ))}
        </nav>
      )}
      <header className="mb-5 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 sm:flex-1 sm:basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
            {beside}
          </div>
          {note !== undefined && <div className="mt-0.5 text-sm wrap-anywhere text-muted">{note}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
