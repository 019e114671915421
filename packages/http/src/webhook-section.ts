import Type from "typebox";
import { NOTIFICATIONS } from "./schemas/notification.ts";
import { instant, record } from "./schemas/schema.ts";

const SIGNATURES = [
  ["webhook-id", "Of the notification: the same each time it is sent.", "ntf_01jd8v3c5k"],
  ["webhook-timestamp", "When this request was made, in seconds since 1970.", "1793534652"],
  [
    "webhook-signature",
    "`v1,` and an HMAC-SHA256 in base64; several, apart by spaces, while a secret is replaced.",
    "v1,K5oZ=",
  ],
] as const;

const parameters = SIGNATURES.map(([name, description, example]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
}));

/** The section `webhooks` of the OpenAPI document: what endpoints are sent, by Standard Webhooks (R-HOOK-1). */
export function webhookSection(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(NOTIFICATIONS).map(([type, { summary, data }]) => [type, { post: webhook(type, summary, data) }]),
  );
}

function webhook(type: string, summary: string, data: object): object {
  const body = record({
    type: Type.Literal(type),
    timestamp: { ...instant, description: "When it happened, on a test clock by that clock." },
    data: Type.Unsafe(data),
  });
  return {
    operationId: `on${type.split(/[._]/).map(capitalized).join("")}`,
    tags: ["Webhooks"],
    summary,
    description: `${summary}. \`data\` is what the interface showed at that moment.`,
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema: described(body) } } },
    responses: {
      "2XX": { description: "Taken: it is not sent again." },
      "4XX": { description: "Not taken: it is sent again, for three days. 410 disables the endpoint." },
      "5XX": { description: "Not taken: it is sent again, for three days." },
    },
  };
}

/** As the paths show schemas: a record by its members, for `patternProperties` is beyond many readers of OpenAPI. */
function described(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_member, value: unknown) => {
    if (typeof value !== "object" || value === null || !("patternProperties" in value)) return value;
    const { patternProperties, ...rest } = value;
    return { ...rest, additionalProperties: Object.values(patternProperties as object)[0] };
  }) as object;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
