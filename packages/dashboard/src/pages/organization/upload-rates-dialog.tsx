import { useState } from "react";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { useChange } from "../../design/use-change.ts";
import { count } from "../../format/words.ts";
import { FilePick, type Picked } from "../imports/file-pick.tsx";
import { readRates } from "./read-rates.ts";

/** The most rates that one request takes. */
const AT_ONCE = 1_000;
const SHOWN_FAULTS = 5;

/** Sets the rates of a CSV file. It is checked before anything is sent. */
export function UploadRatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { reportingCurrency } = useOrganization();
  const [picked, setPicked] = useState<Picked | null>(null);
  const { rates, faults } = picked === null ? { rates: [], faults: [] } : readRates(picked.file, reportingCurrency);
  const upload = useChange({
    changes: "exchangeRates",
    run: async () => {
      for (let first = 0; first < rates.length; first += AT_ONCE) {
        await client.exchangeRates.set({ items: rates.slice(first, first + AT_ONCE) });
      }
    },
    done: () => `${count(rates.length, "exchange rate")} saved`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Upload exchange rates"
      note="Columns: date, from, to, rate. A rate of the same currencies and date is replaced."
      isOpen
      onClose={onClose}
      action={rates.length === 0 ? "Upload rates" : `Upload ${count(rates.length, "rate")}`}
      isReady={rates.length > 0 && faults.length === 0}
      busy={upload.isPending}
      error={upload.error}
      onSubmit={() => upload.mutate()}
    >
      <FilePick onPick={setPicked} />
      {faults.length > 0 && (
        <ul role="alert" className="text-sm text-bad">
          {faults.slice(0, SHOWN_FAULTS).map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
          {faults.length > SHOWN_FAULTS && <li>{count(faults.length - SHOWN_FAULTS, "more error")}</li>}
        </ul>
      )}
    </ActionDialog>
  );
}
