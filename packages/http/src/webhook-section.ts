import Type from "typebox";
import { NOTIFICATIONS } from "./schemas/notification.ts";
import { instant, record } from "./schemas/schema.ts";

const SIGNATURES = [
  ["webhook-id", "The ID of the notification. The same for each attempt. Also sent as `svix-id`.", "ntf_01jd8v3c5k"],
  [
    "webhook-timestamp",
    "When this request was sent, in seconds since 1970. Also sent as `svix-timestamp`.",
    "1793534652",
  ],
  [
    "webhook-signature",
    "`v1,` and an HMAC-SHA256 in base64. While a secret is being rotated, several signatures separated by spaces. " +
      "Also sent as `svix-signature`.",
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

/**
 * The section `webhooks` of the OpenAPI document: the requests that endpoints receive, by Standard Webhooks (R-HOOK-1).
 */
export function webhookSection(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(NOTIFICATIONS).map(([type, { summary, data }]) => [type, { post: webhook(type, summary, data) }]),
  );
}

function webhook(type: string, summary: string, data: object): object {
  const body = record({
    type: Type.Literal(type),
    timestamp: {
      ...instant,
      description: "When the event happened. For an account on a test clock, the time of that clock.",
    },
    data: Type.Unsafe(data),
  });
  return {
    operationId: `on${type.split(/[._]/).map(capitalized).join("")}`,
    tags: ["Webhooks"],
    summary,
    description: `${summary}. \`data\` is the resource as the API showed it at that moment.`,
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema: described(body) } } },
    responses: {
      "2XX": { description: "Received: Counterfoil does not retry." },
      "4XX": { description: "Not received: Counterfoil retries for three days. 410 disables the endpoint." },
      "5XX": { description: "Not received: Counterfoil retries for three days." },
    },
  };
}

/**
 * Converts schemas to the form that the paths use: a record becomes `additionalProperties`, because many OpenAPI
 * readers do not support `patternProperties`.
 */
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
