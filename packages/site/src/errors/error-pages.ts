import { type ErrorCode, ERRORS } from "@counterfoil/service";
import type { Api } from "../api/open-api.ts";
import { operationPath } from "../api/operation-page.ts";
import { addressOf, type Page } from "../page.ts";
import { ADVICE } from "./advice.ts";

/** More operations than this are not listed: the error concerns all of them. */
const MOST_LISTED = 40;

/** A page with all error codes, to which the `type` of each error leads, and one page for each code. */
export function errorPages(api: Api): Page[] {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return [index(codes), ...codes.map((code) => errorPage(api, code))];
}

function index(codes: readonly ErrorCode[]): Page {
  const row = (code: ErrorCode, anchor: string) =>
    `| ${anchor}[\`${code}\`](${addressOf(`errors/${code}`)}) | ${ERRORS[code].status} | ${ERRORS[code].title} |`;
  const table = (rows: readonly string[]) => ["| Code | Status | Meaning |", "|---|---|---|", ...rows].join("\n");
  const introduction = `Each error of the API is an \`application/problem+json\` body whose \`code\` is one of these. Its \`type\` links to
this page, and \`errors\` lists problems with single fields. Codes are stable: your program can compare them.`;
  return {
    path: "errors",
    title: "Error codes",
    description: "Every error code of the API, with its status, its causes and what to do.",
    markdown: `${introduction}\n\n${table(codes.map((code) => row(code, "")))}`,
    mdx: `${introduction}\n\n${table(codes.map((code) => row(code, `<span id="${code}"></span>`)))}`,
    searchWeight: 1,
  };
}

function errorPage({ operations, errors }: Api, code: ErrorCode): Page {
  const { status, title } = ERRORS[code];
  const recorded = errors[code];
  const example =
    recorded === undefined ? "" : `## Example\n\n\`\`\`json\n${JSON.stringify(recorded.value, null, 2)}\n\`\`\``;
  const returning = operations.filter(({ responses }) =>
    Object.entries(responses).some(([name, one]) => name !== "default" && one["x-error-codes"]?.includes(code)),
  );
  const list = returning.map((one) => `- [${one.summary}](${addressOf(operationPath(one))})`).join("\n");
  const where =
    returning.length === 0 || returning.length > MOST_LISTED
      ? "Any operation can return it."
      : `These operations can return it:\n\n${list}`;
  return {
    path: `errors/${code}`,
    title: code,
    description: `${title} (${status}). ${ADVICE[code].split(". ")[0]?.replace(/\.$/, "")}.`,
    markdown: [
      `**${title}**, with the status ${status}.`,
      ADVICE[code],
      example,
      `## Operations\n\n${where}`,
      `See [all error codes](${addressOf("errors")}).`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    searchWeight: 0.8,
    isUnordered: true,
  };
}
