/** A request that sends one event and works unchanged. */
export function ingestRequest(account = "acme", eventName = "api.requests"): string {
  const event = JSON.stringify({ uniqueId: `try-${account}`, account, eventName, properties: { calls: 3 } });
  return [
    `curl -X POST ${window.location.origin}/events \\`,
    `  -H "Authorization: Bearer $COUNTERFOIL_KEY" -H 'Content-Type: application/json' \\`,
    `  -d '${event}'`,
  ].join("\n");
}
