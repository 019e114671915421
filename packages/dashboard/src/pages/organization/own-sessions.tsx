import { readAgain } from "../../server/stale.ts";
import type { ListOwnSessionsResult } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { queries } from "../../server/queries.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { Ago, Day } from "../../design/when.tsx";
import { browserWords } from "../../format/browser-words.ts";

type OwnSession = ListOwnSessionsResult["items"][number];

/** The places where the person is signed in, and a way to end each session. */
export function OwnSessions() {
  const { data, error, isPending } = useQuery({
    ...asked((api, signal) => api.me.listOwnSessions({ signal })),
  });
  const leave = useMutation({
    mutationFn: async () => await client.auth.signOutEverywhere(),
    onSuccess: () => {
      queries.clear();
      window.location.assign("/app/sign-in");
    },
  });
  return (
    <Card
      title="Sessions"
      note="Browsers signed in as you. Unused sessions end after 14 days."
      actions={
        <Button kind="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
          Sign out everywhere
        </Button>
      }
    >
      <FailureLine error={leave.error ?? error} />
      {isPending && <Skeleton className="h-24" />}
      <ul aria-label="Sessions" className="flex flex-col">
        {data?.items.map((session) => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === data.currentSessionId} />
        ))}
      </ul>
    </Card>
  );
}

function SessionRow({ session, isCurrent }: { readonly session: OwnSession; readonly isCurrent: boolean }) {
  const { id, ipAddress, userAgent, createdAt, lastUsedAt } = session;
  const end = useMutation({
    mutationFn: async () => await client.me.endOwnSession(id),
    onSuccess: async () => {
      toast({ text: "Session ended" });
      await readAgain("me");
    },
    onError: toastFailure,
  });
  const name = browserWords(userAgent);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm last:border-0">
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-medium" title={userAgent ?? undefined}>
          {name}
        </span>
        <span className="block text-xs text-muted">
          {ipAddress ?? "Unknown address"} · Signed in <Day instant={createdAt} /> · Last used{" "}
          <Ago instant={lastUsedAt} />
        </span>
      </span>
      {isCurrent ? (
        <Badge tone="good">This session</Badge>
      ) : (
        <Button
          className="h-8"
          aria-label={`End session of ${name}, ${ipAddress ?? "unknown address"}`}
          busy={end.isPending}
          onClick={() => end.mutate()}
        >
          End session
        </Button>
      )}
    </li>
  );
}
