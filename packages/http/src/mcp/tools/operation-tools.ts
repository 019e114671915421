import Type from "typebox";
import { callOperation, type Desk } from "../call-operation.ts";
import { compacted } from "../compact.ts";
import type { OperationInput } from "../input.ts";
import { mayCall, type Operation, OWN_PREVIEWS } from "../operations.ts";
import { signatureOf } from "../signature.ts";
import { tool } from "../tool.ts";
import { ToolFailure } from "../tool-failure.ts";

export const operation = Type.String({ minLength: 1, description: "Name, from find_operation." });
export const operationInput = Type.Optional(
  Type.Unsafe<OperationInput>({ type: "object", description: "Path parameters, query and body in one object." }),
);
const MOST_FOUND = 6;

/** The operations with an effect, or those without. */
export function namesOf({ operations }: Desk, isWrite: boolean): string[] {
  return [...operations].filter(([, found]) => found.isWrite === isWrite).map(([name]) => name);
}

/** The operation with this name, for the tool that is meant for it. */
export function chosenOperation(desk: Desk, name: string, isWrite: boolean): Operation {
  const found = desk.operations.get(name);
  if (found === undefined) {
    const near = ranked(desk, name.replace(/[A-Z]/g, " $&")).slice(0, 3);
    const names = near.map(({ route }) => route.operationId).join(", ");
    throw new ToolFailure(
      `${name} is not an operation that tools can call.${names === "" ? "" : ` Similar: ${names}.`} ` +
        "Use find_operation to search for it.",
    );
  }
  if (found.isWrite === isWrite) return found;
  throw new ToolFailure(
    isWrite ? `${name} changes nothing. Call it with read.` : `${name} changes data. Call preview first, then write.`,
  );
}

/** `preview` calls these by itself. */
const SHOWN_BY_PREVIEW = Object.values(OWN_PREVIEWS);

const findOperation = tool({
  name: "find_operation",
  title: "Find an operation",
  description: "Find what else you can read or change, with the input it takes. Example: void invoice.",
  input: { query: Type.String({ minLength: 1, maxLength: 200 }) },
  isWrite: false,
  needs: ({ operations }) => [...operations.keys()],
  call: async (desk, { caller: { scopes = [] } }, { query }) => {
    const exact = desk.operations.get(query.trim());
    const found = exact === undefined ? ranked(desk, query) : [exact];
    const own = found
      .filter((one) => mayCall(scopes, one) && (one === exact || !SHOWN_BY_PREVIEW.includes(one.route.operationId)))
      .slice(0, MOST_FOUND);
    const value = own.map(({ route, isWrite }) => ({
      operation: route.operationId,
      use: isWrite ? "preview, then write" : "read",
      does: route.summary,
      input: signatureOf(route, exact !== undefined),
    }));
    const none = { found: "nothing", next: "Use other words, such as the object and a verb: credit note create." };
    return { value: value.length === 0 ? none : value, narrow: "Search for the exact name of one operation." };
  },
});

const read = tool({
  name: "read",
  title: "Read anything",
  description: "Call a read operation: balances, insights, journal, entitlements, price previews and more.",
  input: { operation, input: operationInput },
  isWrite: false,
  needs: (desk) => namesOf(desk, false),
  call: async (desk, from, { operation: name, input = {} }) => {
    const { route } = chosenOperation(desk, name, false);
    const { body } = await callOperation(desk, from, { route, input, showsInput: true });
    return { value: compacted(body), narrow: "Add filters, a limit or a shorter period to input." };
  },
});

/** Operations by how many words of the query they contain, best first. */
function ranked({ operations }: Desk, query: string): Operation[] {
  const words = query.toLowerCase().match(/[a-z]+/g) ?? [];
  return [...operations.values()]
    .map((found) => ({ found, score: scoreOf(found, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ found }) => found);
}

/** A word in the name counts more than one in the summary, and that more than one in the description. */
function scoreOf({ route }: Operation, words: readonly string[]): number {
  const name = route.operationId.replace(/[A-Z]/g, " $&").toLowerCase().split(" ");
  const summary = `${route.summary} ${route.tag}`.toLowerCase();
  const description = (route.description ?? "").toLowerCase();
  const scores = words.map((word) => {
    const stem = word.replace(/(?:s|ing|ed)$/, "");
    if (name.some((part) => part.startsWith(stem))) return 10 - name.length / 10;
    if (summary.includes(stem)) return 4;
    return description.includes(stem) ? 1 : 0;
  });
  return scores.reduce((sum, score) => sum + score, 0);
}

export const operationTools = [findOperation, read];
