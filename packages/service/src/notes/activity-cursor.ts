import { DomainError } from "../errors/index.ts";

/** Where a page of activity ends. */
interface Place {
  readonly at: string;
  readonly id: string;
}

/** The text of a cursor, which is safe in a URL. */
export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at} ${id}`).toString("base64url");
}

/** Refuses a text that is not a cursor. */
export function readCursor(cursor: string): Place {
  const [at = "", id = "", ...further] = Buffer.from(cursor, "base64url").toString().split(" ");
  const isInstant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) && !Number.isNaN(Date.parse(at));
  if (isInstant && /^[a-z]+_[0-9a-z]+$/.test(id) && further.length === 0) return { at, id };
  const detail = `The cursor ${JSON.stringify(cursor)} is invalid. Send the nextCursor of the previous page.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/cursor", code: "invalid", detail }]);
}
