// The image's HEALTHCHECK. It asks whether the process responds, not whether its database does: restarting a process that
// waits for its database only makes it wait longer.
const port = process.env.COUNTERFOIL_HEALTH_PORT || process.env.COUNTERFOIL_PORT || "8787";
const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_500) }).catch(
  (error) => ({ ok: false, status: error.message }),
);
if (!response.ok) {
  process.stderr.write(`/health/live on port ${port}: ${response.status}\n`);
  process.exitCode = 1;
}
