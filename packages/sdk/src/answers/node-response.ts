/** What the handlers use of a response of Node's `http` module, which Express extends. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/** Sends a response of the web's standard through Node's. */
export async function sendResponse(response: Response, to: NodeResponse): Promise<void> {
  to.statusCode = response.status;
  for (const [name, value] of response.headers) to.setHeader(name, value);
  const text = await response.text();
  to.end(text === "" ? undefined : text);
}
