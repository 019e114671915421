import { capitalized } from "@counterfoil/http";
import { type OpenApi, resolvedSchema } from "./open-api.ts";
import { comment, type TypeWriter } from "./write-types.ts";

/** Writes the type of `data` for each type of notification. Runs last, so that resources keep their names. */
export function writeWebhookTypes(document: OpenApi, types: TypeWriter): void {
  const members = Object.entries(document.webhooks).map(([type, { post }]) => {
    const schema = post.requestBody?.content["application/json"]?.schema ?? {};
    const data = resolvedSchema(document, schema).properties?.["data"];
    if (data === undefined) throw new Error(`The webhook ${type} has no data`);
    const name = type.split(/[._]/).map(capitalized).join("");
    return `${comment(post.summary, "  ")}  readonly ${JSON.stringify(type)}: ${types.typeOf(data, `${name}Data`)};\n`;
  });
  types.declare(
    "WebhookData",
    `/** The data of notifications, by type. */\nexport interface WebhookData {\n${members.join("")}}\n`,
  );
}
