import type { Answer, Api } from "@counterfoil/testkit/api";
import { Rational } from "../auditor/rational.ts";
import { answerFaults, type CreditAnswer } from "./compare-credit.ts";
import { isOpen, lineIn } from "./compute-credit.ts";
import { type AnsweredHold, type ComputedAnswer, decideHold, decideSettlement, orderOf } from "./decide-hold.ts";
import { type CreditHistory, toSent } from "./history.ts";
import { type NewHold, newHold } from "./new-hold.ts";
import type { CreditEvent, CreditHold, CreditRecord } from "./records.ts";

type Answered = AnsweredHold<CreditAnswer>;

interface SentHold {
  readonly record: CreditRecord;
  readonly hold: NewHold;
}

export async function hold(history: CreditHistory, record: CreditRecord): Promise<void> {
  const made = newHold(record, history.random, history.name("h"));
  if (made === undefined) return;
  noteAnswer(history, { record, hold: made, answer: await send(history.api, { record, hold: made }) });
}

function send(api: Api, { record, hold: { body } }: SentHold): Promise<CreditAnswer> {
  return api.post<CreditAnswer>(`/accounts/${record.accountId}/credit/hold`, body);
}

/** Compares the answer of a hold, and notes the hold. */
function noteAnswer(history: CreditHistory, one: Answered): void {
  const computed = decideHold(history.family, one.record, one.hold);
  history.faults.push(...answerFaults("hold", one.answer, computed));
  noteHold(one);
  countHold(history, one);
  if (computed.isOnLine) history.count("hold on a credit line");
  if (lineIn(one.record, one.hold.currency)?.owed.isPositive() === true) history.count("hold, invoices are owed");
}

/** Returns what forgets it. */
function noteHold({ record, hold: { currency, events, expiresInSeconds }, answer }: Answered): () => void {
  if (answer.allowed !== true) return () => undefined;
  const expiresAt = record.now + expiresInSeconds * 1_000;
  const amount = Rational.of(answer.amount);
  record.holds.push({ id: String(answer.holdId), currency, events, expiresAt, amount, isClosed: false });
  return () => void record.holds.pop();
}

function countHold({ family, count }: CreditHistory, { record, answer }: Answered): void {
  if (answer.allowed === true) return count("hold");
  if (answer.reason !== "spend_limit") return count("hold, refused");
  count("hold, refused by a limit");
  const limit = family.limits.find(({ id }) => id === answer.spendLimitId);
  if (limit !== undefined && limit.accountId !== record.accountId) count("hold, refused by a limit of a parent");
}

/** Whether a hold would be allowed. */
export async function check(history: CreditHistory, record: CreditRecord): Promise<void> {
  const { api, family, faults, random, name, count } = history;
  const made = newHold(record, random, name("c"));
  if (made === undefined) return;
  const { events } = made.body;
  const answer = await api.post<CreditAnswer>(`/accounts/${record.accountId}/credit/check`, { events });
  const computed = decideHold(family, record, made);
  faults.push(...answerFaults("check", answer, { ...computed, available: computed.availableBefore }));
  count(answer.allowed === true ? "check" : "check, refused");
}

/** Several holds of one account or of a family, sent at once. Their answers must be those of some order. */
export async function holdAtOnce(history: CreditHistory): Promise<void> {
  const { api, family, faults, random, name, count } = history;
  const records = random.chance(0.4) ? [random.pick(family.records)] : family.records;
  const made = Array.from({ length: random.integer(2, 6) }, (): SentHold[] => {
    const record = random.pick(records);
    const one = newHold(record, random, name("h"));
    return one === undefined ? [] : [{ record, hold: one }];
  }).flat();
  if (made.length < 2) return;
  const sent = await Promise.all(made.map(async (one) => ({ ...one, answer: await send(api, one) })));
  const isAsComputed = ({ record, hold: one, answer }: Answered) =>
    answerFaults("hold", answer, decideHold(family, record, one)).length === 0;
  if (orderOf(sent, isAsComputed, noteHold) === undefined) {
    const answers = sent.map(({ record, hold: { events }, answer }) => ({ of: record.accountId, events, answer }));
    faults.push(`no order of the holds gives the answers ${JSON.stringify(answers)}`);
    return;
  }
  const accounts = new Set(sent.map(({ record }) => record));
  count(accounts.size === 1 ? "holds at once" : "holds at once of several accounts");
  if (new Set(sent.map(({ answer }) => answer.allowed)).size === 2) count("holds at once, some refused");
  for (const one of sent) countHold(history, one);
}

/** Settles a hold, in some cases with the call that holds for the next step. */
export async function settle(history: CreditHistory, record: CreditRecord): Promise<void> {
  const { api, random, name } = history;
  const settled = openHold(history, record);
  if (settled === undefined) return;
  const events = settled.events.map(({ eventName, quantity }) => ({
    uniqueId: name("s"),
    eventName,
    at: record.now,
    quantity: random.integer(0, Math.ceil(quantity * 1.6)),
  }));
  const body = { holdId: settled.id, events: events.map((event) => toSent(record, event)) };
  const next = random.chance(0.5) ? newHold(record, random, name("h")) : undefined;
  const path = `/accounts/${record.accountId}/credit`;
  const answer =
    next === undefined
      ? await api.request<SettlementBody>("POST", `${path}/settle`, { body })
      : await api.request<SettlementBody>("POST", `${path}/hold`, { body: { ...next.body, settle: body } });
  noteSettlement(history, { record, settled, events, next, answer });
}

/** That of a settlement, that of a hold with its settlement, or a refusal. */
interface SettlementBody extends CreditAnswer {
  readonly settled?: CreditAnswer | null;
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
}

interface Settlement {
  readonly record: CreditRecord;
  readonly settled: CreditHold;
  readonly events: readonly CreditEvent[];
  readonly next: NewHold | undefined;
  readonly answer: Answer<SettlementBody>;
}

function noteSettlement(history: CreditHistory, { record, settled, events, next, answer }: Settlement): void {
  const { faults, count, family } = history;
  const computed = decideSettlement(family, record, settled, events);
  const status = computed === undefined ? 422 : 200;
  if (answer.status !== status) {
    faults.push(`the settlement was answered ${answer.status} ${JSON.stringify(answer.body)}, and must be ${status}`);
    return;
  }
  if (computed === undefined) {
    faults.push(...refusalFaults(answer.body, next === undefined ? "/events" : "/settle/events"));
    count(next === undefined ? "settlement, refused" : "settlement that holds for the next step, refused");
    return;
  }
  noteSettled(history, answer.body, { computed, next });
  if (next === undefined) return;
  count("settlement that holds for the next step");
  noteAnswer(history, { record, hold: next, answer: answer.body });
}

function noteSettled(
  { faults, count }: CreditHistory,
  body: SettlementBody,
  { computed, next }: { readonly computed: ComputedAnswer; readonly next: NewHold | undefined },
): void {
  const shown = next === undefined ? body : body.settled;
  if (shown === undefined || shown === null) faults.push("the answer of a hold has no settlement");
  else faults.push(...answerFaults("settlement", { ...shown, currency: computed.currency }, computed));
  count(computed.overage?.isPositive() === true ? "settlement above the held amount" : "settlement");
}

function refusalFaults({ errors }: SettlementBody, pointer: string): string[] {
  const is = errors?.map((one) => `${one.pointer} ${one.code}`).join(", ");
  return is === `${pointer} above_held` ? [] : [`the settlement was refused with ${is}`];
}

export async function release(history: CreditHistory, record: CreditRecord): Promise<void> {
  const { api, count } = history;
  const released = openHold(history, record);
  if (released === undefined) return;
  await api.post(`/accounts/${record.accountId}/credit/release`, { holdId: released.id });
  released.isClosed = true;
  count("release");
}

function openHold({ random }: CreditHistory, record: CreditRecord): CreditHold | undefined {
  const open = record.holds.filter((one) => isOpen(record, one));
  return open.length === 0 ? undefined : random.pick(open);
}
