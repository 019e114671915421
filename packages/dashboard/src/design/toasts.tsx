import { Toast as Radix } from "radix-ui";
import { classes } from "./classes.ts";
import { dismissToast, useToasts } from "./toast.ts";

/** Shows the toasts in the corner of the page. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <Radix.Provider swipeDirection="right" duration={6_000}>
      {toasts.map(({ id, text, tone = "good", undo }) => (
        <Radix.Root
          key={id}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
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
