import { readFile } from "node:fs/promises";
import type { TestClock } from "@counterfoil/sdk";
import { isSeq, LineCounter, parseDocument } from "yaml";
import { CommandError, type Command } from "../../command.ts";
import { settledClock } from "../advance-clock.ts";
import { type Fixture, readFixtures, resolveReferences } from "../fixtures.ts";
import { outputStyle, printJson } from "../print.ts";
import type { Json } from "../request-fields.ts";
import { onServer, profileOption, type RemoteServer, WHICH_SERVER } from "../remote-server.ts";

export const fixturesCommand: Command = {
  description: [
    "Sends the requests of a YAML file in order. Each has a path, a body, a method (POST by default) and a name. Later",
    "requests use responses of earlier ones: ${acme:id} is the member id of the response of acme. An advance of a test",
    "clock is waited for. The first failure ends the run.",
    WHICH_SERVER,
  ].join("\n"),
  example: "fixtures shop.yaml",
  operand: "FILE",
  options: { ...profileOption, json: { type: "boolean", help: "Print one object with the responses by name" } },
  async run(invocation) {
    const { operand } = invocation;
    if (operand === undefined) throw new CommandError("Name the YAML file.", 2);
    const fixtures = await fixturesIn(operand);
    return onServer(invocation, async (server) => {
      const style = outputStyle();
      const responses = new Map<string, Json>();
      for (const fixture of fixtures) {
        const response = await send(server, fixture, responses).catch((error: unknown) => {
          console.error(
            `${operand}:${fixture.line}: ${fixture.name} failed, after ${responses.size} of ${fixtures.length} requests.`,
          );
          throw error;
        });
        responses.set(fixture.name, response);
        const id = textOf(response);
        if (!invocation.flag("json"))
          console.log(`${style.green("✓")} ${fixture.name}  ${style.dim(`${fixture.method} ${fixture.path}`)}  ${id}`);
      }
      if (invocation.flag("json")) printJson(Object.fromEntries(responses), true);
      return 0;
    });
  },
};

async function send(
  { connection, client }: RemoteServer,
  fixture: Fixture,
  responses: ReadonlyMap<string, Json>,
): Promise<Json> {
  const path = textOf(resolveReferences(fixture.path, responses));
  const body = fixture.body === undefined ? undefined : resolveReferences(fixture.body, responses);
  const { result } = await connection.send(
    {
      method: fixture.method,
      path,
      accept: "application/json",
      options: undefined,
      ...(body === undefined ? {} : { body }),
    },
    (response) => response.text(),
  );
  const answered = (result === "" ? null : JSON.parse(result)) as Json;
  if (!/^\/test-clocks\/\w+\/advance$/.test(path)) return answered;
  return (await settledClock(client, answered as unknown as TestClock)) as unknown as Json;
}

/** A text as it is, and of an object its ID, if it has one. */
function textOf(value: Json): string {
  if (typeof value === "string") return value;
  const id: unknown = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" ? id : "";
}

async function fixturesIn(path: string): Promise<Fixture[]> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CommandError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, 2, {
      cause,
    });
  });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [fault] = document.errors;
  if (fault !== undefined) throw new CommandError(`${path} is not YAML: ${fault.message}`, 2);
  const requests = document.get("requests");
  const starts = isSeq(requests) ? requests.items.map((item) => (item as { range?: [number] }).range?.[0] ?? 0) : [];
  return readFixtures(document.toJS(), (index) => lines.linePos(starts[index] ?? 0).line);
}
