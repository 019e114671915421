import type { Json } from "@counterfoil/testkit/api";
import type { EventTaken } from "../../journal/journal.ts";
import { Random } from "../../random.ts";
import type { FuzzedPlatform } from "../fuzz-platform.ts";
import { takeFailures } from "../patience.ts";
import { compareInvoices, compareUpcoming, compareUsage } from "./compare-sums.ts";
import { bill, type Field, layField } from "./lay-field.ts";
import { randomValue } from "./property-values.ts";
import { readEverything } from "./read-everything.ts";
import { randomEvents, readValue, type SentEvent } from "./sent-events.ts";

export interface ValuesOutcome {
  readonly events: number;
  readonly refused: number;
  /** Compared quantities and amounts. */
  readonly compared: number;
  readonly read: number;
  readonly faults: readonly string[];
}

const BATCHES = 6;

/**
 * Sends values of every form to metrics of every aggregation, bills them, and compares each quantity and amount with the
 * auditor's fractions. Meanwhile reads everything: no response may be a 5xx.
 */
export async function sumValues(
  platform: FuzzedPlatform,
  { seed, rounds, onRound }: { seed: number; rounds: number; onRound?: (round: number, faults: number) => void },
): Promise<ValuesOutcome> {
  const faults: string[] = [];
  let [events, refused, compared, read] = [0, 0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const random = new Random(`values ${seed} ${round}`);
    const field = await layField(platform);
    const named = (fault: string) => faults.push(`round ${round}: ${fault}`);
    const stored = new Map<string, EventTaken>();
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const sent = randomEvents(random, field.accountId, batch);
      events += sent.length;
      refused += await sendEvents(field, random, sent, stored, named);
      compared += await compareUsage(field, [...stored.values()], named);
    }
    await correctSome(field, random, stored, named);
    compared += await compareUsage(field, [...stored.values()], named);
    read += await readEverything(platform, field.api, named);
    compared += await compareUpcoming(field, [...stored.values()], named);
    await bill(field);
    compared += await compareInvoices(field, [...stored.values()], named);
    read += await readEverything(platform, field.api, named);
    for (const failure of takeFailures(platform)) named(failure);
    onRound?.(round + 1, faults.length);
  }
  return { events, refused, compared, read, faults };
}

/** As JSON, NDJSON, or one by one. Returns how many were refused. */
async function sendEvents(
  { api }: Field,
  random: Random,
  events: readonly SentEvent[],
  stored: Map<string, EventTaken>,
  fault: (text: string) => void,
): Promise<number> {
  const form = random.pick(["json", "ndjson", "single"]);
  const bodies =
    form === "json"
      ? [`{"events":[${events.map(({ json }) => json).join(",")}]}`]
      : form === "ndjson"
        ? [events.map(({ json }) => json).join("\n")]
        : events.map(({ json }) => json);
  const type = form === "ndjson" ? "application/x-ndjson" : "application/json";
  const named = new Set<string>();
  for (const body of bodies) {
    const headers = { "Content-Type": type };
    const answer = await api.request<Partial<Record<"ingested" | "duplicates", string[]>> & Json>("POST", "/events", {
      body,
      headers,
    });
    if (answer.status >= 500) fault(`events as ${form} were answered ${answer.status}: ${body.slice(0, 300)}`);
    for (const id of [...(answer.body.ingested ?? []), ...(answer.body.duplicates ?? [])]) named.add(id);
  }
  for (const event of events) {
    const isTaken = named.has(event.uniqueId);
    if (isTaken) stored.set(event.uniqueId, event);
    if (event.written.isTaken !== undefined && event.written.isTaken !== isTaken) {
      fault(`${event.written.json} was ${isTaken ? "taken" : "refused"}`);
    }
  }
  return events.length - events.filter(({ uniqueId }) => stored.has(uniqueId)).length;
}

/** Voids some events and amends others. */
async function correctSome(
  { api }: Field,
  random: Random,
  stored: Map<string, EventTaken>,
  fault: (text: string) => void,
): Promise<void> {
  for (const event of stored.values()) {
    const isVoided = random.chance(0.1);
    if (isVoided) {
      const { status } = await api.request("POST", `/events/${event.uniqueId}/void`, { body: {} });
      if (status < 300) stored.delete(event.uniqueId);
      else fault(`voiding ${event.uniqueId} was answered ${status}`);
    } else if (random.chance(0.1)) {
      const value = randomValue(random);
      const body = `{"properties":{"n":${value.json},"g":"eu"}}`;
      const headers = { "Content-Type": "application/json" };
      const { status } = await api.request("POST", `/events/${event.uniqueId}/amend`, { body, headers });
      if (status >= 500) fault(`amending to ${value.json} was answered ${status}`);
      if (status < 300) stored.set(event.uniqueId, { ...event, properties: { n: readValue(value.json), g: "eu" } });
      else if (value.isTaken === true) fault(`amending to ${value.json} was answered ${status}`);
    }
  }
}
