import { Toast as Radix } from "radix-ui";
import { useSyncExternalStore } from "react";
import { classes } from "./classes.ts";

export interface Toast {
  readonly text: string;
  readonly tone?: "good" | "bad";
  /** What takes it back, where that can be done. */
  readonly undo?: () => void;
}

let shown: readonly (Toast & { readonly id: number })[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** Tells of something that was done, at the corner of the page, for a few seconds. */
export function toast(one: Toast): void {
  last += 1;
  change([...shown, { ...one, id: last }]);
}

function change(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <Radix.Provider swipeDirection="right" duration={6_000}>
      {toasts.map(({ id, text, tone = "good", undo }) => (
        <Radix.Root
          key={id}
          onOpenChange={(isOpen) => !isOpen && change(shown.filter((one) => one.id !== id))}
          className={classes(
            "flex items-center justify-between gap-4 rounded-md border bg-surface px-3 py-2.5 text-sm shadow-over",
            tone === "bad" ? "border-bad text-bad" : "border-line",
          )}
        >
          <Radix.Description>{text}</Radix.Description>
          {undo !== undefined && (
            <Radix.Action altText="Undo" onClick={undo} className="font-medium text-accent hover:underline">
              Undo
            </Radix.Action>
          )}
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-4 z-50 flex w-80 max-w-[calc(100%-2rem)] flex-col gap-2" />
    </Radix.Provider>
  );
}
