import { BareInput, BareSelect } from "../../design/field.tsx";
import { dayBefore } from "../../format/days.ts";
import { useSharedAddress } from "../../routing/address.ts";
import { moved, type Period, PERIOD_NAMES, PERIODS } from "./period.ts";
import { usePeriod } from "./use-period.ts";

interface PeriodChoiceProps {
  /** The days that are shown, half-open, for a custom period to begin with. */
  readonly shown: { readonly from: string; readonly to: string } | undefined;
}

/** The days of the figures. The choice is in the address. */
export function PeriodChoice({ shown }: PeriodChoiceProps) {
  const [search, change] = useSharedAddress();
  const { period } = usePeriod();
  const choose = (chosen: Period) =>
    chosen === "custom" ? change({ period: chosen, ...shown }) : change({ period: chosen, from: "", to: "" });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <BareSelect label="Period" value={period} onChange={({ target }) => choose(target.value as Period)}>
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {PERIOD_NAMES[one]}
          </option>
        ))}
      </BareSelect>
      {period === "custom" && (
        <>
          <span className="w-34">
            <BareInput
              label="First day"
              type="date"
              value={search.from ?? ""}
              max={search.to === undefined ? undefined : dayBefore(search.to)}
              onChange={({ target }) => change({ from: target.value }, { replace: true })}
            />
          </span>
          <span aria-hidden className="text-sm text-muted">
            –
          </span>
          <span className="w-34">
            <BareInput
              label="Last day"
              type="date"
              value={search.to === undefined ? "" : dayBefore(search.to)}
              min={search.from}
              onChange={({ target: { value } }) =>
                change({ to: value === "" ? "" : moved(value, { days: 1 }) }, { replace: true })
              }
            />
          </span>
        </>
      )}
    </div>
  );
}
