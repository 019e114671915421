import { addressOf, type Page } from "../page.ts";
import { curlExample } from "./curl-example.ts";
import { escapeMdx } from "./escape-mdx.ts";
import { fieldLine, fieldList } from "./fields.ts";
import type { Api, Content, Operation, Parameter } from "./open-api.ts";
import { pythonExample } from "./python-example.ts";
import { requestExample } from "./request-example.ts";
import { typescriptExample } from "./typescript-example.ts";

/** `List accounts` of `Accounts` → `api/accounts/list-accounts` */
export function operationPath({ tag, operationId }: Operation): string {
  return `api/${slug(tag)}/${slug(operationId.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-"))}`;
}

export function slug(words: string): string {
  return words.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** The page of one operation: what it does, runnable examples, its parameters, body, responses and errors. */
export function operationPage(api: Api, operation: Operation): Page {
  const { text, scope } = readDescription(operation);
  const head = `${access(operation, scope)}${text === "" ? "" : `\n\n${text}`}`;
  const rest = [parameters(api, operation), body(api, operation), response(api, operation), errors(operation)]
    .filter((section) => section !== "")
    .join("\n\n");
  const route = `\`${operation.method} ${operation.path}\``;
  return {
    path: operationPath(operation),
    title: operation.summary,
    description: `${operation.method} ${operation.path}: ${operation.summary.slice(0, 1).toLowerCase()}${operation.summary.slice(1)}.`,
    markdown: [route, head, examplesAsMarkdown(operation), rest].join("\n\n"),
    mdx: [
      'import { Tabs, TabItem } from "@astrojs/starlight/components";',
      `<p class="route"><code><b>${operation.method}</b> ${operation.path.replaceAll(/[{}]/g, '{"$&"}')}</code></p>`,
      escapeMdx(head),
      examplesAsTabs(operation),
      `<div class="fields" data-pagefind-weight="0.3">\n\n${escapeMdx(rest)}\n\n</div>`,
    ].join("\n\n"),
    searchWeight: 0.7,
  };
}

/** The description without the summary and without the scope, which have their own places. */
function readDescription({ description, summary }: Operation): { text: string; scope: string | undefined } {
  const scope = /Required scope: `(?<scope>\w+)`\./.exec(description)?.groups?.["scope"];
  const rest = description.startsWith(summary) ? description.slice(summary.length).replace(/^\./, "") : description;
  return { text: rest.replace(/Required scope: `\w+`\./, "").trim(), scope };
}

function access({ access: kind }: Operation, scope: string | undefined): string {
  if (kind === "public") return "Needs no API key.";
  if (kind === "session") return "Needs the session of a signed-in person. API keys cannot call it.";
  return `Needs an API key or a role with the scope [\`${scope ?? "read"}\`](${addressOf("access")}).`;
}

function examples(operation: Operation) {
  const example = requestExample(operation);
  return [
    { label: "curl", language: "sh", code: curlExample(example) },
    { label: "TypeScript", language: "ts", code: typescriptExample(example) },
    { label: "Python", language: "python", code: pythonExample(example) },
  ];
}

function examplesAsMarkdown(operation: Operation): string {
  const blocks = examples(operation).map(({ label, language, code }) => `### ${label}\n\n${fence(language, code)}`);
  return `## Example\n\n${blocks.join("\n\n")}`;
}

function examplesAsTabs(operation: Operation): string {
  const tabs = examples(operation).map(
    ({ label, language, code }) => `<TabItem label="${label}">\n\n${fence(language, code)}\n\n</TabItem>`,
  );
  return `## Example\n\n<Tabs syncKey="language">\n${tabs.join("\n")}\n</Tabs>`;
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function parameters(api: Api, operation: Operation): string {
  const titles = { path: "Path parameters", query: "Query parameters", header: "Headers" } as const;
  const shown = (place: keyof typeof titles): string => {
    const found = operation.parameters.filter((one) => one.in === place);
    if (found.length === 0) return "";
    return `## ${titles[place]}\n\n${found.map((one) => `- ${parameterLine(api, one)}`).join("\n")}`;
  };
  return [shown("path"), shown("query"), shown("header")].filter((part) => part !== "").join("\n\n");
}

function parameterLine({ schemas }: Api, { name, schema, description, required = false }: Parameter): string {
  const described = description === undefined ? schema : { ...schema, description };
  return fieldLine(schemas, { name, schema: described, isRequired: required });
}

function body({ schemas }: Api, operation: Operation): string {
  if (operation.body === null) return "";
  const [content] = Object.values(operation.body.content);
  const types = Object.keys(operation.body.content).map((type) => `\`${type}\``);
  const optional = operation.body.required ? "" : " The body is optional.";
  const fields = content?.schema === undefined ? "" : fieldList(schemas, content.schema);
  return [`## Request body`, `Content type: ${types.join(", ")}.${optional}`, fields].filter(Boolean).join("\n\n");
}

function response({ schemas }: Api, operation: Operation): string {
  const successes = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
  const parts = successes.map(([status, { content = {} }]) => {
    const [type, shown] = Object.entries(content)[0] ?? [];
    if (type === undefined || shown === undefined) return `\`${status}\` without a body.`;
    const fields = shown.schema === undefined ? "" : fieldList(schemas, shown.schema);
    return [`\`${status}\` with \`${type}\`.`, example(type, shown), fields].filter(Boolean).join("\n\n");
  });
  return `## Response\n\n${parts.join("\n\n")}`;
}

function example(type: string, content: Content): string {
  if (content.example === undefined || type !== "application/json") return "";
  return fence("json", JSON.stringify(content.example, null, 2));
}

function errors(operation: Operation): string {
  const lines = Object.entries(operation.responses).flatMap(([status, one]) =>
    status === "default"
      ? []
      : (one["x-error-codes"] ?? []).map((code) => `[\`${code}\`](${addressOf(`errors/${code}`)}) (${status})`),
  );
  if (lines.length === 0) return "";
  return `## Errors\n\nEach error is an [\`application/problem+json\` body](${addressOf("api-conventions")}): ${lines.join(", ")}.`;
}
