import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { buttonClasses } from "./button.tsx";
import { WayOnContext } from "./way-on.ts";

interface PageProps {
  readonly title: string;
  /** Shown next to the title: a status, an amount. */
  readonly aside?: ReactNode;
  readonly note?: ReactNode;
  /** The breadcrumbs: `[["/invoices", "Invoices"]]`. */
  readonly trail?: readonly (readonly [to: string, name: string])[];
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of each page: its breadcrumbs, its title and its actions. */
export function Page({ title, aside, note, trail = [], actions, children }: PageProps) {
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
            {aside}
          </div>
          {note !== undefined && <div className="mt-0.5 text-sm wrap-anywhere text-muted">{note}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <WayOnContext value={<WayOn trail={trail} />}>{children}</WayOnContext>
    </div>
  );
}

/** To the list that contains the page's object, or to the home page. */
function WayOn({ trail }: Required<Pick<PageProps, "trail">>) {
  const [to, name] = trail[0] ?? ["/", "Home"];
  return (
    <Link to={to} className={buttonClasses()}>
      Go to {name}
    </Link>
  );
}
