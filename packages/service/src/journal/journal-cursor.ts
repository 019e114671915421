import type { JournalPlace } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ENTRY = /^entry_[0-9a-z]{26}$/;
const WRONG =
  "The cursor is invalid for these parameters. Send the nextCursor of the previous page with the same parameters.";

/** A cursor continues the listing that returned it, and no other. */
export function writePlace(walk: string, { day, entryId, position }: JournalPlace): string {
  return Buffer.from(JSON.stringify([walk, day, entryId, position])).toString("base64url");
}

/** Throws a 400 if `writePlace` did not create the text for this listing. */
export function readPlace(walk: string, text: string): JournalPlace {
  const [from, day, entryId, position] = parse(text);
  const isPlace =
    typeof day === "string" && DAY.test(day) && typeof entryId === "string" && ENTRY.test(entryId) && from === walk;
  if (isPlace && Number.isSafeInteger(position)) return { day, entryId, position: Number(position) };
  throw wrongCursor();
}

function parse(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return Array.isArray(parsed) ? parsed : [];
  } catch (cause) {
    throw wrongCursor(cause);
  }
}

function wrongCursor(cause?: unknown): DomainError {
  const fault = { pointer: "/cursor", code: "wrong_cursor", detail: WRONG };
  return new DomainError("invalid_parameter", WRONG, [fault], { cause });
}
