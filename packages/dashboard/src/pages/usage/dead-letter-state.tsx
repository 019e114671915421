import type { DeadLetter } from "@counterfoil/sdk";
import { Badge } from "../../design/badge.tsx";

const STATES = {
  open: { name: "Open", tone: "warn" },
  replayed: { name: "Replayed", tone: "good" },
  discarded: { name: "Discarded", tone: "neutral" },
} as const satisfies Record<DeadLetter["state"], { name: string; tone: string }>;

export const STATE_CHOICES = [
  ["open", "Open"],
  ["replayed", "Replayed"],
  ["discarded", "Discarded"],
] as const;

export function DeadLetterState({ state }: Pick<DeadLetter, "state">) {
  return <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>;
}

/** The most frequent reasons in words. Others are shown by their code. */
const REASONS: Readonly<Record<string, string>> = {
  malformed_record: "Not JSON",
  record_empty: "Empty record",
  record_too_large: "Too large",
  records_deleted: "Deleted by Kafka",
  timestamp_too_far_ahead: "In the future",
  event_conflict: "Conflicting event",
  unknown_member: "Unknown field",
  required: "Field missing",
  wrong_type: "Wrong type",
  wrong_format: "Wrong format",
};

export function reasonName(code: string): string {
  return REASONS[code] ?? code.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}
