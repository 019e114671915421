const PLACES: Readonly<Record<string, string>> = {
  acct: "accounts",
  sub: "subscriptions",
  inv: "invoices",
  pay: "payments",
  payment: "payments",
  cn: "credit-notes",
  grant: "credit-grants",
};

/** The page of an object, by the prefix of its ID. The home page if the object has no page. */
export function placeOfObject(id: string): string {
  const place = PLACES[id.split("_")[0] ?? ""];
  return place === undefined ? "/" : `/${place}/${id}`;
}
