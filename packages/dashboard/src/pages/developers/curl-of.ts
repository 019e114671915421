import type { LoggedExchange } from "@counterfoil/sdk";

/** What the log shows in place of secrets and personal data. */
export const REDACTED = "[redacted]";

/** The request as a shell command. The key comes from the environment. */
export function curlOf({ method, path, query, requestBody, idempotencyKey }: LoggedExchange, server: string): string {
  const address = query === "" ? server + path : `${server}${path}?${query}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`,
    `  -H "Authorization: Bearer $COUNTERFOIL_KEY"`,
    ...(idempotencyKey === null ? [] : [`  -H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(requestBody === null ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(requestBody)}`]),
  ];
  return lines.join(" \\\n");
}

/** A word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
