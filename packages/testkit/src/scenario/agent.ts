import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A program that works through `/mcp`, with the protocol's official client. */
export interface Agent {
  readonly client: Client;
  /** Calls a tool. Returns its value; an error shows what the tool said. */
  call<Value = Record<string, unknown>>(tool: string, input?: Record<string, unknown>): Promise<Value>;
  /** Calls a tool that refuses. Returns what it said. */
  refused(tool: string, input?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** What the agents of stories call themselves. */
export const AGENT = { name: "story-agent", version: "1.2" };

/** Connects with an API key. */
export async function connectAgent(url: string, token: string, info = AGENT): Promise<Agent> {
  const client = new Client(info);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }));

  async function said(tool: string, input: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
    const { content, isError } = await client.callTool({ name: tool, arguments: input });
    const [first] = content as readonly { readonly text: string }[];
    return { text: first?.text ?? "", isError: isError === true };
  }

  return {
    client,
    async call<Value>(tool: string, input = {}) {
      const { text, isError } = await said(tool, input);
      if (isError) throw new Error(`${tool}: ${text}`);
      return JSON.parse(text) as Value;
    },
    async refused(tool, input = {}) {
      const { text, isError } = await said(tool, input);
      if (!isError) throw new Error(`${tool} was not refused: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}
