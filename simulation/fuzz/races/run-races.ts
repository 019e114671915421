import { createApi, type Answer } from "@counterfoil/testkit/api";
import { type Context, verifyBooks } from "@counterfoil/service";
import type { FuzzedPlatform } from "../fuzz-platform.ts";
import { foundPatiently, PATIENCE, takeFailures } from "../patience.ts";
import { moneyRaces, succeeded } from "./money-races.ts";
import { nameRaces } from "./name-races.ts";
import type { RacedRequest, Start, Track } from "./race.ts";

export const races = [...nameRaces, ...moneyRaces];

export interface RacesOutcome {
  readonly races: number;
  readonly requests: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly faults: readonly string[];
}

/**
 * Runs every race this many times, each in its own organization. No response may be a 5xx or an error without a problem
 * document, no more may succeed than is possible, and afterwards the books verify.
 */
export async function runRaces(
  platform: FuzzedPlatform,
  rounds: number,
  onRound: (round: number, faults: number) => void = () => undefined,
): Promise<RacesOutcome> {
  const byStatus = new Map<number, number>();
  const faults: string[] = [];
  let requests = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const race of races) {
      const { id, api } = await foundPatiently(platform, { graceHours: 0 });
      const { id: accountId } = await api.post("/accounts", { name: "Acme", currency: "USD" });
      const track: Track = { platform, id, api, accountId, number: round };
      const start = await race.arrange(track);
      const answers = await Promise.all(start.requests.map((request) => send(track, request)));
      requests += answers.length;
      for (const { status } of answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      const found = [
        ...answers.flatMap((answer, place) => wrong(start.requests[place], answer)),
        ...wrongCount(start, answers),
        ...((await start.check?.(answers)) ?? []),
        ...(await unsound(track)),
        ...takeFailures(platform),
      ];
      faults.push(...found.map((fault) => `${race.title}: ${fault}`));
    }
    onRound(round + 1, faults.length);
  }
  return { races: rounds * races.length, requests, byStatus, faults };
}

function send(
  { api, platform }: Track,
  { method, path, body, headers = {}, isPublic = false }: RacedRequest,
): Promise<Answer> {
  const sender = isPublic ? createApi(platform.environment.url, "", PATIENCE) : api;
  return sender.request(method, path, { body, headers });
}

function wrong(request: RacedRequest | undefined, { status, headers, body }: Answer): string[] {
  const named = `${request?.method} ${request?.path}`;
  if (status >= 500) return [`${named} was answered ${status} ${JSON.stringify(body).slice(0, 300)}`];
  const type = headers.get("Content-Type") ?? "";
  return status >= 400 && !type.startsWith("application/problem+json") ? [`${named}: ${status} as ${type}`] : [];
}

function wrongCount({ successes }: Start, answers: readonly Answer[]): string[] {
  if (successes === undefined) return [];
  const [least, most] = typeof successes === "number" ? [successes, successes] : successes;
  const done = succeeded(answers);
  if (done >= least && done <= most) return [];
  const statuses = answers.map(({ status }) => status).join(", ");
  return [`${done} succeeded and not ${least === most ? least : `${least} to ${most}`}: ${statuses}`];
}

/** Conditions of the books, whatever happened. */
async function unsound({ platform, id, api }: Track): Promise<string[]> {
  const actor = { type: "command", id: "race" } as const;
  const context: Context = { ...platform.environment.ports, organizationId: id, actor, requestId: null };
  const found: string[] = [];
  const onDifference = (difference: object) => void found.push(`verify: ${JSON.stringify(difference)}`);
  await verifyBooks(context, { from: null, to: null, onDifference });
  const { items } = await api.get<{ items: { balance: string }[] }>("/journal/balances");
  const sum = items.reduce((total, { balance }) => total + Math.round(Number(balance) * 100), 0);
  const { items: invoices } = await api.get<{ items: { number: string | null }[] }>("/invoices?limit=100");
  const numbers = invoices
    .flatMap(({ number }) => (number === null ? [] : [Number(number.slice(-5))]))
    .toSorted((a, b) => a - b);
  if (sum !== 0) found.push(`the journal sums to ${sum} cents`);
  if (numbers.some((number, index) => number !== index + 1)) found.push(`numbers with a gap: ${numbers.join(", ")}`);
  return found;
}
