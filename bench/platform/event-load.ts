/** What the load is like, to be printed with every figure. */
export const loadShape =
  "500 accounts by power law (first 35 %, first five 78 %), 20 event names, 5 % duplicates, 1 % a month late, 4 properties";

const ACCOUNTS = 500;
const EVENT_NAMES = 20;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 15);

export interface LoadEvent {
  readonly uniqueId: string;
  readonly account: string;
  readonly eventName: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
}

function accountAlias(index: number): string {
  return `customer-${index}`;
}

export const accountAliases: readonly string[] = Array.from({ length: ACCOUNTS }, (_, index) => accountAlias(index));

/** The shares of architecture.md's load: 35 % for the first, 43 % for the next four, the rest thinning out. */
function accountIndex(share: number): number {
  if (share < 0.35) return 0;
  if (share < 0.78) return 1 + Math.floor(((share - 0.35) / 0.43) * 4);
  const rest = (share - 0.78) / 0.22;
  return 5 + Math.floor((ACCOUNTS - 5) * rest ** 2);
}

/** Endless events, the same for the same seed. */
export function createLoad(seed: string): (count: number) => LoadEvent[] {
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2_147_483_647;
  const share = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const recent: LoadEvent[] = [];
  let made = 0;

  function fresh(): LoadEvent {
    made += 1;
    const late = share() < 0.01 ? 30 * DAY : 0;
    const event = {
      uniqueId: `${seed}-${made.toString(36)}-${Math.floor(share() * 1e9).toString(36)}`,
      account: accountAlias(accountIndex(share())),
      eventName: `event_${Math.floor(share() * EVENT_NAMES)}`,
      timestamp: new Date(NOW - late - Math.floor(share() * DAY)).toISOString(),
      properties: {
        tokens: Math.floor(share() * 4_000),
        seconds: Math.floor(share() * 10_000) / 1_000,
        model: `model-${Math.floor(share() * 8)}`,
        region: share() < 0.5 ? "eu-central-1" : "us-east-1",
      },
    };
    recent[made % 5_000] = event;
    return event;
  }

  return (count) =>
    Array.from({ length: count }, () => {
      const again = share() < 0.05 ? recent[Math.floor(share() * recent.length)] : undefined;
      return again ?? fresh();
    });
}
