import { type RequestExample, targetOf } from "./request-example.ts";

/** The request with Python's standard library: there is no Python client yet. */
export function pythonExample(example: RequestExample): string {
  const { operation, body, answer } = example;
  const needsJson = body?.kind === "json" || answer.kind === "json";
  const headers = headersOf(example);
  return [
    ...(needsJson ? ["import json"] : []),
    "import os",
    "import urllib.request",
    "",
    ...(body?.kind === "json" ? [`body = ${literal(body.value)}`] : []),
    "request = urllib.request.Request(",
    `    os.environ["COUNTERFOIL_URL"] + ${JSON.stringify(targetOf(example))},`,
    ...(operation.method === "GET" ? [] : [`    method="${operation.method}",`]),
    ...(body?.kind === "json" ? ["    data=json.dumps(body).encode(),"] : []),
    ...(body?.kind === "file" ? [`    data=open("${body.file}", "rb").read(),`] : []),
    ...(headers.length === 0 ? [] : ["    headers={", ...headers.map((line) => `        ${line},`), "    },"]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    ...reading(answer).map((line) => `    ${line}`),
  ].join("\n");
}

function headersOf({ operation, body }: RequestExample): string[] {
  const headers: string[] = [];
  if (operation.access === "key") headers.push('"Authorization": "Bearer " + os.environ["COUNTERFOIL_KEY"]');
  if (operation.access === "session") {
    headers.push('"Cookie": os.environ["COUNTERFOIL_COOKIE"]');
    if (operation.method !== "GET") headers.push('"Origin": os.environ["COUNTERFOIL_URL"]');
  }
  if (body !== null) {
    headers.push(`"Content-Type": "${body.kind === "json" ? "application/json" : body.mediaType}"`);
  }
  return headers;
}

function reading(answer: RequestExample["answer"]): string[] {
  switch (answer.kind) {
    case "json":
      return ["print(json.load(response))"];
    case "nothing":
      return ["print(response.status)"];
    case "stream":
      return ["for line in response:", '    print(line.decode(), end="")'];
    case "file":
      return [`open("${answer.file}", "wb").write(response.read())`];
  }
}

/** A value in the notation of Python. */
function literal(value: unknown, indent = ""): string {
  const inner = `${indent}    `;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${inner}${literal(one, inner)},`).join("\n")}\n${indent}]`;
  }
  if (typeof value === "object") {
    const members = Object.entries(value);
    if (members.length === 0) return "{}";
    const lines = members.map(([name, one]) => `${inner}${JSON.stringify(name)}: ${literal(one, inner)},`);
    return `{\n${lines.join("\n")}\n${indent}}`;
  }
  return JSON.stringify(value);
}
