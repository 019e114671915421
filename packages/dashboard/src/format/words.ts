/** `net_30` → `Net 30`, `past_due` → `Past due`: a value of the API in readable form. */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/[_.]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, (_, left: string, right: string) => `${left} ${right.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `1 invoice`, `3 invoices` */
export function count(number: number, one: string, many: string = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}
