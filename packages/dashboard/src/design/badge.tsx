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

/** What each state of anything means for the one who looks: done, waiting, wrong, over. */
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
  rejected: "bad",
  disabled: "bad",
  uncollectible: "bad",
  canceled: "neutral",
  voided: "neutral",
  void: "neutral",
  archived: "neutral",
  ended: "neutral",
};

/** A state of the interface with the colour that it has everywhere. The word says it as well: colour alone tells nothing. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={STATES[status.toLowerCase()] ?? "neutral"}>{toWords(status.toLowerCase())}</Badge>;
}
