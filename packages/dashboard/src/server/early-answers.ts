declare global {
  /** By path and query: the answers that public/early.js asked for while the scripts loaded. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Like `fetch`, but takes an answer that is on its way already. Each is taken once. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const answer = typeof input === "string" && init?.method === "GET" ? globalThis.earlyAnswers?.get(input) : undefined;
  if (typeof input !== "string" || answer === undefined) return fetch(input, init);
  globalThis.earlyAnswers?.delete(input);
  return untilAborted(answer, init?.signal ?? null);
};

function untilAborted(answer: Promise<Response>, signal: AbortSignal | null): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    answer.then(resolve, reject);
  });
}
