import { ChevronDown } from "lucide-react";
import { Suspense, useId, useRef, useState } from "react";
import { whenShown } from "./when-shown.tsx";
import { classes } from "./classes.ts";
import type { PickerProps } from "./picker-props.ts";

const PickerList = whenShown(() => import("./picker-list.tsx").then(({ PickerList }) => PickerList));

/** A choice of one or several of many options, found by typing a few letters. */
export function Picker({ label, shown, isLabelVisible = false, className, ...offered }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <div className={classes("min-w-0", className)}>
      {isLabelVisible && (
        <span id={id} className="mb-1 block text-sm font-medium">
          {label}
        </span>
      )}
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex h-9 w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-left text-sm"
      >
        <span className="min-w-0 flex-1 truncate">{shown}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      <Suspense fallback={null}>
        {isOpen && <PickerList {...offered} label={label} button={button} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
