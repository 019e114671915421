import { isUtf8 } from "node:buffer";
import { DomainError, parseEventJson } from "@counterfoil/service";
import type { FileLine } from "./file-line.ts";

/** The result of reading a line: an event, not validated yet, or why there is none. */
export type ReadLine = ReadEvent | UnreadLine;

export interface ReadEvent {
  readonly number: number;
  readonly event: unknown;
  /** The event as JSON text, with every digit of the file. */
  readonly json: string;
}

export interface UnreadLine {
  readonly number: number;
  readonly fault: { readonly code: string; readonly detail: string };
  /** The line as JSON text. */
  readonly json: string;
}

/** Parses an event's JSON without losing a digit. */
export function readEvent(number: number, json: string): ReadLine {
  try {
    return { number, event: parseEventJson(json, "line"), json };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return unread(number, json, "malformed_json", error.message);
  }
}

/** The line's text, or why it cannot be used. */
export function readText({ number, bytes, isTooLong }: FileLine): string | UnreadLine {
  if (isTooLong) {
    return unread(number, bytes.toString(), "too_long", "The line is longer than 4 MiB. Only its beginning is shown.");
  }
  if (isUtf8(bytes)) return bytes.toString();
  return unread(number, bytes.toString(), "malformed_utf8", "The line is not valid UTF-8.");
}

export function unread(number: number, text: string, code: string, detail: string): UnreadLine {
  return { number, fault: { code, detail }, json: JSON.stringify(text.toWellFormed()) };
}
