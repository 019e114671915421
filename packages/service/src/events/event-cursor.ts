import { hash } from "node:crypto";
import { isInstantOrDate } from "../time.ts";
import { DomainError } from "../errors/index.ts";

/** Where a walk through the events continues: after a sequence and, in a walk by time, after an instant. */
export interface EventCursor {
  readonly sequence: string;
  readonly timestamp: string | null;
}

const FINGERPRINT_DIGITS = 12;
const SEQUENCE = /^\d{1,18}$/;

/** A short fingerprint of a walk's parameters. A cursor continues only the walk that it came from. */
export function fingerprintOf(question: readonly (string | undefined)[]): string {
  return hash("sha256", JSON.stringify(question)).slice(0, FINGERPRINT_DIGITS);
}

export function writeCursor(fingerprint: string, { sequence, timestamp }: EventCursor): string {
  return Buffer.from(JSON.stringify([fingerprint, sequence, timestamp])).toString("base64url");
}

/** Reads a cursor. A 400 if `writeCursor` did not write it for this walk. */
export function readCursor(fingerprint: string, text: string, isByTime: boolean): EventCursor {
  const [walk, sequence, timestamp] = parse(text);
  if (walk !== fingerprint)
    throw refusal(
      "The cursor belongs to a list with other parameters. " +
        "Send the same parameters as before, or leave out the cursor.",
    );
  if (typeof sequence === "string" && SEQUENCE.test(sequence)) {
    if (!isByTime) return { sequence, timestamp: null };
    if (typeof timestamp === "string" && isInstantOrDate(timestamp)) return { sequence, timestamp };
  }
  throw refusal("The cursor is invalid. Send the nextCursor of the previous page.");
}

function parse(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (Array.isArray(parsed)) return parsed;
  } catch (error) {
    throw refusal("The cursor is invalid. Send the nextCursor of the previous page.", error);
  }
  throw refusal("The cursor is invalid. Send the nextCursor of the previous page.");
}

function refusal(detail: string, cause?: unknown): DomainError {
  return new DomainError("invalid_parameter", detail, [{ pointer: "/cursor", code: "wrong_cursor", detail }], {
    cause,
  });
}
