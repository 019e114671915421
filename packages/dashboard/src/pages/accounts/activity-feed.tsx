import type { AccountActivity, Client } from "@counterfoil/sdk";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../design/button.tsx";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { keyOf } from "../../server/asked.ts";
import { client } from "../../server/client.ts";
import { ActivityEntry } from "./activity-entry.tsx";

const PAGE = 30;

interface ActivityFeedProps {
  readonly accountId: string;
  /** All kinds if absent. */
  readonly kind: AccountActivity["kind"] | undefined;
}

/** What happened with an account, newest first. */
export function ActivityFeed({ accountId, kind }: ActivityFeedProps) {
  const list = (api: Client, cursor?: string) =>
    api.accounts.listActivity(accountId, {
      limit: PAGE,
      ...(kind !== undefined && { kind }),
      ...(cursor !== undefined && { cursor }),
    });
  const walk = useInfiniteQuery({
    queryKey: [...keyOf((api) => list(api)), "walk"],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => await list(client, pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  if (walk.error !== null && walk.data === undefined) {
    return <Failure error={walk.error} onRetry={() => void walk.refetch()} />;
  }
  if (walk.data === undefined) return <Skeleton className="h-96" />;
  const items = walk.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <Empty title={kind === undefined ? "No activity yet" : "No results"}>
        Notes, invoices, payments, emails and changes of the account appear here.
      </Empty>
    );
  }
  return (
    <>
      <ol aria-label="Activity" className="flex flex-col">
        {items.map((item) => (
          <ActivityEntry key={item.id} accountId={accountId} item={item} />
        ))}
      </ol>
      {walk.hasNextPage && (
        <div className="pt-3">
          <Button busy={walk.isFetchingNextPage} onClick={() => void walk.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
