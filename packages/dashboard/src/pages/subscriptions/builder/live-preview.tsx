import type { CreateSubscriptionRequest } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { useDebounced } from "../../../design/use-debounced.ts";
import { Card } from "../../../design/card.tsx";
import { classes } from "../../../design/classes.ts";
import { Empty, FailureLine } from "../../../design/states.tsx";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { ActivationWarnings } from "../activation-warnings.tsx";
import { YearAhead } from "./year-ahead.tsx";

const PAUSE_MILLISECONDS = 350;

interface PreviewInput {
  readonly body: CreateSubscriptionRequest;
  readonly quantities: Readonly<Record<string, string>>;
  /** Whether the input is complete enough for a preview. */
  readonly isEnough: boolean;
  /** Whether every number is right. */
  readonly isRight: boolean;
}

/** The server's preview of the draft. Keeps the last answer until the next one arrives. */
export function useLivePreview({ body, quantities, isEnough, isRight }: PreviewInput) {
  const settled = useDebounced(JSON.stringify({ ...body, quantities }), PAUSE_MILLISECONDS);
  return useQuery({
    ...asked((api, signal) => api.subscriptions.preview(JSON.parse(settled), { signal })),
    enabled: isEnough && isRight && !hasWrongNumber(JSON.parse(settled)),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

interface LivePreviewProps {
  readonly preview: ReturnType<typeof useLivePreview>;
  readonly isRight: boolean;
}

/** The preview of the next year, next to the form. */
export function LivePreview({ preview, isRight }: LivePreviewProps) {
  const { error, isFetching } = preview;
  const data = isRight ? preview.data : undefined;
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
              {isRight
                ? "The preview shows upcoming invoices. Choose an account, then choose a plan or add prices."
                : "Correct the marked numbers to see upcoming invoices."}
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
