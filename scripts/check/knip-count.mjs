/** A knip reporter that prints how many files it checked, which its own reporters do not. */
export default function reportCount({ counters }) {
  console.log(`Looked at ${counters.total} files`);
}
