import { type RequestExample, targetOf } from "./request-example.ts";

/** The request as a `curl` command. */
export function curlExample(example: RequestExample): string {
  const { operation, body, answer } = example;
  const words = [`curl "$COUNTERFOIL_URL${targetOf(example).replaceAll(/[$`"\\]/g, "\\$&")}"`];
  const plain = body === null ? "GET" : "POST";
  if (operation.method !== plain) words[0] = (words[0] ?? "").replace("curl", `curl -X ${operation.method}`);
  if (answer.kind === "file") words.push(`--output ${answer.file}`);
  if (answer.kind === "stream") words.push("--no-buffer");
  if (operation.access === "key") words.push('-H "Authorization: Bearer $COUNTERFOIL_KEY"');
  if (operation.access === "session") {
    words.push('-H "Cookie: $COUNTERFOIL_COOKIE"');
    if (operation.method !== "GET") words.push('-H "Origin: $COUNTERFOIL_URL"');
  }
  if (body?.kind === "json") {
    words.push('-H "Content-Type: application/json"');
    words.push(`-d '${JSON.stringify(body.value, null, 2).replaceAll("'", "'\\''")}'`);
  }
  if (body?.kind === "file") words.push(`-H "Content-Type: ${body.mediaType}"`, `--data-binary @${body.file}`);
  return words.join(" \\\n  ");
}
