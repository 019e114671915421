import type { Api } from "@counterfoil/testkit/api";
import { answerCheck } from "../check-answer.ts";
import type { FuzzedPlatform } from "../fuzz-platform.ts";
import { KnownIds } from "../known-ids.ts";
import { type OpenApi, operationsOf } from "../openapi.ts";

/** For each kind of id that an address names: enough to read one of every state, and to end. */
const OF_A_KIND = 3;

/**
 * Reads whatever an organization has, as the OpenAPI document lists it: all lists, then each thing that they name. Answers how
 * many readings there were, and tells of each that is a 5xx or not as described.
 */
export async function readEverything(
  { environment }: FuzzedPlatform,
  api: Api,
  fault: (text: string) => void,
): Promise<number> {
  const document = await api.get<OpenApi>("/openapi.json");
  const check = answerCheck(document);
  const readings = operationsOf(document).filter(({ method, isOfSession }) => method === "GET" && !isOfSession);
  const ids = new KnownIds([]);
  let read = 0;
  const byDepth = readings.toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);
  for (const operation of byDepth) {
    for (const path of pathsOf(operation.path, ids)) {
      const answer = await fetch(environment.url + path, { headers: { Authorization: `Bearer ${api.token}` } });
      const sent = { status: answer.status, type: answer.headers.get("Content-Type") ?? "", text: await answer.text() };
      ids.remember(sent.text);
      read += 1;
      for (const wrong of check(operation, sent)) fault(`GET ${path}: ${wrong}`);
    }
  }
  return read;
}

/** The address with known ids in it; none where one of its kind is not known. */
function pathsOf(path: string, ids: KnownIds): string[] {
  const segments = path.split("/");
  let paths = [""];
  for (const [at, segment] of segments.entries()) {
    if (at === 0) continue;
    const isId = segment.startsWith("{");
    const choices = isId ? (ids.of(segments[at - 1] ?? "") ?? []).slice(-OF_A_KIND) : [segment];
    paths = paths.flatMap((before) => choices.map((choice) => `${before}/${encodeURIComponent(choice)}`));
  }
  return paths.slice(0, OF_A_KIND * OF_A_KIND);
}
