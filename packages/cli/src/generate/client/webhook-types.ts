import { capitalized } from "./method-names.ts";
import type { OpenApi } from "./open-api.ts";
import { comment, type TypeWriter } from "./write-types.ts";

/** Writes what webhooks carry: a type of `data` for each type of notification. Comes last, so that resources keep their names. */
export function writeWebhookTypes({ webhooks }: OpenApi, types: TypeWriter): void {
  const members = Object.entries(webhooks).map(([type, { post }]) => {
    const data = post.requestBody?.content["application/json"]?.schema.properties?.["data"];
    if (data === undefined) throw new Error(`The webhook ${type} has no data`);
    const name = type.split(/[._]/).map(capitalized).join("");
    return `${comment(post.summary, "  ")}  readonly ${JSON.stringify(type)}: ${types.typeOf(data, `${name}Data`)};\n`;
  });
  types.declare(
    "WebhookData",
    `/** What notifications carry, by type. */\nexport interface WebhookData {\n${members.join("")}}\n`,
  );
}
