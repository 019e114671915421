/** A server-sent event. */
export interface Told {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

export interface Listening {
  readonly status: number;
  readonly headers: Headers;
  /** Waits for the next events. Throws if the stream ends earlier. */
  next(count: number): Promise<Told[]>;
  /** Resolves with the remaining events when the server has ended the stream. */
  untilEnd(): Promise<Told[]>;
  stop(): Promise<void>;
}

/** Listens like a reconnecting client: with the ID of the last event, if one is given. */
export async function listen(
  url: string,
  token: string,
  query = "",
  lastEventId?: string,
  path = "/events/tail",
): Promise<Listening> {
  const gone = new AbortController();
  const answer = await fetch(`${url}${path}${query}`, {
    headers: {
      Authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
    },
    signal: gone.signal,
  });
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const told: Told[] = [];

  /** False at the end. */
  async function readMore(): Promise<boolean> {
    const { value, done } = await reader.read();
    if (done) return false;
    const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    told.push(...blocks.flatMap(parse));
    return true;
  }

  return {
    status: answer.status,
    headers: answer.headers,
    async next(count) {
      while (told.length < count) if (!(await readMore())) throw new Error("the stream has ended");
      return told.splice(0, count);
    },
    async untilEnd() {
      while (await readMore());
      return told.splice(0);
    },
    async stop() {
      gone.abort();
      await reader.closed.catch(() => undefined);
    },
  };
}

function parse(block: string): Told[] {
  const fields = new Map(block.split("\n").map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]));
  const data = fields.get("data");
  if (data === undefined) return [];
  return [{ id: fields.get("id"), type: fields.get("event") ?? "message", data: JSON.parse(data) as Told["data"] }];
}
