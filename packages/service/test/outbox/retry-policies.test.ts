import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createIds } from "../../src/ids.ts";
import { nextAttemptAt } from "../../src/outbox/next-attempt.ts";
import { RETRY_POLICIES, type RetryPolicy } from "../../src/outbox/retry-policies.ts";

// R-MAIL-1, R-HOOK-2, R-INV-7: when failed attempts are retried, and how docs/retries.md describes it.

const NAMES: Readonly<Record<keyof typeof RETRY_POLICIES, string>> = {
  mails: "E-mail to customers",
  letters: "Letters: password resets and invitations",
  notices: "Notices to people about their sign-in",
  webhooks: "Webhook deliveries",
  paymentCalls: "Calls about payments",
  refundCalls: "Calls about refunds",
};

function span(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function delays({ delaySeconds, afterLast, spread }: RetryPolicy): string {
  const [first, ...others] = delaySeconds.map(span);
  const last = afterLast === "repeat the last" ? span(delaySeconds.at(-1) ?? 0) : "";
  if (others.length === 0 && last !== "") return `every ${last}`;
  const scattered = spread === 0 ? "" : `, each up to ${spread * 100}% shorter or longer`;
  return `${[first, ...others].join(", ")}${last === "" ? "" : `, then every ${last}`}${scattered}`;
}

function end({ delaySeconds, afterLast, givenUpAfterHours }: RetryPolicy): string {
  if (givenUpAfterHours !== null) return `${givenUpAfterHours} h after the first attempt`;
  return afterLast === "give up" ? `after ${delaySeconds.length + 1} attempts` : "never";
}

test("docs/retries.md shows the same delays as the code", () => {
  const page = readFileSync(new URL("../../../../docs/retries.md", import.meta.url), "utf8");
  const rows = Object.entries(NAMES).map(([name, title]) => {
    const policy: RetryPolicy = RETRY_POLICIES[name as keyof typeof RETRY_POLICIES];
    const cells = [title, delays(policy), end(policy), span(policy.attemptSeconds), span(policy.leaseSeconds)];
    return `| ${cells.join(" | ")} |`;
  });
  expect(Object.keys(NAMES)).toEqual(Object.keys(RETRY_POLICIES));
  const table = page.split("\n").filter((line) => line.startsWith("| "));
  expect(table.slice(1, rows.length + 1)).toEqual(rows);
});

test.each(Object.entries<RetryPolicy>(RETRY_POLICIES))(
  "an attempt at %s ends before its lease, so that no other worker starts another one",
  (_name, { attemptSeconds, leaseSeconds }) => {
    expect(attemptSeconds).toBeGreaterThan(0);
    expect(attemptSeconds).toBeLessThan(leaseSeconds);
  },
);

const BEGAN = "2026-03-01T09:00:00.000Z";

/** The delays if all attempts fail immediately, in seconds, and whether attempts end. */
function waits(policy: RetryPolicy, most: number): { waits: number[]; isGivenUp: boolean } {
  const found: number[] = [];
  let now = BEGAN;
  for (let attempts = 1; attempts <= most; attempts += 1) {
    const next = nextAttemptAt(policy, { id: "mail_1", attempts, firstAttemptAt: BEGAN }, now);
    if (next === null) return { waits: found, isGivenUp: true };
    found.push((Date.parse(next) - Date.parse(now)) / 1_000);
    now = next;
  }
  return { waits: found, isGivenUp: false };
}

test("a letter is tried five times and a notice seven times before it is given up", () => {
  expect(waits(RETRY_POLICIES.letters, 100)).toEqual({ waits: [60, 300, 900, 3_600], isGivenUp: true });
  const ofNotices = waits(RETRY_POLICIES.notices, 100);
  expect(ofNotices).toEqual({ waits: [60, 300, 900, 3_600, 14_400, 43_200], isGivenUp: true });
});

test("a call about a payment or a refund is repeated every 15 seconds without limit", () => {
  for (const policy of [RETRY_POLICIES.paymentCalls, RETRY_POLICIES.refundCalls]) {
    const { waits: found, isGivenUp } = waits(policy, 20_000);
    expect(new Set(found)).toEqual(new Set([15]));
    expect(isGivenUp).toBe(false);
  }
});

test("delays for mail and webhooks double up to an hour, vary by a fifth, and end after three days", () => {
  for (const policy of [RETRY_POLICIES.mails, RETRY_POLICIES.webhooks]) {
    const { waits: found, isGivenUp } = waits(policy, 1_000);
    expect(isGivenUp).toBe(true);
    for (const [index, wait] of found.entries()) {
      const plain = Math.min(30 * 2 ** index, 3_600);
      if (plain === 3_600) expect(wait).toBeGreaterThanOrEqual(2_880);
      expect(Math.abs(wait / plain - 1)).toBeLessThanOrEqual(0.22);
    }
    const total = found.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThanOrEqual(72 * 3_600);
    expect(total - found.at(-1)!).toBeLessThan(72 * 3_600);
  }
});

test("rows that failed together are not retried together", () => {
  const ids = createIds({ now: () => BEGAN });
  const times = Array.from({ length: 50 }, () => {
    const tried = { id: ids.next("mail"), attempts: 8, firstAttemptAt: BEGAN };
    return nextAttemptAt(RETRY_POLICIES.mails, tried, BEGAN);
  });
  expect(new Set(times).size).toBeGreaterThan(35);
});
