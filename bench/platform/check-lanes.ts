import type { Exchange } from "./exchange.ts";

/**
 * Sends calls in sequence on a connection until the time is over. Records the milliseconds of each measured call.
 * @param next the account of the next call
 */
export type Lane = (exchange: Exchange, next: () => string, isOver: () => boolean, took: number[]) => Promise<void>;

/** Sends a call and records its milliseconds. */
async function timed(took: number[], send: () => Promise<string>): Promise<string> {
  const began = performance.now();
  const answer = await send();
  took.push(performance.now() - began);
  return answer;
}

const entitlementCheck = (account: string) => `/accounts/${account}/entitlements/tokens/check`;

/** Asks whether one more token may be used. */
export const asking: Lane = async (exchange, next, isOver, took) => {
  while (!isOver()) await timed(took, () => exchange.post(entitlementCheck(next()), '{"quantity":"1"}'));
};

/** Each call settles the previous reservation of this connection for the same account, and reserves again. */
export const settlingAndReserving: Lane = async (exchange, next, isOver, took) => {
  while (!isOver()) {
    const path = entitlementCheck(next());
    let settle = "";
    for (let call = 0; call < 10 && !isOver(); call += 1) {
      const answer = await timed(took, () => exchange.post(path, `{"quantity":"3","reserve":true${settle}}`));
      const id = /"reservationId":"(\w+)"/.exec(answer)?.[1];
      if (id === undefined) throw new Error(`nothing was reserved: ${answer}`);
      settle = `,"settle":{"reservationId":"${id}","quantity":"2"}`;
    }
  }
};

const ESTIMATE = '{"eventName":"tokens","properties":{"n":"3"}}';

/** Asks whether credit covers an event, always the same. */
export const checkingCredit: Lane = async (exchange, next, isOver, took) => {
  const body = `{"events":[${ESTIMATE}]}`;
  while (!isOver()) await timed(took, () => exchange.post(`/accounts/${next()}/credit/check`, body));
};

/** The same, with a random estimate in each call, so that the server calculates what it adds. */
export const checkingRandomCredit: Lane = async (exchange, next, isOver, took) => {
  while (!isOver()) {
    const n = Math.floor(Math.random() * 1e6);
    const body = `{"events":[{"eventName":"tokens","properties":{"n":"${n}"}}]}`;
    await timed(took, () => exchange.post(`/accounts/${next()}/credit/check`, body));
  }
};

/** Holds credit for an event and settles the hold with it. Records each of the two calls. */
export const holdingAndSettling: Lane = async (exchange, next, isOver, took) => {
  while (!isOver()) {
    const account = next();
    const uniqueId = crypto.randomUUID();
    const hold = `{"uniqueId":"${uniqueId}","events":[${ESTIMATE}]}`;
    const held = await timed(took, () => exchange.post(`/accounts/${account}/credit/hold`, hold));
    const holdId = /"holdId":"(\w+)"/.exec(held)?.[1];
    if (holdId === undefined) throw new Error(`nothing was held: ${held}`);
    const event = `{"uniqueId":"${uniqueId}","account":"${account}","eventName":"tokens","properties":{"n":"2"}}`;
    const settle = `{"holdId":"${holdId}","events":[${event}]}`;
    await timed(took, () => exchange.post(`/accounts/${account}/credit/settle`, settle));
  }
};

/** The steps of one account in sequence. */
const STEPS = 20;

/** Each call settles the hold of the step before with an event, and holds credit for the next step. */
export const settlingAndHolding: Lane = async (exchange, next, isOver, took) => {
  while (!isOver()) {
    const account = next();
    const path = `/accounts/${account}/credit`;
    let settle: string | undefined;
    for (let step = 0; step < STEPS && !isOver(); step += 1) {
      const uniqueId = crypto.randomUUID();
      const first = settle === undefined ? "" : `,"settle":${settle}`;
      const body = `{"uniqueId":"${uniqueId}","events":[${ESTIMATE}]${first}}`;
      const answer = await timed(took, () => exchange.post(`${path}/hold`, body));
      const holdId = /"holdId":"(\w+)"/.exec(answer)?.[1];
      if (holdId === undefined || (first !== "" && !answer.includes('"ingested":1'))) {
        throw new Error(`not settled or not held: ${answer}`);
      }
      const event = `{"uniqueId":"${uniqueId}","account":"${account}","eventName":"tokens","properties":{"n":"2"}}`;
      settle = `{"holdId":"${holdId}","events":[${event}]}`;
    }
    // So that no holds are left that make later calls slower.
    if (settle !== undefined) await exchange.post(`${path}/settle`, settle);
  }
};

/** Reads the available credit. */
export const readingCredit: Lane = async (exchange, next, isOver, took) => {
  while (!isOver()) await timed(took, () => exchange.get(`/accounts/${next()}/credit`));
};
