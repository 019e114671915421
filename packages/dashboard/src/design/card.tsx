import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface CardProps {
  readonly title?: ReactNode;
  /** One sentence under the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Without padding, for tables and charts that reach the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, note, actions, className, flush = false, children }: CardProps) {
  return (
    <section className={classes("min-w-0 rounded-lg border border-line bg-surface shadow-raised", className)}>
      {(title !== undefined || actions !== undefined) && (
        <header className={classes("flex flex-wrap items-start justify-between gap-3 px-4 pt-4", flush && "pb-3")}>
          <div className="min-w-0 flex-1 basis-40">
            <h2 className="text-base font-semibold">{title}</h2>
            {note !== undefined && <p className="text-sm text-muted">{note}</p>}
          </div>
          {actions !== undefined && <div className="flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}

/** Names with their values, in one or two columns. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] items-baseline gap-x-6 gap-y-2 text-sm">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** Headline figures in a row. Each is as wide as its digits need, and figures that do not fit wrap to the next row. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap gap-x-6 gap-y-4 *:min-w-min *:flex-1 *:basis-26">{children}</div>;
}

/** A headline figure. */
export function Figure({
  name,
  value,
  note,
}: {
  readonly name: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <div className="text-sm text-muted">{name}</div>
      <div className="figures text-xl font-semibold tracking-tight whitespace-nowrap">{value}</div>
      {note !== undefined && <div className="figures text-xs text-muted">{note}</div>}
    </div>
  );
}
