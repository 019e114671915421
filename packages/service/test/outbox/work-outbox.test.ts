import { type Claimed, claimDue, LETTERS, type LetterRow, settleAttempt } from "@counterfoil/storage";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Outcome } from "../../src/outbox/attempt-once.ts";
import { RETRY_POLICIES, type RetryPolicy } from "../../src/outbox/retry-policies.ts";
import { type Outbox, workOutbox } from "../../src/outbox/work-outbox.ts";

// R-OPS-2: the loop for everything that is sent outside, tested with letters in PostgreSQL.

const BEGAN = Date.parse("2026-03-01T09:00:00Z");
let now = BEGAN;
const clock = { now: () => new Date(now).toISOString() };
let platform: Environment;

beforeAll(async () => {
  platform = await startEnvironment(clock, { isIdle: true });
});
afterAll(() => platform.stop());

const people = () => platform.ports.identity!.people;

beforeEach(async () => {
  now = BEGAN;
  await people().sql("delete from letter");
});

async function waiting(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await people().sql(
      `insert into letter (id, kind, recipient, recipient_name, token, attempts, next_attempt_at, expires_at, created_at)
       values ($1, 'password_reset', 'a@example.com', 'A', 'token', 0, $2, '2999-01-01', $2)`,
      [id, clock.now()],
    );
  }
}

const left = () => people().sql<LetterRow>("select * from letter order by id");

type Letter = Claimed<LetterRow>;
type Said = "taken" | "not now" | "never";

interface Told {
  readonly tried: string[];
  readonly outcomes: Outcome[];
  readonly outbox: Outbox<Letter, Said, void>;
}

/** Letters to a recipient whose answers the test defines. */
function letters(
  answer: (letter: Letter) => Said | Promise<Said>,
  { isSideBySide = false, policy = RETRY_POLICIES.letters }: { isSideBySide?: boolean; policy?: RetryPolicy } = {},
): Told {
  const tried: string[] = [];
  const outcomes: Outcome[] = [];
  const outbox: Outbox<Letter, Said, void> = {
    policy,
    atOnce: 10,
    isSideBySide,
    claim: async (lease) => (await claimDue<LetterRow>(people(), LETTERS, lease)).taken,
    tried: ({ id, attempts }) => ({ id, attempts, firstAttemptAt: null }),
    lockedUntil: ({ lockedUntil }) => lockedUntil,
    attempt: async (letter) => {
      tried.push(letter.id);
      return answer(letter);
    },
    late: () => "not now",
    judge: (said) => ({ kind: said === "taken" ? "done" : said === "never" ? "refused" : "failed" }),
    settle: async (letter, _said, outcome) => {
      outcomes.push(outcome);
      const nextAttemptAt = outcome.kind === "again" ? outcome.at : "9999-01-01T00:00:00.000Z";
      await settleAttempt<LetterRow>(people(), LETTERS, letter, { nextAttemptAt });
    },
  };
  return { tried, outcomes, outbox };
}

test("a success or a final refusal is tried once, a failure until it is given up", async () => {
  await waiting("good", "refused", "failing");
  const { tried, outcomes, outbox } = letters(({ id }) =>
    id === "good" ? "taken" : id === "refused" ? "never" : "not now",
  );
  expect(await workOutbox(clock, outbox)).toMatchObject({ claimed: 3, failures: [] });
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["again", "gave up", "succeeded"]);
  for (const minutes of [1, 5, 15, 60]) {
    now += minutes * 60_000 - 1;
    expect((await workOutbox(clock, outbox)).claimed).toBe(0);
    now += 1;
    expect((await workOutbox(clock, outbox)).claimed).toBe(1);
  }
  expect(tried.filter((id) => id === "failing")).toHaveLength(5);
  expect(outcomes.at(-1)).toEqual({ kind: "gave up" });
  now += 365 * 86_400_000;
  expect((await workOutbox(clock, outbox)).claimed).toBe(0);
});

test("an attempt that never ends counts as failed after its time limit, and is retried", async () => {
  await waiting("hanging");
  const policy: RetryPolicy = { ...RETRY_POLICIES.letters, attemptSeconds: 0.05 };
  const { outcomes, outbox } = letters(() => new Promise<Said>(() => undefined), { policy });
  expect(await workOutbox(clock, outbox)).toEqual({ claimed: 1, answers: ["not now"], failures: [] });
  expect(outcomes).toEqual([{ kind: "again", at: new Date(now + 60_000).toISOString() }]);
  const [letter] = await left();
  expect(letter).toMatchObject({ attempts: 1, lockedUntil: null, nextAttemptAt: new Date(now + 60_000).toISOString() });
});

test("a row that waits behind others until its lease ends is left to the next run", async () => {
  await waiting("a_slow", "b_waiting");
  const { tried, outbox } = letters(() => {
    now += RETRY_POLICIES.letters.leaseSeconds * 1_000;
    return "taken";
  });
  expect((await workOutbox(clock, outbox)).claimed).toBe(2);
  expect(tried).toEqual(["a_slow"]);
  expect((await workOutbox(clock, outbox)).claimed).toBe(1);
  expect(tried).toEqual(["a_slow", "b_waiting"]);
});

test("after a failure on our side, sequential sending stops, and parallel sending finishes", async () => {
  const failing = ({ id }: Letter): Said => {
    if (id === "b") throw new Error("our own");
    return "taken";
  };
  await waiting("a", "b", "c");
  const inOrder = letters(failing);
  const looked = await workOutbox(clock, inOrder.outbox);
  expect(inOrder.tried).toEqual(["a", "b"]);
  expect(looked.failures).toEqual([new Error("our own")]);
  // Nothing is recorded for these rows. They are retried when their lease ends.
  expect((await left()).map(({ id, lockedUntil }) => [id, lockedUntil === null])).toEqual([
    ["a", true],
    ["b", false],
    ["c", false],
  ]);
  now += RETRY_POLICIES.letters.leaseSeconds * 1_000;
  const sideBySide = letters(failing, { isSideBySide: true });
  const { answers, failures } = await workOutbox(clock, sideBySide.outbox);
  expect(sideBySide.tried.toSorted()).toEqual(["b", "c"]);
  expect([answers, failures]).toEqual([["taken"], [new Error("our own")]]);
});

test("two workers at the same time send each letter once (R-OPS-2)", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `letter_${String(index).padStart(2, "0")}`);
  await waiting(...ids);
  const two = [letters(() => "taken"), letters(() => "taken")];
  await Promise.all(two.map(({ outbox }) => workOutbox(clock, outbox)));
  const sent = two.flatMap(({ tried }) => tried);
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent.toSorted()).toEqual(ids);
});
