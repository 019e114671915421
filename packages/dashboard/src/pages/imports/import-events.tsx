import { EVENT_KIND } from "./event-kind.ts";
import { ImportPage } from "./import-page.tsx";

/** Uploads usage events from a CSV file. */
export function ImportEvents() {
  return (
    <ImportPage
      kind={EVENT_KIND}
      resource="events"
      note="Each row is a usage event. Other columns become its properties. Rows that are already stored don't count again."
    />
  );
}
