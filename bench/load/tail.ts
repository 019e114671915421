import { get } from "node:http";
import type { Platform } from "../platform/start-platform.ts";

/** A client that follows the live tail of one event name. */
export interface Tail {
  /** Events received. */
  readonly told: number;
  close(): void;
}

export async function openTail({ url, token }: Platform, eventName: string): Promise<Tail> {
  let [told, rest] = [0, ""];
  const headers = { Authorization: `Bearer ${token}` };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = get(`${url}/events/tail?eventName=${eventName}`, { headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`the tail was answered ${answer.statusCode}`));
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      told += lines.filter((line) => line.startsWith("data:")).length;
    });
    answer.on("error", () => undefined);
    resolve();
  });
  request.on("error", reject);
  await promise;
  return {
    get told() {
      return told;
    },
    close: () => request.destroy(),
  };
}
