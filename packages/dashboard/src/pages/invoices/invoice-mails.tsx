import { pageAt } from "../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../../server/asked.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Skeleton } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";

/** The emails about the invoice, newest first. */
export function InvoiceMails({ invoiceId }: { readonly invoiceId: string }) {
  const { data, isPending } = useQuery({
    ...asked((api, signal) =>
      api.mails.list(
        { filters: [{ field: "invoiceId", value: invoiceId }], sort: "createdAt:desc", limit: 20 },
        { signal },
      ),
    ),
  });
  return (
    <Card title="Emails">
      {isPending && <Skeleton className="h-10" />}
      {data?.items.length === 0 && <p className="text-sm text-muted">No emails yet</p>}
      <ul className="flex flex-col gap-3 text-sm">
        {data?.items.map(({ id, to, kind, status, createdAt }) => (
          <li key={id}>
            <div className="flex items-center justify-between gap-2">
              <Link {...pageAt("/mails", { mail: id })} className="min-w-0 truncate font-medium hover:underline">
                {to}
              </Link>
              <StatusBadge status={status} />
            </div>
            <div className="text-xs text-muted">
              {toWords(kind)} · <Instant instant={createdAt} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
