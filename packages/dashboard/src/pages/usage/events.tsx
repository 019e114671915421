import { Link } from "@tanstack/react-router";
import { Plus, Upload } from "lucide-react";
import { Suspense } from "react";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Button, buttonClasses } from "../../design/button.tsx";
import { whenShown } from "../../design/when-shown.tsx";
import { Page } from "../../design/page.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { AllEvents } from "./all-events.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { LiveEvents } from "./live-events.tsx";
import { UnmatchedEvents } from "./unmatched-events.tsx";

const SendEventDialog = whenShown(() =>
  import("./send/send-event-dialog.tsx").then(({ SendEventDialog }) => SendEventDialog),
);
const EventSheet = whenShown(() => import("./event-sheet.tsx").then(({ EventSheet }) => EventSheet));

/** Usage events: live, all, unmatched, and records from Kafka that are none. */
export function Events() {
  const [search, change] = useAddress("/events");
  const mayIngest = useMay("ingest");
  return (
    <Page
      title="Events"
      note="Usage events from your product. Invoices are based on these."
      actions={
        mayIngest && (
          <>
            <Link to="/events/upload" className={buttonClasses()}>
              <Upload aria-hidden className="size-4" />
              Upload CSV
            </Link>
            <Button
              kind="primary"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => change({ do: "send" })}
            >
              Send event
            </Button>
          </>
        )
      }
    >
      <Tabs
        chosen={search.view ?? "live"}
        onChoose={(view) => change({ view: view === "live" ? undefined : view })}
        tabs={[
          { key: "live", name: "Live", content: () => <LiveEvents /> },
          { key: "all", name: "All", content: () => <AllEvents /> },
          { key: "unmatched", name: "Unmatched", content: () => <UnmatchedEvents /> },
          { key: "dead", name: "Dead letters", content: () => <DeadLetters /> },
        ]}
      />
      <Suspense fallback={null}>
        {search.event !== undefined && (
          <EventSheet uniqueId={search.event} onClose={() => change({ event: undefined })} />
        )}
        {search.do === "send" && mayIngest && (
          <SendEventDialog
            accountId={search.account}
            eventName={search.name}
            onClose={() => change({ do: undefined }, { replace: true })}
          />
        )}
      </Suspense>
    </Page>
  );
}
