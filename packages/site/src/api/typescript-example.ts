import { methodName, resourceName } from "@counterfoil/cli/client-names";
import type { RequestExample } from "./request-example.ts";

/** The request with our client. */
export function typescriptExample(example: RequestExample): string {
  const { operation, pathValues, query, body, answer } = example;
  const resource = resourceName(operation.path);
  const method = `client.${resource}.${methodName(operation.operationId, resource)}`;
  const values = pathValues.map((value) => JSON.stringify(value));
  if (body?.kind === "json") values.push(literal(body.value));
  if (body?.kind === "file") values.push(`new Blob([await readFile("${body.file}")], { type: "${body.mediaType}" })`);
  if (Object.keys(query).length > 0) values.push(literal(query));
  const files = [...(answer.kind === "file" ? ["writeFile"] : []), ...(body?.kind === "file" ? ["readFile"] : [])];
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(", ")} } from "node:fs/promises";`]),
    'import { createClient } from "@counterfoil/sdk";',
    "",
    creation(operation.access),
    ...call(`${method}(${values.join(", ")})`, example),
  ].join("\n");
}

function creation(access: RequestExample["operation"]["access"]): string {
  if (access === "session")
    return "// In a page that Counterfoil serves, as the person who is signed in.\nconst client = createClient({ session: true });";
  const key = access === "key" ? ",\n  apiKey: process.env.COUNTERFOIL_KEY" : "";
  return `const client = createClient({\n  baseUrl: process.env.COUNTERFOIL_URL${key},\n});`;
}

function call(request: string, { answer }: RequestExample): string[] {
  switch (answer.kind) {
    case "nothing":
      return [`await ${request};`];
    case "stream":
      return [`for await (const event of ${request}) {`, "  console.log(event);", "}"];
    case "file":
      return [`const file = await ${request};`, `await writeFile("${answer.file}", file.stream());`];
    case "json":
      return [`const result = await ${request};`, "console.log(result);"];
  }
}

/** A value in the notation of the language: names of members without quotation marks where these are not needed. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(?<indent>\s*)"(?<name>[A-Za-z_$][\w$]*)":/gm, "$1$2:");
}
