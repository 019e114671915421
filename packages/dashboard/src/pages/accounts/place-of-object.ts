const PLACES: Readonly<Record<string, string>> = {
  acct: "accounts",
  sub: "subscriptions",
  inv: "invoices",
  pay: "payments",
  payment: "payments",
  cn: "credit-notes",
  grant: "credit-grants",
};

/** The page of something by the word that its id begins with; the home page for what has none. */
export function placeOfObject(id: string): string {
  const place = PLACES[id.split("_")[0] ?? ""];
  return place === undefined ? "/" : `/${place}/${id}`;
}
