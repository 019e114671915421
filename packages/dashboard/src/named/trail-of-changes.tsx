import { pageAt } from "../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../server/asked.ts";
import { useMay } from "../server/session.ts";
import { Card } from "../design/card.tsx";
import { Skeleton } from "../design/states.tsx";
import { Instant } from "../design/when.tsx";
import { toWords } from "../format/words.ts";
import { useActorName } from "./actor.ts";

/** What was done to one thing, by whom: the newest of it. Left out for who may not read the audit log. */
export function TrailOfChanges({ objectId }: { readonly objectId: string }) {
  const mayAdminister = useMay("admin");
  const actorName = useActorName();
  const { data, isPending } = useQuery({
    ...asked((api, signal) => api.audit.list({ objectId, limit: 20 }, { signal })),
    enabled: mayAdminister,
  });
  if (!mayAdminister) return null;
  return (
    <Card
      title="Audit log"
      actions={
        <Link {...pageAt("/audit", { q: objectId })} className="text-sm text-accent hover:underline">
          All
        </Link>
      }
    >
      {isPending && <Skeleton className="h-16" />}
      {data?.items.length === 0 && <p className="text-sm text-muted">No changes yet</p>}
      <ol className="flex flex-col gap-3 text-sm">
        {data?.items.map((entry) => (
          <li key={entry.id}>
            <div className="font-medium">{toWords(entry.action)}</div>
            <div className="text-xs text-muted">
              <Instant instant={entry.at} /> · {actorName(entry.actor)}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
