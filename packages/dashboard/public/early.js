// Runs before the first paint, while the scripts of the page load.

// Nobody who chose the dark theme sees a white flash.
try {
  const chosen = localStorage.getItem("counterfoil.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be switched off: the system's choice then stands.
}

// The requests of the home page, so that its data arrives with its scripts. src/server/client.ts takes the answers.
if (location.pathname === "/app/" && !new URLSearchParams(location.search).has("period")) {
  const headers = { Accept: "application/json, application/problem+json" };
  const paths = [
    "/me",
    "/organization",
    "/insights/forecast?include=reporting",
    "/insights/key-figures?include=reporting",
    "/insights/mrr?include=reporting",
    "/insights/retention",
    "/insights/net-revenue?include=reporting",
    "/insights/top-accounts?limit=8",
    "/insights/cash-collected?interval=day&include=reporting",
    "/insights/ageing?include=reporting",
    "/insights/attention?limit=3",
    "/insights/usage/months",
  ];
  globalThis.earlyAnswers = new Map(paths.map((path) => [path, fetch(path, { headers, credentials: "include" })]));
  // Whoever takes an answer handles its failure.
  for (const answer of globalThis.earlyAnswers.values()) answer.catch(() => undefined);
}
