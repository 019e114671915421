import { callOperation, type Desk } from "./call-operation.ts";
import type { McpCaller } from "./caller.ts";
import type { OperationInput } from "./input.ts";

/** Calls the operation that a tool is made for. */
export async function readOperation(
  desk: Desk,
  from: McpCaller,
  name: string,
  input: OperationInput,
): Promise<unknown> {
  const operation = desk.operations.get(name);
  if (operation === undefined) throw new Error(`broken invariant: ${name} is not offered`);
  return (await callOperation(desk, from, { route: operation.route, input })).body;
}
