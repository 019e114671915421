import { addressOf, type Page } from "../page.ts";
import type { Api, Operation } from "./open-api.ts";
import { operationPage, operationPath, slug } from "./operation-page.ts";

/** The pages of the API: the overview, one for each resource, and one for each operation. */
export function apiPages(api: Api): Page[] {
  const groups = Map.groupBy(api.operations, ({ tag }) => tag);
  const tags = api.tags.filter(({ name }) => groups.has(name));
  return [
    overview(api, tags),
    ...tags.map((tag) => tagPage(tag, groups.get(tag.name) ?? [])),
    ...api.operations.map((operation) => operationPage(api, operation)),
  ];
}

type Tag = Api["tags"][number];

function overview({ version, operations }: Api, tags: readonly Tag[]): Page {
  const rows = tags.map(
    ({ name, description }) => `| [${name}](${addressOf(`api/${slug(name)}`)}) | ${description.replace(/\.$/, "")} |`,
  );
  return {
    path: "api",
    title: "API",
    label: "Overview",
    description: `All ${operations.length} operations of the API, by resource, with runnable examples.`,
    markdown: `Every page of an operation has examples in curl, TypeScript and Python. They read the address of your server
and an API key from the environment:

\`\`\`sh
export COUNTERFOIL_URL=http://localhost:8787 COUNTERFOIL_KEY=cf_test_…
\`\`\`

\`npm start\` writes both to \`.counterfoil/started.json\`. The IDs in the examples come from recorded tests: replace them by
yours. TypeScript uses [our client](${addressOf("sdk")}). There is no Python client yet, so the Python examples use only its
standard library.

Read the [conventions](${addressOf("api-conventions")}) for pages, filters, retries and errors, and the [versions](${addressOf("api-versions")}).
This is version ${version}. A running server also has its OpenAPI document at \`/openapi.json\`, and a reference that
sends requests at \`/docs/reference\`.

## Resources

| Resource | What it is |
|---|---|
${rows.join("\n")}`,
    searchWeight: 1,
  };
}

function tagPage({ name, description }: Tag, operations: readonly Operation[]): Page {
  const rows = operations.map(
    (one) => `| [${one.summary}](${addressOf(operationPath(one))}) | \`${one.method} ${one.path}\` |`,
  );
  return {
    path: `api/${slug(name)}`,
    title: name,
    label: "Overview",
    description: `${description} ${operations.length} operations of the API.`,
    markdown: `${description}\n\n| Operation | Request |\n|---|---|\n${rows.join("\n")}`,
    searchWeight: 0.8,
  };
}
