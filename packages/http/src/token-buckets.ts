/** How much is allowed: so many a second for ever, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** How a bucket stands after something was taken from it. */
export interface Standing {
  /** What can still be taken at once; below zero where more was taken than there was. */
  readonly tokens: number;
  readonly rate: Rate;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Above this, buckets that are full again are thrown away: they are as if they had never been. */
const SWEPT_ABOVE = 10_000;
/** Above this, the oldest go as well, so that nobody fills the memory with names. */
const MOST = 100_000;

/** Token buckets by name, in this process. A look costs well under a microsecond and nothing is asked of the database. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds that only go forward */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
  }

  get size(): number {
    return this.#buckets.size;
  }

  look(name: string): Standing {
    const bucket = this.#buckets.get(name);
    return { tokens: bucket === undefined ? this.#rate.burst : this.#filled(bucket).tokens, rate: this.#rate };
  }

  /** Takes what has been used, whether or not there is as much. */
  take(name: string, amount: number): Standing {
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      if (this.#buckets.size >= SWEPT_ABOVE) this.#sweep();
      bucket = { tokens: this.#rate.burst, filledAt: this.#now() };
      this.#buckets.set(name, bucket);
    }
    this.#filled(bucket).tokens -= amount;
    return { tokens: bucket.tokens, rate: this.#rate };
  }

  #filled(bucket: Bucket): Bucket {
    const now = this.#now();
    const { perSecond, burst } = this.#rate;
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) * perSecond) / 1_000);
    bucket.filledAt = now;
    return bucket;
  }

  #sweep(): void {
    for (const [name, bucket] of this.#buckets) {
      if (this.#filled(bucket).tokens >= this.#rate.burst) this.#buckets.delete(name);
    }
    for (const name of this.#buckets.keys()) {
      if (this.#buckets.size < MOST) return;
      this.#buckets.delete(name);
    }
  }
}

/** Seconds until a bucket is full again. */
export function secondsToFull({ tokens, rate }: Standing): number {
  return Math.ceil((rate.burst - tokens) / rate.perSecond);
}

/** Milliseconds until something can be taken again. */
export function millisecondsInDebt({ tokens, rate }: Standing): number {
  return tokens >= 0 ? 0 : Math.ceil((-tokens / rate.perSecond) * 1_000);
}
