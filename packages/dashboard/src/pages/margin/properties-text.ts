/** The events of a cost price: `region: eu-west, model: large`, or `All events`. */
export function propertiesText(properties: Readonly<Record<string, string>>): string {
  const entries = Object.entries(properties);
  return entries.length === 0 ? "All events" : entries.map(([name, value]) => `${name}: ${value}`).join(", ");
}
