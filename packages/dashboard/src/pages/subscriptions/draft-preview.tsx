import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { classes } from "../../design/classes.ts";
import { Card } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { YearAhead } from "./builder/year-ahead.tsx";

/** What a draft or a quote would bill in its first year, if nothing is used. */
export function DraftPreview({ subscriptionId }: { readonly subscriptionId: string }) {
  const { data, error, isFetching } = useQuery({
    queryKey: ["subscriptions", subscriptionId, "preview"],
    queryFn: async ({ signal }) => await client.subscriptions.previewDraft(subscriptionId, {}, { signal }),
  });
  return (
    <Card title="The year ahead" note="What it would bill if it were activated, and nothing were used.">
      {error !== null ? (
        <FailureLine error={error} />
      ) : data === undefined ? (
        <Skeleton className="h-80" />
      ) : (
        <div className={classes("transition-opacity", isFetching && "opacity-50")}>
          <YearAhead preview={data} />
        </div>
      )}
    </Card>
  );
}
