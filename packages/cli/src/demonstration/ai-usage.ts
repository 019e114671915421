import { Decimal, invariant } from "@counterfoil/engine";
import { type Context, readModelPrice } from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { type Random, seededRandom } from "./random.ts";
import type { Course } from "./schedule.ts";
import type { SentEvent } from "./usage.ts";

/** Names of the events: model calls with their tokens, and jobs with the cost that their customer pays for. */
export const assistantEvents = { calls: "model_call", jobs: "assistant.job" } as const;

/** Who uses the assistant, and how. */
export interface AssistantUser {
  readonly alias: string;
  readonly pays: "tokens" | "cost";
  /** Provider and model. */
  readonly models: readonly string[];
  readonly jobsADay: number;
}

/** The first model has this share of the jobs. */
const FIRST_MODEL = 0.6;
/** One of the customers also uses two models of the seller: every ninth job, and every eleventh. */
const OWN_MODELS = [
  { every: 9, model: "self-hosted llama-3.3-70b" },
  // Has no price yet.
  { every: 11, model: "self-hosted brine-embed-2" },
];
const USES_OWN_MODELS = "lumina-support";

/** What a million tokens of a model cost, as the catalog says. */
type JobCosts = ReadonlyMap<string, { readonly input: Decimal; readonly output: Decimal }>;

const PER_MILLION = Decimal.of("0.000001");

export async function fetchJobCosts(context: Context, models: readonly string[]): Promise<JobCosts> {
  const costs = new Map<string, { input: Decimal; output: Decimal }>();
  for (const name of models) {
    const [provider = "", model = ""] = name.split(" ");
    const { prices } = await readModelPrice(context, { provider, model });
    invariant(prices !== null && prices.input !== null && prices.output !== null, `${name} is not in the catalog`);
    costs.set(name, { input: Decimal.of(prices.input), output: Decimal.of(prices.output) });
  }
  return costs;
}

/** All usage of one customer, in chronological order. Every run creates the same for the same customer and days. */
export function assistantUsage(user: AssistantUser, { activatedAt, usesUntil }: Course, costs: JobCosts): SentEvent[] {
  const random = seededRandom(`assistant of ${user.alias}`);
  const events: SentEvent[] = [];
  const until = Temporal.Instant.from(usesUntil);
  const step = Temporal.Duration.from({ minutes: Math.floor((24 * 60) / user.jobsADay) });
  for (
    let at = Temporal.Instant.from(activatedAt).add({ hours: 5 });
    Temporal.Instant.compare(at, until) < 0;
    at = at.add(step)
  ) {
    const timestamp = at.add({ minutes: random.whole(0, 90) });
    const place = events.length;
    const of = { uniqueId: `${user.alias}-assistant-${place}`, account: user.alias };
    const work = workOf(user, place, { random, costs });
    if (Temporal.Instant.compare(timestamp, until) < 0) {
      events.push({ ...of, ...work, timestamp: timestamp.toString({ smallestUnit: "millisecond" }) });
    }
  }
  return events;
}

interface WorkSource {
  readonly random: Random;
  readonly costs: JobCosts;
}

function workOf(
  user: AssistantUser,
  place: number,
  { random, costs }: WorkSource,
): Pick<SentEvent, "eventName" | "properties" | "cost"> {
  const [first = "", second = ""] = user.models;
  const chosen = random.share() < FIRST_MODEL ? first : second;
  if (user.pays === "cost") return { eventName: assistantEvents.jobs, ...jobOf(random, chosen, costs) };
  const own = user.alias === USES_OWN_MODELS ? OWN_MODELS.find(({ every }) => place % every === every - 1) : undefined;
  const [provider = "", model = ""] = (own?.model ?? chosen).split(" ");
  const properties = {
    provider,
    model,
    input_tokens: random.whole(300_000, 900_000),
    cached_input_tokens: random.whole(50_000, 250_000),
    output_tokens: random.whole(15_000, 45_000),
  };
  return { eventName: assistantEvents.calls, properties };
}

/** A job of some model calls. It has its cost twice: the customer pays for the property, and the margin counts `cost`. */
export function jobOf(random: Random, name: string, costs: JobCosts): Required<Pick<SentEvent, "properties" | "cost">> {
  const price = costs.get(name);
  invariant(price !== undefined, `${name} has no cost`);
  const [provider = "", model = ""] = name.split(" ");
  const tokens = { input: random.whole(300_000, 900_000), output: random.whole(15_000, 45_000) };
  const cost = Decimal.ofInteger(tokens.input)
    .times(price.input)
    .plus(Decimal.ofInteger(tokens.output).times(price.output))
    .times(PER_MILLION)
    .toCanonical();
  return { properties: { provider, model, cost }, cost: { amount: cost, currency: "USD" } };
}
