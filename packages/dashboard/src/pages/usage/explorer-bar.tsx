import type { Metric } from "@counterfoil/sdk";
import { useMemo } from "react";
import { useAddress } from "../../routing/address.ts";
import { useOrganization } from "../../server/session.ts";
import { BareInput, BareSelect } from "../../design/field.tsx";
import { Picker } from "../../design/picker.tsx";
import { toDay } from "../../format/dates.ts";
import { browserZone, timeZoneOptions, zoneName } from "../../format/options.ts";
import { Choice } from "../../list/filter-bar.tsx";
import { AccountPicker } from "./account-picker.tsx";
import { addDays, type ExplorerChoice, fits, RANGES, type Window } from "./explorer-choice.ts";

const WINDOWS: readonly (readonly [Window, string])[] = [
  ["hour", "By hour"],
  ["day", "By day"],
  ["month", "By month"],
];

const MOST_ACCOUNTS = 6;

interface ExplorerBarProps {
  readonly metrics: readonly Metric[];
  readonly metric: Metric | undefined;
  readonly choice: ExplorerChoice;
  readonly timezone: string;
  readonly properties: readonly string[];
}

/** Chooses a metric, accounts, a property to split by, a range, and steps. */
export function ExplorerBar({ metrics, metric, choice, timezone, properties }: ExplorerBarProps) {
  const [search, change] = useAddress("/usage");
  const { accountIds, from, to, window } = choice;
  const isOwnRange = search.from !== undefined || search.to !== undefined;
  const chooseAccount = (id: string) => {
    const next = accountIds.includes(id) ? accountIds.filter((one) => one !== id) : [...accountIds, id];
    change({ accounts: id === "" ? undefined : next.slice(-MOST_ACCOUNTS).join(",") });
  };
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 px-4 py-3">
      <Picker
        className="w-full sm:w-52"
        label="Metric"
        shown={metric?.name ?? "Choose a metric"}
        options={metrics.map(({ id, name, eventName }) => ({ value: id, name, note: eventName }))}
        chosen={metric === undefined ? [] : [metric.id]}
        onChoose={(id) => change({ metric: id, group: undefined })}
      />
      <AccountPicker
        className="w-full sm:w-52"
        label="Accounts"
        chosen={accountIds}
        onChoose={chooseAccount}
        none="Accounts with the most revenue"
        allName="Accounts with the most revenue"
        several
      />
      {accountIds.length === 1 && (
        <Choice
          label="Split by"
          name="group"
          all="No split"
          options={properties.map((property) => [property, `By ${property}`])}
        />
      )}
      <BareSelect
        label="Range"
        value={isOwnRange ? "own" : (search.days ?? "30")}
        onChange={(event) =>
          change(
            event.target.value === "own"
              ? { from, to, days: undefined }
              : { days: event.target.value, from: undefined, to: undefined, window: undefined },
          )
        }
      >
        {RANGES.map(([days, name]) => (
          <option key={days} value={days}>
            {name}
          </option>
        ))}
        <option value="own">From … to…</option>
      </BareSelect>
      {isOwnRange && (
        <>
          <BareInput
            label="Start date (inclusive)"
            type="date"
            value={dayOf(from, timezone)}
            max={addDays(dayOf(to, timezone), -1)}
            onChange={({ target }) => target.value !== "" && change({ from: target.value, window: undefined })}
            className="!w-36"
          />
          <BareInput
            label="End date (exclusive)"
            type="date"
            value={dayOf(to, timezone)}
            min={addDays(dayOf(from, timezone), 1)}
            onChange={({ target }) => target.value !== "" && change({ to: target.value, window: undefined })}
            className="!w-36"
          />
        </>
      )}
      <BareSelect label="Interval" value={window} onChange={(event) => change({ window: event.target.value })}>
        {WINDOWS.filter(([key]) => fits(key, from, to)).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </BareSelect>
      <TimeZone timezone={timezone} />
    </div>
  );
}

/** The day of a zoomed instant in the time zone. */
function dayOf(moment: string, timezone: string): string {
  return moment.length > 10 ? toDay(moment, timezone) : moment;
}

function TimeZone({ timezone }: { readonly timezone: string }) {
  const [, change] = useAddress("/usage");
  const { timezone: own } = useOrganization();
  const zones = useMemo(() => timeZoneOptions([own, browserZone(), "UTC", timezone]), [own, timezone]);
  return (
    <Picker
      className="w-full sm:w-44"
      label="Time zone"
      shown={zoneName(timezone)}
      options={zones}
      chosen={[timezone]}
      onChoose={(zone) => change({ zone: zone === own ? undefined : zone })}
    />
  );
}
