import { estimateSeconds } from "./test-times.mjs";

/** Seconds for the chosen tests by their last run. Startup and checks take the rest of a minute. */
export const SECONDS_OF_TESTS = 20;

const TEST = /\.test\.tsx?$/;
/** Projects that are slow by design or start differently. Named tests of these projects still run. */
const LEFT_OUT = /^(packages\/dashboard\/test\/browser|test\/outside-judges|test\/bootstrap|simulation)\//;
/** Words in paths that do not identify an area. */
const NO_AREA = new Set(["packages", "src", "test", "index", "scenarios", "simulation", "ts", "tsx", "mjs"]);

/**
 * Chooses the tests that are nearest to the changed files: those that changed themselves, then those whose path has the same area
 * words, then by how many imports lie between, the fast ones first.
 * @param {string[]} files
 * @param {Map<string, number>} importers files by how many imports away they are
 */
export function chooseTests(files, importers) {
  const words = new Set(files.flatMap(wordsOf));
  const seconds = estimateSeconds();
  const candidates = [...importers]
    .filter(([path, distance]) => TEST.test(path) && (distance === 0 || !LEFT_OUT.test(path)))
    .map(([path, distance]) => {
      const shared = wordsOf(path).filter((word) => words.has(word)).length;
      return { path, distance, shared, seconds: seconds(path) };
    })
    .toSorted(
      (a, b) =>
        Number(b.distance === 0) - Number(a.distance === 0) ||
        b.shared - a.shared ||
        a.distance - b.distance ||
        a.seconds - b.seconds,
    );
  let spent = 0;
  const chosen = candidates.filter((one) => {
    const fits = one.distance === 0 || spent + one.seconds <= SECONDS_OF_TESTS;
    if (fits) spent += one.seconds;
    return fits;
  });
  return { chosen, related: candidates.length };
}

/**
 * The area words of a path: `packages/service/src/credit-notes/settle-note.ts` has service, credit, note and settle.
 * @param {string} path
 */
function wordsOf(path) {
  const words = path.split(/[/.-]/).map((word) => (word.endsWith("s") ? word.slice(0, -1) : word));
  return [...new Set(words)].filter((word) => word.length > 2 && !NO_AREA.has(word) && !NO_AREA.has(`${word}s`));
}
