import type { ModelCostBackfill } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Fact, Facts } from "../../../design/card.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { Money } from "../../../design/money.tsx";
import { FailureLine, Skeleton } from "../../../design/states.tsx";
import { toast } from "../../../design/toast.ts";
import { useChange } from "../../../design/use-change.ts";
import { Day } from "../../../design/when.tsx";
import { count } from "../../../format/words.ts";
import { client } from "../../../server/client.ts";
import { readAgain } from "../../../server/stale.ts";
import { backfillQuery } from "./model-price-queries.ts";

/** Previews what events without a cost cost at today's prices, and then stores it. */
export function BackfillDialog({ onClose }: { readonly onClose: () => void }) {
  const [id, setId] = useState<string | null>(null);
  const begin = useChange<ModelCostBackfill["mode"], ModelCostBackfill>({
    changes: "modelPrices",
    run: beginOrJoin,
    after: (backfill) => setId(backfill.id),
  });
  const cancel = useChange({
    changes: "modelPrices",
    run: () => client.modelPrices.cancelModelCostBackfill(id ?? ""),
    done: () => "Stopped. Costs that were stored stay",
    after: onClose,
  });
  const { mutate } = begin;
  useEffect(() => mutate("preview"), [mutate]);
  const backfill = useQuery({ ...backfillQuery(id ?? ""), enabled: id !== null });
  const found = id === null ? undefined : backfill.data;
  const isApplied = found?.mode === "apply" && found.status === "done";
  const events = found?.events ?? 0;
  useEffect(() => {
    if (!isApplied) return;
    toast({ text: `${count(events, "event")} priced` });
    void readAgain("modelPrices");
    onClose();
  }, [isApplied, events, onClose]);
  const isReady = found?.mode === "preview" && found.status === "done";
  return (
    <Dialog
      title="Price earlier events"
      note="Gives events of open months that have no cost the cost of today's prices. Costs that exist do not change. A month is open until 72 hours after its end."
      isOpen
      onClose={onClose}
    >
      <div className="flex flex-col gap-4" aria-live="polite">
        {found === undefined ? (
          <Skeleton className="h-24" />
        ) : isReady ? (
          <Found found={found} />
        ) : (
          <Running found={found} />
        )}
        <FailureLine error={begin.error ?? cancel.error ?? backfill.error} />
        <DialogActions>
          <DialogCancel>{isReady && events > 0 ? "Cancel" : "Close"}</DialogCancel>
          {found?.status === "running" && (
            <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Stop
            </Button>
          )}
          {isReady && events > 0 && (
            <Button kind="primary" busy={begin.isPending} onClick={() => mutate("apply")}>
              Price {count(events, "event")}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** Joins a backfill that is running, for example after the page was loaded again. */
async function beginOrJoin(mode: ModelCostBackfill["mode"]): Promise<ModelCostBackfill> {
  const running = await client.modelPrices.listModelCostBackfills({
    limit: 1,
    filters: [{ field: "status", value: "running" }],
  });
  return running.items[0] ?? (await client.modelPrices.createModelCostBackfill({ mode }));
}

function Running({ found }: { readonly found: ModelCostBackfill }) {
  return (
    <div className="text-sm">
      <p className="mb-2">
        {found.mode === "preview" ? "Looking for events without a cost" : "Pricing events"}:{" "}
        {count(found.events, "event")} so far
      </p>
      <progress
        aria-label={found.mode === "preview" ? "Events examined" : "Events priced"}
        value={found.progressPercent}
        max={100}
        className="h-2 w-full accent-(--accent)"
      />
    </div>
  );
}

function Found({ found }: { readonly found: ModelCostBackfill }) {
  const still = found.unpriced.reduce((sum, { events }) => sum + events, 0);
  return (
    <>
      <Facts>
        <Fact name="Events since">
          <Day instant={found.from} timezone="UTC" />
        </Fact>
        <Fact name="Without a cost, with a price now">{count(found.events, "event")}</Fact>
        {found.costs.map(({ currency, amount }) => (
          <Fact key={currency} name={`Cost in ${currency}`}>
            <Money amount={amount} currency={currency} strong />
          </Fact>
        ))}
        {still > 0 && <Fact name="Still without a price">{count(still, "event")}</Fact>}
      </Facts>
      {found.models.length > 0 && (
        <ul className="max-h-60 overflow-y-auto text-sm" aria-label="By model">
          {found.models.map(({ provider, model, currency, events, amount }) => (
            <li key={`${provider}/${model}/${currency}`} className="flex gap-3 border-t border-line py-2">
              <span className="min-w-0 flex-1 truncate">
                {model} <span className="text-muted">{provider}</span>
              </span>
              <span className="text-muted">{count(events, "event")}</span>
              <Money amount={amount} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      {found.events === 0 && (
        <p className="text-sm text-muted">
          No event of an open month can be priced.
          {still > 0 && " Create a price that begins before these events."}
        </p>
      )}
    </>
  );
}
