import { classes } from "./classes.ts";

interface SegmentsProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

/** A choice of one of two to five visible options: a currency, a unit of time. */
export function Segments({ label, options, chosen, onChoose }: SegmentsProps) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-line bg-surface p-0.5">
      {options.map(([value, name]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classes(
            "h-7.5 rounded-sm px-2.5 text-sm font-medium",
            value === chosen ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
          )}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
