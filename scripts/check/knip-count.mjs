/** A reporter for knip that tells how many files it looked at; its own reporters do not. */
export default function reportCount({ counters }) {
  console.log(`Looked at ${counters.total} files`);
}
