import Type, { type Static, type TObject, type TProperties } from "typebox";
import type { Desk } from "./call-operation.ts";
import type { McpCaller } from "./caller.ts";

/** What a tool returns: a value that is shown compactly, or a text as it is. */
export interface ToolResult {
  readonly value: unknown;
  /** How to read less, if the value is too long. */
  readonly narrow: string;
}

/** A tool of `/mcp`. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  /** Whether it changes something. Clients ask their user before they call such a tool. */
  readonly isWrite: boolean;
  /** The operations that it calls. It is listed for a key that may call any of them. */
  needs(desk: Desk): readonly string[];
  call(desk: Desk, from: McpCaller, input: unknown): Promise<ToolResult>;
}

/** Declares a tool. Its schema determines the type of its input. */
export function tool<Members extends TProperties>(
  definition: Omit<Tool, "input" | "call"> & {
    readonly input: Members;
    call(desk: Desk, from: McpCaller, input: Static<TObject<Members>>): Promise<ToolResult>;
  },
): Tool {
  return { ...definition, input: Type.Object(definition.input, { additionalProperties: false }) };
}
