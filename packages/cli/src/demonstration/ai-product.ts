import { instantText, invariant } from "@counterfoil/engine";
import {
  activateSubscription,
  bookCosts,
  type Context,
  createAccount,
  createCreditGrant,
  createModelPrice,
  createSubscription,
  holdCredit,
  lookAtMargins,
  setExchangeRates,
  updateCreditSettings,
  updateOrganization,
} from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { makeAssistantPlans, type AssistantPlans } from "./ai-plans.ts";
import { assistantEvents, assistantUsage, type AssistantUser, fetchJobCosts, jobOf } from "./ai-usage.ts";
import { customers } from "./customers.ts";
import type { Moment } from "./moment.ts";
import { paymentsOf } from "./paying.ts";
import { seededRandom } from "./random.ts";
import { type Course, courseOf } from "./schedule.ts";
import type { SentEvent } from "./usage.ts";

/**
 * The customers of the assistant: one that uses small models and earns the seller a good margin, one that uses a large
 * model at the same price and loses money, and a prepaid one that pays its costs plus 30% (R-AI-2).
 */
const users: readonly AssistantUser[] = [
  { alias: "lumina-support", pays: "tokens", models: ["openai gpt-5-mini", "google gemini-2.5-flash"], jobsADay: 2 },
  { alias: "quillwork-research", pays: "tokens", models: ["anthropic claude-opus-4-5", "openai gpt-5"], jobsADay: 1.5 },
  { alias: "marlin-labs", pays: "cost", models: ["openai gpt-5", "anthropic claude-sonnet-4-5"], jobsADay: 2 },
];
/** What the prepaid customer pays in advance, in dollars. */
const PREPAID = "600.00";
const HOLD_SECONDS = 7 * 24 * 60 * 60;
/** What a dollar and a pound are worth in euros, by how many months ago. */
const RATES = [
  [16, "0.9215", "1.1720"],
  [9, "0.9080", "1.1655"],
  [3, "0.9142", "1.1590"],
] as const;

/** Everything that happens with the assistant, and its usage in chronological order. */
export async function assistantLife(
  context: Context,
  now: Temporal.Instant,
): Promise<{ moments: Moment[]; events: SentEvent[] }> {
  const costs = await fetchJobCosts(
    context,
    users.filter(({ pays }) => pays === "cost").flatMap(({ models }) => models),
  );
  const lives = assistantLives(now);
  const [first] = lives;
  invariant(first !== undefined, "the assistant has customers");
  const launchedAt = launchOf(lives);
  let plans: AssistantPlans | undefined;
  const moments: Moment[] = [
    {
      at: launchedAt,
      async act(then) {
        plans = await makeAssistantPlans(then);
        await turnOnCosts(then, now);
      },
    },
  ];
  for (const { user, course } of lives) {
    moments.push({
      at: course.signedUpAt,
      act: async (then) => void (await createAccount(then, course.customer.account)),
      ignoresUsage: true,
    });
    moments.push({ at: course.activatedAt, act: (then) => sell(then, { user, course, plans }) });
    moments.push(...paymentsOf(course, now));
  }
  const lastMonth = first.course.startsOn.add({ months: 1, days: 24 }).toZonedDateTime("UTC").toInstant();
  moments.push({ at: instantText(lastMonth), act: watchMargins });
  moments.push({ at: instantText(now), act: watchMargins });
  moments.push({
    at: instantText(now),
    async act(then) {
      const job = jobOf(seededRandom("a running job"), "openai gpt-5", costs);
      const events = [{ eventName: assistantEvents.jobs, properties: job.properties }];
      await holdCredit(then, "marlin-labs", { uniqueId: "running-job", events, expiresInSeconds: HOLD_SECONDS });
    },
  });
  return { moments, events: lives.flatMap(({ user, course }) => assistantUsage(user, course, costs)) };
}

interface AssistantLife {
  readonly user: AssistantUser;
  readonly course: Course;
}

/** The customers of the assistant, and their courses. */
export function assistantLives(now: Temporal.Instant): AssistantLife[] {
  return users.map((user) => ({ user, course: courseOfUser(user, now) }));
}

/** Three days before the first customer: on the first day of a month, those to the west still begin a month earlier. */
export function launchOf(lives: readonly AssistantLife[]): string {
  const [first = ""] = lives.map(({ course }) => course.signedUpAt).toSorted();
  return instantText(Temporal.Instant.from(first).subtract({ hours: 72 }));
}

/** Since the beginning of the month before last. */
function courseOfUser({ alias }: AssistantUser, now: Temporal.Instant): Course {
  const customer = customers.find((one) => one.alias === alias);
  invariant(customer !== undefined, `there is no customer ${alias}`);
  const signing = { alias, plan: "team", seats: 0, monthsAgo: 2, day: 1, share: 0 } as const;
  return courseOf(customer, { ...signing, status: "active", terms: {}, rampTo: null }, now);
}

/** From the launch on, model calls have costs and low margins are reported. Costs are in dollars, margins in euros. */
async function turnOnCosts(context: Context, now: Temporal.Instant): Promise<void> {
  await updateOrganization(context, { modelCosts: {}, marginAlert: { percent: "20", minimumCost: "10.00" } });
  const today = now.toZonedDateTimeISO("UTC").toPlainDate();
  const rates = RATES.flatMap(([months, dollar, pound]) => {
    const date = today.with({ day: 1 }).subtract({ months }).toString();
    return [
      { fromCurrency: "USD", toCurrency: "EUR", date, rate: dollar },
      { fromCurrency: "GBP", toCurrency: "EUR", date, rate: pound },
    ];
  });
  await setExchangeRates(context, rates);
  // A negotiated price, and a model on the seller's own machines.
  await createModelPrice(context, {
    provider: "openai",
    model: "gpt-5-mini*",
    prices: { input: "0.22", cachedInput: "0.022", output: "1.76" },
  });
  await createModelPrice(context, {
    provider: "self-hosted",
    model: "llama-3.3-70b",
    prices: { input: "0.40", output: "0.40" },
  });
}

interface Sale extends AssistantLife {
  readonly plans: AssistantPlans | undefined;
}

async function sell(context: Context, { user, course, plans }: Sale): Promise<void> {
  invariant(plans !== undefined, "the assistant is sold after its launch");
  const { customer, startsOn } = course;
  const { id } = await createSubscription(context, {
    accountId: customer.alias,
    planId: plans[user.pays],
    name: `Assistant · ${customer.account.name}`,
    contractStartDate: startsOn.toString(),
  });
  await activateSubscription(context, id);
  if (user.pays === "tokens") return;
  await createCreditGrant(context, customer.alias, { amount: PREPAID, reason: "Prepaid credit for the assistant" });
  await updateCreditSettings(context, customer.alias, { lowBalanceThreshold: "50.00" });
}

/** Does what a worker does after costs have arrived: books them, and reports low margins. */
async function watchMargins(context: Context): Promise<void> {
  while (await bookCosts(context));
  while (await lookAtMargins(context));
}
