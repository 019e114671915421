import { bodyCheck } from "../validation.ts";
import type { Desk } from "./call-operation.ts";
import type { McpCaller } from "./caller.ts";
import { fitted } from "./fit.ts";
import { mayCall } from "./operations.ts";
import type { Tool } from "./tool.ts";
import { ToolFailure } from "./tool-failure.ts";
import { operationTools } from "./tools/operation-tools.ts";
import { readTools } from "./tools/read-tools.ts";
import { writeTools } from "./tools/write-tools.ts";

const TOOLS: readonly Tool[] = [...readTools, ...operationTools, ...writeTools];

/** The tools that a key may use: it has the scope of an operation that the tool calls. */
export function toolsFor(desk: Desk, scopes: readonly string[]): readonly Tool[] {
  return TOOLS.filter((tool) =>
    tool.needs(desk).some((name) => {
      const operation = desk.operations.get(name);
      return operation !== undefined && mayCall(scopes, operation);
    }),
  );
}

/** A tool as `tools/list` describes it. */
export function described({ name, title, description, input, isWrite }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: input as { type: "object" },
    annotations: {
      title,
      readOnlyHint: !isWrite,
      destructiveHint: isWrite,
      // A token has one effect, however often it is sent.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

interface CallResult {
  readonly [member: string]: unknown;
  readonly content: { type: "text"; text: string }[];
  readonly isError?: true;
}

/** Calls a tool. What it cannot do is a result for the model, which then knows what to do instead. */
export async function callTool(desk: Desk, from: McpCaller, name: string, input: unknown): Promise<CallResult> {
  try {
    const { value, narrow } = await chosenTool(desk, from, name, input).call(desk, from, input);
    return { content: [{ type: "text", text: fitted(value, narrow) }] };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

function chosenTool(desk: Desk, from: McpCaller, name: string, input: unknown): Tool {
  const { scopes = [] } = from.caller;
  const usable = toolsFor(desk, scopes);
  const tool = usable.find((one) => one.name === name);
  if (tool === undefined) {
    const names = usable.map((one) => one.name).join(", ");
    const why = TOOLS.some((one) => one.name === name)
      ? `The API key has the scopes ${scopes.join(", ")}, which do not allow ${name}.`
      : `There is no tool ${name}.`;
    throw new ToolFailure(`${why} Use one of: ${names}.`);
  }
  const faults = bodyCheck(tool.input)(input);
  if (faults.length === 0) return tool;
  throw new ToolFailure(
    [`The input of ${name} is wrong.`, ...faults.map(({ pointer, detail }) => `- ${pointer}: ${detail}`)].join("\n"),
  );
}
