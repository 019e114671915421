import type { Api } from "@counterfoil/testkit/api";
import { answerCheck } from "../check-answer.ts";
import type { FuzzedPlatform } from "../fuzz-platform.ts";
import { KnownIds } from "../known-ids.ts";
import { type OpenApi, operationsOf } from "../openapi.ts";

/** Objects to read of each kind: enough for every state, and few enough to finish. */
const OF_A_KIND = 3;

/**
 * Reads everything of an organization by the OpenAPI document: all lists, then each listed object. Returns the number of
 * requests, and reports each 5xx and each response that does not match.
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

/** The path with known IDs; undefined if one is missing. */
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
