import { CounterfoilError, type CreateAccountRequest } from "@counterfoil/sdk";
import { client } from "../../server/client.ts";
import type { CsvRow } from "./read-csv.ts";
import type { Kind, Outcome } from "./upload.ts";

const ADDRESS = ["line1", "line2", "postalCode", "city", "state"] as const;

/** Accounts: one request each. An alias that another account has is refused, so use one to send a file again. */
export const ACCOUNT_KIND: Kind<CreateAccountRequest> = {
  targets: [
    { value: "name", name: "Name", isRequired: true, words: ["account", "customer", "company"] },
    { value: "aliases", name: "Aliases", words: ["alias", "externalId", "customerId"] },
    { value: "currency", name: "Currency" },
    { value: "contactName", name: "Contact name", words: ["contact"] },
    { value: "contactEmail", name: "Contact email", words: ["email"] },
    { value: "billingEmail", name: "Billing email", words: ["invoiceEmail"] },
    { value: "line1", name: "Address line 1", words: ["address", "street"] },
    { value: "line2", name: "Address line 2" },
    { value: "postalCode", name: "Postal code", words: ["zip", "zipCode", "postcode"] },
    { value: "city", name: "City", words: ["town"] },
    { value: "state", name: "State", words: ["region", "province"] },
    { value: "taxCountry", name: "Country", words: ["countryCode"] },
    { value: "taxId", name: "Tax ID", words: ["vatId", "vatNumber"] },
    { value: "timezone", name: "Time zone" },
    { value: "locale", name: "Language" },
  ],
  hasProperties: false,
  bodyOf: accountOf,
  batch: 1,
  atOnce: 4,
  send: sendAccount,
};

function accountOf({ cells }: CsvRow, _: readonly string[], mapping: readonly string[]): CreateAccountRequest {
  const texts = Object.fromEntries(
    mapping.flatMap((target, index) => {
      const text = cells[index]?.text.trim() ?? "";
      return target === "" || text === "" ? [] : [[target, text]];
    }),
  );
  const { name = "", aliases, line1, line2, postalCode, city, state, ...others } = texts;
  const lines = { line1, line2, postalCode, city, state };
  const hasAddress = ADDRESS.some((line) => lines[line] !== undefined);
  return {
    name,
    ...others,
    ...(aliases !== undefined && { aliases: aliases.split(/[\s,]+/).filter((alias) => alias !== "") }),
    ...(hasAddress && { billingAddress: Object.fromEntries(ADDRESS.map((line) => [line, lines[line] ?? null])) }),
  };
}

async function sendAccount([account]: readonly CreateAccountRequest[], signal: AbortSignal): Promise<Outcome> {
  if (account === undefined) return { stored: 0, duplicates: 0, failed: [] };
  try {
    await client.accounts.create(account, { signal });
    return { stored: 1, duplicates: 0, failed: [] };
  } catch (error) {
    // Other errors, such as an unreachable server, concern every row.
    if (!(error instanceof CounterfoilError) || ![400, 409, 422].includes(error.status)) throw error;
    const details = error.errors.map(({ detail }) => detail);
    return { stored: 0, duplicates: 0, failed: [{ index: 0, detail: details.join(" ") || error.message }] };
  }
}
