import { addIntervals, instantText, invariant } from "@counterfoil/engine";
import {
  activateSubscription,
  type Context,
  createAccount,
  createIds,
  createOrganization,
  foldTotals,
  ingestEvents,
  listAccounts,
  listInvoices,
  runDueWork,
} from "@counterfoil/service";
import { organizationsWithDueWork } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { CommandError } from "../command.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import type { StepProgress } from "../terminal/steps.ts";
import { assistantLife } from "./ai-product.ts";
import { makeCatalogue } from "./catalogue.ts";
import { signings } from "./contracts.ts";
import { customers } from "./customers.ts";
import { dealings } from "./dealings.ts";
import type { DemoContext, Moment } from "./moment.ts";
import { draftNegotiatedContract, negotiatedCourse, type NegotiatedDrafts, tradesOf } from "./negotiated-contract.ts";
import { paymentsOf } from "./paying.ts";
import { type Course, courseOf } from "./schedule.ts";
import { seller } from "./seller.ts";
import { announceRamp, draftContract } from "./sign-contract.ts";
import { type SimulatedClock, simulatedClock } from "./simulated-clock.ts";
import { type SentEvent, usageOf } from "./usage.ts";

export interface DemonstrationRequest {
  readonly ports: Ports;
  readonly organizationId: string;
  readonly progress: StepProgress;
  readonly signal: AbortSignal;
}

export interface Demonstration {
  readonly name: string;
  readonly apiKey: string;
  /** For the user: the figures of the demo data. */
  readonly said: string;
}

/** When the customer with the negotiated contract asked for another one. */
const NEXT_CONTRACT_DAYS_AGO = 4;
/** Months of history before the current one. */
const MONTHS = 15;

/**
 * Creates the demo data: a seller of analytics with 44 customers and their last 14 months. All data goes through the
 * use cases, under a clock that moves from the past to the present. So everything happens as it would have: sign-ups,
 * contracts, usage, and the billing of each period when it was due.
 */
export async function makeDemonstration(request: DemonstrationRequest): Promise<Demonstration> {
  const { ports, organizationId, progress, signal } = request;
  const now = Temporal.Instant.from(ports.clock.now());
  const begin = now
    .toZonedDateTimeISO("UTC")
    .startOfDay()
    .with({ day: 1 })
    .subtract({ months: MONTHS })
    .add({ days: 3, hours: 8 });
  const clock = simulatedClock(instantText(begin.toInstant()));
  const context = commandContext({ ...ports, clock, ids: createIds(clock) }, organizationId, "seed");
  const { organization, key } = await createOrganization(context, seller);
  const catalogue = await makeCatalogue(context);
  const courses = signings.map((signing) => {
    const customer = customers.find(({ alias }) => alias === signing.alias);
    invariant(customer !== undefined, `there is no customer ${signing.alias}`);
    return courseOf(customer, signing, now);
  });
  const negotiated = negotiatedCourse(now);
  const assistant = await assistantLife(context, now);
  const moments = inTime([...momentsOf(courses, negotiated, catalogue, now), ...assistant.moments], instantText(now));
  const events = inOrder([...eventsOf(courses), ...tradesOf(negotiated), ...assistant.events]);
  await live(context, clock, { moments, events, now: instantText(now), tell: progress.tell, signal });
  const one = { page: 1, limit: 1, filters: [], sort: null } as const;
  const accounts = await listAccounts(context, one);
  const invoices = await listInvoices(context, one);
  const said = `${organization.name}: ${accounts.total} accounts, ${events.length} events, ${invoices.total} invoices`;
  return { name: organization.name, apiKey: key.token, said };
}

/** Everything that happens to the customers of analytics. */
function momentsOf(
  courses: readonly Course[],
  negotiated: Course,
  catalogue: Awaited<ReturnType<typeof makeCatalogue>>,
  now: Temporal.Instant,
): Moment[] {
  const moments: Moment[] = [];
  const wakes = new Set<string>();
  /** Contract IDs by the customers' aliases. */
  const contracts = new Map<string, string>();
  let draftNextContract: NegotiatedDrafts["draftNext"] | undefined;
  for (const course of [...courses, negotiated]) {
    const { customer, signing } = course;
    const draft = async (context: Context) => {
      if (course !== negotiated) return draftContract(context, catalogue, course);
      const { contractId, draftNext } = await draftNegotiatedContract(context, course);
      draftNextContract = draftNext;
      return contractId;
    };
    moments.push({
      at: course.signedUpAt,
      act: async (context) => void (await createAccount(context, customer.account)),
      ignoresUsage: true,
    });
    moments.push({
      at: course.draftedAt,
      act: async (context) => void contracts.set(customer.alias, await draft(context)),
      ignoresUsage: true,
    });
    if (signing.status === "draft") continue;
    moments.push({
      at: course.activatedAt,
      async act(context) {
        const subscriptionId = contracts.get(customer.alias) ?? "";
        await activateSubscription(context, subscriptionId);
        if (signing.rampTo === null) return;
        const startsOn = addIntervals(course.startsOn, "monthly", signing.monthsAgo + 2);
        await announceRamp(context, catalogue, course, { subscriptionId, seats: signing.rampTo, startsOn });
      },
    });
    for (const wake of course.wakesAt) wakes.add(wake);
    moments.push(...paymentsOf(course, now));
  }
  const contractOf = (alias: string) => contracts.get(alias) ?? "";
  moments.push(...dealings({ now, catalogue, contractOf }));
  moments.push({
    at: instantText(now.subtract({ hours: NEXT_CONTRACT_DAYS_AGO * 24 })),
    act: async (context) => draftNextContract?.(context, now),
  });
  for (const at of wakes) moments.push({ at, act: work });
  moments.push({ at: instantText(now), act: work });
  return moments;
}

/** What happens until the present, in chronological order. */
function inTime(moments: readonly Moment[], present: string): Moment[] {
  return moments.filter(({ at }) => at <= present).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Does the worker's work, if anything is due. */
async function work(context: Context): Promise<void> {
  const due = await organizationsWithDueWork(context.database, context.clock.now());
  if (due.includes(context.organizationId)) await runDueWork(context);
}

function eventsOf(courses: readonly Course[]): SentEvent[] {
  return courses
    .filter(({ signing }) => signing.status === "active" && signing.share > 0)
    .flatMap(({ customer, signing, activatedAt, usesUntil }) =>
      usageOf({ customer, share: signing.share, from: activatedAt, until: usesUntil }),
    );
}

function inOrder(events: SentEvent[]): SentEvent[] {
  return events.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
}

interface Life {
  readonly moments: readonly Moment[];
  /** In chronological order. */
  readonly events: readonly SentEvent[];
  readonly now: string;
  readonly tell: StepProgress["tell"];
  readonly signal: AbortSignal;
}

/** Events are sent in batches of this size. A moment that may bill sends all earlier events first. */
const SENT_AT_ONCE = 2_000;
/** Usage is folded after this number of events, as a worker would: every reading adds up what is not folded. */
const FOLDED_AT_ONCE = 2_000;

/**
 * Plays the moments: moves the clock to each one, and sends the usage up to it if it depends on usage. Usage is sent while
 * the moments before it run that do not depend on it, so that the server and the database work at the same time.
 */
async function live(
  context: DemoContext,
  clock: SimulatedClock,
  { moments, events, now, tell, signal }: Life,
): Promise<void> {
  const began = Date.parse(clock.now());
  const span = Date.parse(now) - began;
  const usage = createSender(context, events);
  async function play({ at, act }: Moment): Promise<void> {
    if (signal.aborted) {
      throw new CommandError(
        "Stopped before the demo data was complete. The next start creates it from the beginning.",
        130,
      );
    }
    if (at > clock.now()) clock.moveTo(at);
    await act(context);
    tell(`${at.slice(0, 7)}, ${usage.sent().toLocaleString("en")} events`, (Date.parse(at) - began) / span);
  }
  for (const { before, last } of stretches(moments)) {
    const played = async () => {
      for (const moment of before) await play(moment);
    };
    await Promise.all([usage.sendUpTo(last.at), played()]);
    await play(last);
  }
}

/** Moments that do not depend on usage, and the one after them that does. The last moment always does. */
function stretches(moments: readonly Moment[]): { before: Moment[]; last: Moment }[] {
  const found: { before: Moment[]; last: Moment }[] = [];
  let before: Moment[] = [];
  for (const moment of moments) {
    if (moment.ignoresUsage === true) before.push(moment);
    else {
      found.push({ before, last: moment });
      before = [];
    }
  }
  invariant(before.length === 0, "the last moment does the work of the present");
  return found;
}

interface Sender {
  /** Sends the events before an instant, at that instant. */
  sendUpTo(at: string): Promise<void>;
  /** The number of events that were sent. */
  sent(): number;
}

function createSender(context: DemoContext, events: readonly SentEvent[]): Sender {
  let sent = 0;
  let unfolded = 0;
  return {
    sent: () => sent,
    async sendUpTo(at) {
      const clock = simulatedClock(at);
      const sending: DemoContext = { ...context, clock, ids: createIds(clock) };
      let upTo = sent;
      while (upTo < events.length && (events[upTo]?.timestamp ?? "") < at) upTo += 1;
      while (sent < upTo) {
        const batch = events.slice(sent, Math.min(upTo, sent + SENT_AT_ONCE));
        await send(sending, batch);
        sent += batch.length;
        unfolded += batch.length;
      }
      if (unfolded < FOLDED_AT_ONCE) return;
      await foldTotals(sending);
      unfolded = 0;
    },
  };
}

async function send(context: DemoContext, events: readonly SentEvent[]): Promise<void> {
  const answer = await ingestEvents(context, events);
  const [fault] = answer.errors;
  invariant(fault === undefined, `a demo event was rejected: ${fault?.uniqueId} ${fault?.detail}`);
}
