import { CommandError, type Command, type Invocation } from "../../command.ts";
import { printJson } from "../print.ts";
import { readBody, readQuery } from "../request-fields.ts";
import { onServer, profileOption, type RemoteServer, WHICH_SERVER } from "../remote-server.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

const bodyOptions = {
  data: { type: "string", value: "JSON", help: "The body: JSON, @FILE, or - for standard input" },
  "idempotency-key": {
    type: "string",
    value: "KEY",
    help: "Repeating the command with this key has no further effect",
  },
} as const;

export const get = requestCommand("GET", {
  description: [
    "Sends a GET request with the key, and prints the response. NAME=VALUE are parameters of the query. A file, such as",
    "a PDF, is written to standard output as it is.",
  ],
  example: 'get /invoices limit=5 filters=\'[{"field":"status","value":"overdue"}]\'',
});

export const post = requestCommand("POST", {
  description: [
    "Sends a POST request with the key, and prints the response. NAME=VALUE sets a text of the body, NAME:=JSON any",
    "value, and a.b=VALUE a member of a member.",
  ],
  example: "post /accounts name='Acme Ltd' currency=USD aliases:='[\"acme\"]'",
});

export const patch = requestCommand("PATCH", {
  description: ["Sends a PATCH request with the key, and prints the response. Fields are those of post."],
  example: "patch /accounts/acme billingAddress.city=Bonn",
});

export const deleteCommand = requestCommand("DELETE", {
  description: ["Sends a DELETE request with the key."],
  example: "delete /subscriptions/sub_123",
});

interface Described {
  readonly description: readonly string[];
  readonly example: string;
}

function requestCommand(method: Method, { description, example }: Described): Command {
  const hasBody = method === "POST" || method === "PATCH";
  return {
    description: [...description, WHICH_SERVER].join("\n"),
    example,
    operand: "PATH",
    moreOperands: "NAME=VALUE",
    options: {
      ...(hasBody ? bodyOptions : {}),
      "if-match": { type: "string", value: "ETAG", help: "Fail if the resource has changed since it had this ETag" },
      include: { type: "boolean", help: "Print status and headers of the response to standard error" },
      ...profileOption,
      json: { type: "boolean", help: "Print the response on one line" },
    },
    run: (invocation) => onServer(invocation, (server) => run(server, method, invocation)),
  };
}

async function run({ connection }: RemoteServer, method: Method, invocation: Invocation): Promise<number> {
  const { path, query } = readPath(invocation.operand);
  const fields = invocation.moreOperands ?? [];
  const hasBody = method === "POST" || method === "PATCH";
  const body = hasBody ? await readBody(invocation.text("data"), fields) : undefined;
  const options = {
    ifMatch: invocation.text("if-match"),
    ...(invocation.text("idempotency-key") === undefined ? {} : { idempotencyKey: invocation.text("idempotency-key") }),
  };
  const answer = await connection.send(
    {
      method,
      path,
      query: hasBody ? query : { ...query, ...readQuery(fields) },
      // A stream has no end, so this command does not ask for one.
      accept: "application/json, application/pdf, application/xml, text/csv, image/*",
      options,
      ...(body === undefined ? {} : { body }),
    },
    async (response) => ({ bytes: Buffer.from(await response.arrayBuffer()), type: typeOf(response) }),
  );
  if (invocation.flag("include")) printHead(answer.status, answer.headers);
  const { bytes, type } = answer.result;
  if (type === "application/json") printJson(JSON.parse(bytes.toString("utf8")), invocation.flag("json"));
  else if (bytes.length > 0) await writeFile(bytes, type);
  else if (!invocation.flag("json")) console.error(`${answer.status}: done`);
  return 0;
}

function readPath(given: string | undefined): { path: string; query: Record<string, string> } {
  if (given === undefined) throw new CommandError("Name the path, such as /accounts.", 2);
  if (/^https?:/i.test(given)) throw new CommandError("PATH has no host: the server is that of the profile.", 2);
  // A relative URL may leave the origin (`//elsewhere`), and the key must not.
  const url = new URL(`http://server/${given.replace(/^\/+/, "")}`);
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
}

function typeOf(response: Response): string {
  return (response.headers.get("Content-Type") ?? "").split(";")[0]?.trim() ?? "";
}

function printHead(status: number, headers: Headers): void {
  console.error(`HTTP ${status}`);
  for (const [name, value] of headers) console.error(`${name}: ${value}`);
}

async function writeFile(bytes: Buffer, type: string): Promise<void> {
  const isText = type.startsWith("text/") || type.endsWith("xml");
  if (process.stdout.isTTY && !isText) {
    throw new CommandError(`The response is ${type}. Redirect standard output to a file: > FILE`);
  }
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())),
  );
}
