import { queryOptions, useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { classes } from "../../design/classes.ts";
import { Card } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { ActivationWarnings } from "./activation-warnings.tsx";
import { YearAhead } from "./builder/year-ahead.tsx";

/** The preview of a draft, with warnings before it is activated. */
export const draftPreview = (subscriptionId: string) =>
  queryOptions({
    ...asked((api, signal) => api.subscriptions.previewDraft(subscriptionId, {}, { signal })),
  });

/** What a draft or a quote would bill in its first year without usage. */
export function DraftPreview({ subscriptionId }: { readonly subscriptionId: string }) {
  const { data, error, isFetching } = useQuery(draftPreview(subscriptionId));
  return (
    <Card title="12-month preview" note="Preview of billing after activation, without usage.">
      {error !== null ? (
        <FailureLine error={error} />
      ) : data === undefined ? (
        <Skeleton className="h-80" />
      ) : (
        <div className={classes("transition-opacity", isFetching && "opacity-50")}>
          <ActivationWarnings warnings={data.warnings} />
          <YearAhead preview={data} />
        </div>
      )}
    </Card>
  );
}
