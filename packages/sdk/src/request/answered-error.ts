import type { Problem } from "../generated/types.gen.ts";
import { CounterfoilError } from "./error.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** The maximum length of a quoted response that is not a problem document. */
const SHOWN_CHARACTERS = 200;

/** The error for a response other than 2xx. A response that is not a problem document comes from an intermediary. */
export async function answeredError(response: Response): Promise<CounterfoilError> {
  const text = await response.text();
  const problem = parseProblem(text);
  const common = {
    status: response.status,
    requestId: problem?.requestId ?? response.headers.get("X-Request-Id"),
    retryAfterSeconds: retryAfterSeconds(response.headers),
  };
  if (problem === undefined) {
    const shown = text.trim().slice(0, SHOWN_CHARACTERS);
    const detail = `Unexpected response ${response.status}${shown === "" ? "" : `: ${shown}`}`;
    return new CounterfoilError({
      ...common,
      code: "unexpected_answer",
      title: "Not a response of Counterfoil",
      detail,
      errors: [],
    });
  }
  const { code, title, detail, errors = [] } = problem;
  return new CounterfoilError({ ...common, code, title, detail, errors });
}

function parseProblem(text: string): Problem | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<Problem> | null;
    const isProblem = typeof parsed?.code === "string" && typeof parsed.detail === "string";
    return isProblem ? (parsed as Problem) : undefined;
  } catch {
    return undefined;
  }
}
