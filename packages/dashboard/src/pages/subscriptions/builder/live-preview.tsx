import type { CreateSubscriptionRequest } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { useDebounced } from "../../../design/use-debounced.ts";
import { Card } from "../../../design/card.tsx";
import { classes } from "../../../design/classes.ts";
import { Empty, FailureLine } from "../../../design/states.tsx";
import { ActivationWarnings } from "../activation-warnings.tsx";
import { YearAhead } from "./year-ahead.tsx";

const PAUSE_MILLISECONDS = 350;

interface PreviewInput {
  readonly body: CreateSubscriptionRequest;
  readonly quantities: Readonly<Record<string, string>>;
  /** Whether there is enough to ask with. */
  readonly isEnough: boolean;
}

/** What the server says of the draft as it is written. The last answer stays until there is a newer one. */
export function useLivePreview({ body, quantities, isEnough }: PreviewInput) {
  const settled = useDebounced(JSON.stringify({ ...body, quantities }), PAUSE_MILLISECONDS);
  return useQuery({
    ...asked((api, signal) => api.subscriptions.preview(JSON.parse(settled), { signal })),
    enabled: isEnough,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The year ahead beside what is being written. */
export function LivePreview({ preview }: { readonly preview: ReturnType<typeof useLivePreview> }) {
  const { data, error, isFetching } = preview;
  return (
    <Card
      title="12-month preview"
      note="Updates as you edit. Nothing is saved yet."
      actions={
        <span role="status" className="text-xs text-muted">
          {isFetching && "Calculating"}
        </span>
      }
    >
      <div className="min-h-96">
        {error !== null && (
          <div className="mb-3">
            <FailureLine error={error} />
          </div>
        )}
        {data === undefined ? (
          error === null && (
            <Empty title="No preview yet">
              The preview shows upcoming invoices. Choose an account, then choose a plan or add prices.
            </Empty>
          )
        ) : (
          <div className={classes("transition-opacity", error !== null && "opacity-50")}>
            <ActivationWarnings warnings={data.warnings} />
            <YearAhead preview={data} />
          </div>
        )}
      </div>
    </Card>
  );
}
