import { DomainError } from "@counterfoil/service";

const SEQUENCE = /^\d{1,18}$/;

/** The ID of the last event that the client received. Refuses with a 400 if it was never the ID of an event here. */
export function lastEventId(header: string | string[] | undefined): string | null {
  if (header === undefined || header === "") return null;
  if (typeof header === "string" && SEQUENCE.test(header)) return header;
  const detail = "Last-Event-ID must be the ID of an event of this stream.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/Last-Event-ID", code: "wrong_format", detail }]);
}
