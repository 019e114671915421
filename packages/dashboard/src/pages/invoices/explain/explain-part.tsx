import type { ReactNode } from "react";

interface ExplainPartProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function ExplainPart({ title, note, children }: ExplainPartProps) {
  return (
    <section>
      <h3 className="text-base font-semibold">{title}</h3>
      {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      <div className="mt-2">{children}</div>
    </section>
  );
}
