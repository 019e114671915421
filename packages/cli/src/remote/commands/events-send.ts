import type { NewUsageEvent } from "@counterfoil/sdk";
import { CommandError, type Command } from "../../command.ts";
import { computerNow } from "../computer-clock.ts";
import { printJson } from "../print.ts";
import { readBody } from "../request-fields.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote-server.ts";

/** Exit code if the server rejected an event. */
const WITH_REJECTS = 3;

export const eventsSend: Command = {
  description: [
    "Sends one usage event of EVENT_NAME. NAME=VALUE are its properties; NAME:=JSON sets numbers. Without --id, the ID is",
    "random. To send a file, use events import.",
    WHICH_SERVER,
  ].join("\n"),
  example: "events send api.requests --account acme calls:=120",
  operand: "EVENT_NAME",
  moreOperands: "NAME=VALUE",
  options: {
    account: { type: "string", value: "ID", help: "The account that used something, by ID or alias (required)" },
    id: { type: "string", value: "ID", help: "The unique ID of the event. An ID counts once" },
    timestamp: { type: "string", value: "TIME", help: "When it happened (default: now)" },
    ...profileOption,
    json: { type: "boolean", help: "Print the response {ingested, duplicates, errors, …}" },
  },
  async run(invocation) {
    const { operand: eventName } = invocation;
    const account = invocation.text("account");
    const missing = [
      ...(eventName === undefined ? ["EVENT_NAME"] : []),
      ...(account === undefined ? ["--account"] : []),
    ];
    if (eventName === undefined || account === undefined) throw new CommandError(`Missing: ${missing.join(", ")}.`, 2);
    const properties = (await readBody(undefined, invocation.moreOperands ?? [])) ?? {};
    const event = {
      uniqueId: invocation.text("id") ?? crypto.randomUUID(),
      account,
      eventName,
      timestamp: invocation.text("timestamp") ?? new Date(computerNow()).toISOString(),
      properties: properties as NonNullable<NewUsageEvent["properties"]>,
    };
    return onServer(invocation, async ({ client }) => {
      const result = await client.events.ingest({ events: [event] });
      const [error] = result.errors;
      if (invocation.flag("json")) printJson(result, true);
      else if (error !== undefined) console.error(`Rejected (${error.code}): ${error.detail}`);
      else
        console.log(result.duplicates.length > 0 ? `${event.uniqueId} was already stored` : `Stored ${event.uniqueId}`);
      return error === undefined ? 0 : WITH_REJECTS;
    });
  },
};
