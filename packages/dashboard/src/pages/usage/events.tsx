import { Suspense } from "react";
import { useAddress } from "../../routing/address.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { Page } from "../../design/page.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { AllEvents } from "./all-events.tsx";
import { LiveEvents } from "./live-events.tsx";
import { UnmatchedEvents } from "./unmatched-events.tsx";

const EventSheet = whenShown(() => import("./event-sheet.tsx").then(({ EventSheet }) => EventSheet));

/** Usage events: as they come, all of them, and those that count for nothing yet. */
export function Events() {
  const [search, change] = useAddress("/events");
  return (
    <Page title="Events" note="Usage events from your product. Invoices are based on these.">
      <Tabs
        chosen={search.view ?? "live"}
        onChoose={(view) => change({ view: view === "live" ? undefined : view })}
        tabs={[
          { key: "live", name: "Live", content: () => <LiveEvents /> },
          { key: "all", name: "All", content: () => <AllEvents /> },
          { key: "unmatched", name: "Unmatched", content: () => <UnmatchedEvents /> },
        ]}
      />
      <Suspense fallback={null}>
        {search.event !== undefined && (
          <EventSheet uniqueId={search.event} onClose={() => change({ event: undefined })} />
        )}
      </Suspense>
    </Page>
  );
}
