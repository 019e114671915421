import { INVOCATION, quickstartOf } from "../invocation.ts";
import { inSeconds } from "../terminal/seconds.ts";
import type { Style } from "../terminal/style.ts";
import type { Started } from "./started-file.ts";

export interface SummaryFacts extends Started {
  readonly organization: string;
  readonly tookMilliseconds: number;
}

/** The text that a start prints when it is ready: the addresses, the API key, and a first request to paste. */
export function summary(
  { url, apiKey, email, password, organization, tookMilliseconds }: SummaryFacts,
  style: Style,
): string {
  const rows: [string, string][] = [
    ["Address", style.cyan(url)],
    ["Documentation", style.cyan(`${url}/docs`)],
    ["Organization", organization],
    ...(email === null ? [] : [["Sign-in", `${email}, password ${password ?? ""}`] satisfies [string, string]]),
    ["API key", apiKey ?? style.dim(`not stored here; create one: ${INVOCATION} key create --help`)],
  ];
  return [
    "",
    `  ${style.bold("Counterfoil is ready")} ${style.dim(`after ${inSeconds(tookMilliseconds)}`)}`,
    "",
    ...rows.map(([name, value]) => `  ${style.dim(name.padEnd(14))} ${value}`),
    ...(apiKey === null ? [] : ["", `  ${style.dim("Try it:")}`, "", firstRequest(url, apiKey)]),
    "",
    `  ${style.dim(`Press Ctrl-C to stop; the data is kept. Next: ${quickstartOf(url)}, from here to the PDF of an invoice.`)}`,
    "",
  ].join("\n");
}

/** A request that only reads, so it is safe to paste. */
function firstRequest(url: string, apiKey: string): string {
  return [`  curl '${url}/accounts?limit=3' \\`, `    -H 'Authorization: Bearer ${apiKey}'`].join("\n");
}

/** The text that a second start prints. */
export function alreadyRuns({ url, pid, apiKey }: Started, style: Style): string {
  return [
    `Counterfoil is already running at ${style.cyan(url)} (process ${pid}). Nothing was changed.`,
    ...(apiKey === null ? [] : [`API key: ${apiKey}`]),
    "Press Ctrl-C in its terminal to stop it, or start another one with --data FOLDER and --port N.",
  ].join("\n");
}
