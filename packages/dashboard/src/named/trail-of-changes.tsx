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

/** The latest changes of one object, with their actors. Hidden from people who may not read the audit log. */
export function TrailOfChanges({ objectId }: { readonly objectId: string }) {
  return useMay("admin") ? <Trail objectId={objectId} /> : null;
}

function Trail({ objectId }: { readonly objectId: string }) {
  const actorName = useActorName();
  const { data, isPending } = useQuery({
    ...asked((api, signal) => api.audit.list({ objectId, limit: 20 }, { signal })),
  });
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
