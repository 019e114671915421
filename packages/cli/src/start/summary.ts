import { inSeconds } from "../terminal/seconds.ts";
import type { Style } from "../terminal/style.ts";
import type { Started } from "./started-file.ts";

export interface SummaryFacts extends Started {
  readonly organization: string;
  readonly tookMilliseconds: number;
}

/** What a start prints when it is ready: where everything is, the key, and a first request to paste. */
export function summary(
  { url, apiKey, email, password, organization, tookMilliseconds }: SummaryFacts,
  style: Style,
): string {
  const rows: [string, string][] = [
    ["Address", style.cyan(url)],
    ["API reference", style.cyan(`${url}/docs`)],
    ["Organization", organization],
    ...(email === null ? [] : [["Sign-in", `${email}, password ${password ?? ""}`] satisfies [string, string]]),
    ["API key", apiKey ?? style.dim("none here: npm run counterfoil -- key create --help")],
  ];
  return [
    "",
    `  ${style.bold("Counterfoil is ready")} ${style.dim(`after ${inSeconds(tookMilliseconds)}`)}`,
    "",
    ...rows.map(([name, value]) => `  ${style.dim(name.padEnd(14))} ${value}`),
    ...(apiKey === null ? [] : ["", `  ${style.dim("Try it:")}`, "", firstRequest(url, apiKey)]),
    "",
    `  ${style.dim("Ctrl-C stops it; the data stays. docs/quickstart.md leads from here to the PDF of an invoice.")}`,
    "",
  ].join("\n");
}

/** Reads and changes nothing, so that it can be pasted without a thought. */
function firstRequest(url: string, apiKey: string): string {
  return [`  curl '${url}/accounts?limit=3' \\`, `    -H 'Authorization: Bearer ${apiKey}'`].join("\n");
}

/** What a second start prints. */
export function alreadyRuns({ url, pid, apiKey }: Started, style: Style): string {
  return [
    `Counterfoil already runs at ${style.cyan(url)} (process ${pid}). Nothing was touched.`,
    ...(apiKey === null ? [] : [`API key: ${apiKey}`]),
    "Stop it with Ctrl-C where it runs; --data FOLDER with --port N starts another beside it.",
  ].join("\n");
}
