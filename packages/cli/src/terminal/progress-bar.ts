const WIDTH = 24;

/** `██████░░░░  62%`. */
export function progressBar(share: number): string {
  const bounded = Math.min(1, Math.max(0, share));
  const filled = Math.round(bounded * WIDTH);
  const percent = String(Math.floor(bounded * 100)).padStart(3);
  return `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${percent}%`;
}
