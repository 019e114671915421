import type { Examples, OperationExample, Problem } from "@counterfoil/http";
import type { Candidate } from "./candidate.ts";
import { exampleChecker } from "./check-examples.ts";
import { type ExampledDocument } from "./found-operation.ts";
import { normalize, type Recording } from "./normalize.ts";
import type { NotedCandidates } from "./recorded-environment.ts";

/**
 * Chooses the examples of the document. Keeps an existing example that is still valid, so that a recording changes as
 * little as possible.
 */
export function chooseExamples(
  document: ExampledDocument,
  noted: readonly NotedCandidates[],
  present: Examples,
  recording: Recording,
): Examples {
  const checker = exampleChecker(document);
  const all = <One>(of: (one: NotedCandidates) => One | undefined) => noted.flatMap((one) => of(one) ?? []);
  const operations = checker.operationIds.map((id): [string, OperationExample | undefined] => {
    const before = present.operations[id];
    if (before !== undefined && checker.faultsOfOperation(id, before).length === 0) return [id, before];
    const candidates = all<Candidate>(({ operations: of }) => of?.[id]).toSorted((a, b) => b.score - a.score);
    const normalized = candidates.map(({ example }) => normalize(example, recording));
    return [id, normalized.find((example) => checker.faultsOfOperation(id, example).length === 0)];
  });
  const webhooks = checker.webhookTypes.map((type): [string, object | undefined] => {
    const before = present.webhooks[type];
    if (before !== undefined && checker.faultsOfWebhook(type, before).length === 0) return [type, before];
    const normalized = all<object>(({ webhooks: of }) => of?.[type]).map((body) => normalize(body, recording));
    return [type, normalized.find((body) => checker.faultsOfWebhook(type, body).length === 0)];
  });
  const codes = [
    ...new Set([...Object.keys(present.problems), ...noted.flatMap((one) => Object.keys(one.problems ?? {}))]),
  ];
  const problems = codes.toSorted().map((code): [string, Problem | undefined] => {
    const found = all<Problem>(({ problems: of }) => of?.[code]).toSorted((a, b) => a.detail.length - b.detail.length);
    return [code, present.problems[code] ?? (found[0] && normalize(found[0], recording))];
  });
  return {
    operations: withValues(operations),
    webhooks: withValues(webhooks),
    problems: withValues(problems),
  };
}

function withValues<Value>(entries: readonly (readonly [string, Value | undefined])[]): Record<string, Value> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
