/** A rate limit: a sustained number per second, and a burst after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The state of a bucket after something was taken from it. */
export interface Standing {
  /** What can be taken now. Negative if more was taken than was available. */
  readonly tokens: number;
  readonly rate: Rate;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Above this number, full buckets are removed, which has no effect on limits. */
const SWEPT_ABOVE = 10_000;
/**
 * Above this number, the oldest buckets are removed too, so that a caller cannot exhaust the memory with many names.
 */
const MOST = 100_000;

/** Token buckets by name, in this process. A lookup takes well under a microsecond and does not use the database. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now a monotonic time in milliseconds */
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

  /** Takes the used amount, even if less is available. */
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

/** Seconds until the bucket is full again. */
export function secondsToFull({ tokens, rate }: Standing): number {
  return Math.ceil((rate.burst - tokens) / rate.perSecond);
}

/** Milliseconds until something can be taken again. */
export function millisecondsInDebt({ tokens, rate }: Standing): number {
  return tokens >= 0 ? 0 : Math.ceil((-tokens / rate.perSecond) * 1_000);
}
