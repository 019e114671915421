import type { Caller } from "../route.ts";

/** Who calls a tool. */
export interface McpCaller {
  /** The key's organization, ID and scopes. */
  readonly caller: Caller;
  /** The header with the key, for the operations that the tool calls. */
  readonly authorization: string;
  /** The program, as it named itself. */
  readonly agent: string | null;
  readonly requestId: string;
  readonly ip: string;
}
