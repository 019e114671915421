import type { ReactNode } from "react";
import { toWords } from "../format/words.ts";
import { classes } from "./classes.ts";

export type Tone = "neutral" | "good" | "warn" | "bad" | "note" | "accent";

const TONES: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  note: "bg-note-soft text-note",
  accent: "bg-accent-soft text-accent",
};

export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** The meaning of each status for the user: done, waiting, wrong, over. */
const STATES: Record<string, Tone> = {
  draft: "neutral",
  pending: "note",
  scheduled: "note",
  sent: "note",
  issued: "note",
  open: "note",
  accepted: "good",
  active: "good",
  paid: "good",
  succeeded: "good",
  delivered: "good",
  completed: "good",
  enabled: "good",
  paused: "warn",
  partially_paid: "warn",
  waiting: "warn",
  expired: "warn",
  overdue: "bad",
  failed: "bad",
  declined: "bad",
  rejected: "bad",
  disabled: "bad",
  uncollectible: "bad",
  processing: "note",
  requires_action: "warn",
  depleted: "neutral",
  canceled: "neutral",
  voided: "neutral",
  void: "neutral",
  archived: "neutral",
  ended: "neutral",
};

/** A status of the API with its color. The text says it as well, because color alone is not accessible. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={STATES[status.toLowerCase()] ?? "neutral"}>{toWords(status.toLowerCase())}</Badge>;
}
