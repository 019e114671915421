import { type Database, DomainError, type Fault, separateServices } from "@counterfoil/service";
import type { Call, Route } from "./route.ts";
import { MAX_FAULTS } from "./validation.ts";

/**
 * Finds the faults that only the use case can detect in a body that the schema already refused, so that one response
 * names every wrong field (R-API-4). The use case runs without the refused members, and its effects are rolled back.
 */
export async function furtherFaults(
  route: Route,
  call: Call<unknown, unknown, unknown>,
  found: readonly Fault[],
): Promise<readonly Fault[]> {
  // If nearly everything is wrong, further faults do not help.
  if (found.length >= MAX_FAULTS) return [];
  const body = structuredClone(call.body);
  if (route.body === undefined || typeof body !== "object" || body === null) return [];
  for (const { pointer } of found) remove(body, pointer);
  const database = withoutTrace(call.context.database);
  const context = { ...call.context, ...separateServices(call.context, database), database };
  const refusal: unknown = await handled(route, { ...call, context, body });
  if (!(refusal instanceof DomainError)) return [];
  const known = new Set(found.map((fault) => fault.pointer));
  const curtailed = new Set([...known].map(parentOf));
  // A member that was not sent may be missing only because its parent lost another member.
  const isCertain = (pointer: string) => valueAt(call.body, pointer) !== undefined || !curtailed.has(parentOf(pointer));
  return refusal.faults.filter(({ pointer }) => !known.has(pointer) && isCertain(pointer));
}

/** Why the use case fails. A member that it needs may have been removed, so it may fail in any way. */
async function handled(route: Route, call: Call<unknown, unknown, unknown>): Promise<unknown> {
  try {
    return await route.handle(call);
  } catch (error) {
    return error;
  }
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** The database, with every transaction rolled back. */
function withoutTrace(database: Database): Database {
  return {
    ...database,
    transaction: (organizationId, work) =>
      database.transaction(organizationId, async (tx) => {
        await work(tx);
        throw new Error("asked for its faults only");
      }),
  };
}

/** Removes the member at a JSON pointer. Entries of lists stay, so that the positions do not change. */
function remove(body: object, pointer: string): void {
  const path = stepsOf(pointer);
  const last = path.pop();
  const parent = path.reduce(memberOf, body as unknown);
  if (last === undefined || typeof parent !== "object" || parent === null || Array.isArray(parent)) return;
  Reflect.deleteProperty(parent, last);
}

function valueAt(body: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce(memberOf, body);
}

function memberOf(parent: unknown, step: string): unknown {
  return (parent as Record<string, unknown> | null | undefined)?.[step];
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
