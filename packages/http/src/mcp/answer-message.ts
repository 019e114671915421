import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { FastifyRequest } from "fastify";
import type { Desk } from "./call-operation.ts";
import type { McpCaller } from "./caller.ts";
import { callTool, described, toolsFor } from "./tools.ts";

const INSTRUCTIONS =
  "Counterfoil bills customers. Find things with search or list, and read them with get. " +
  "Amounts are exact: quote them, do not calculate them. " +
  "To change something: find_operation, then preview, then show the user what would happen, and only if they agree, write. " +
  "For everything else that can be read: find_operation, then read.";

/** One MCP server for one message: its tools depend on the key. */
export async function answerMessage(desk: Desk, from: McpCaller, request: FastifyRequest): Promise<Response> {
  const server = new Server(
    { name: "counterfoil", title: "Counterfoil", version: "1.0.0" },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: toolsFor(desk, from.caller.scopes ?? []).map(described),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(desk, from, params.name, params.arguments ?? {}),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  const message = new Request("http://localhost/mcp", { method: "POST", headers });
  return transport.handleRequest(message, { parsedBody: request.body });
}
