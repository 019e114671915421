import type { Problem } from "../generated/types.gen.ts";
import { CounterfoilError } from "./error.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** How much of an answer that is no problem is shown. */
const SHOWN_CHARACTERS = 200;

/** The error that an answer other than 2xx tells; one that is no problem comes from something between us and the server. */
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
    const detail = `Answered ${response.status}${shown === "" ? "" : `: ${shown}`}`;
    return new CounterfoilError({
      ...common,
      code: "unexpected_answer",
      title: "Not an answer of Counterfoil",
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
