/** The share of the cores' time that other programs may use before a round is discarded. */
const MOST_FOREIGN_SHARE = 0.1;
const ATTEMPTS_FOR_A_ROUND = 3;

/** The kept rounds. */
export interface QuietRounds<Round> {
  readonly rounds: readonly Round[];
  /** A description of the kept rounds, printed with their figures. */
  readonly kept: string;
}

/**
 * Runs rounds until enough were quiet, at most three times as many. Discards disturbed rounds. If none was quiet, keeps the
 * least disturbed and says so.
 */
export async function quietRounds<Round extends { readonly foreignShare: number }>(
  wanted: number,
  run: (attempt: number) => Promise<Round>,
): Promise<QuietRounds<Round>> {
  const all: Round[] = [];
  const isQuiet = ({ foreignShare }: Round) => foreignShare <= MOST_FOREIGN_SHARE;
  const mostAttempts = wanted * ATTEMPTS_FOR_A_ROUND;
  while (all.length < mostAttempts && all.filter(isQuiet).length < wanted) all.push(await run(all.length + 1));
  const quiet = all.filter(isQuiet);
  if (quiet.length > 0) return { rounds: quiet, kept: `${quiet.length} of ${all.length}` };
  const [least] = all.toSorted((a, b) => a.foreignShare - b.foreignShare);
  if (least === undefined) throw new Error("no round was wanted");
  const share = (least.foreignShare * 100).toFixed(0);
  return { rounds: [least], kept: `NONE QUIET of ${all.length}: something else took at least ${share} % of the cores` };
}
