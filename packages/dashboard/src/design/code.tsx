import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";

/** A text to copy: a request, a secret, a body. */
export function Code({
  text,
  label,
  wraps = false,
  className,
}: {
  readonly text: string;
  readonly label: string;
  /** Wraps the text to show all of it, for a secret, which is one long word. */
  readonly wraps?: boolean;
  readonly className?: string;
}) {
  return (
    <figure className={classes("relative min-w-0 rounded-md border border-line bg-sunken", className)}>
      <figcaption className="sr-only">{label}</figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        className={classes(
          "max-h-96 overflow-auto p-3 pr-12 font-mono text-xs leading-5",
          wraps && "wrap-anywhere whitespace-pre-wrap",
        )}
      >
        {text}
      </pre>
      <CopyButton text={text} className="absolute top-1 right-1 bg-sunken" />
    </figure>
  );
}

export function CopyButton({
  text,
  className,
  label = "Copy",
}: {
  readonly text: string;
  readonly className?: string;
  readonly label?: string;
}) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1_500);
  };
  return (
    <IconButton label={isDone ? "Copied" : label} className={className} onClick={() => void copy()}>
      {isDone ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
    </IconButton>
  );
}
