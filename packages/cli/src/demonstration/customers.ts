import { invariant } from "@counterfoil/engine";
import type { AccountInput } from "@counterfoil/service";
import { taxIdOf } from "./tax-ids.ts";

/** A demo customer: an invented business at a plausible address. */
export interface Customer {
  /** The alias that contracts and events use. */
  readonly alias: string;
  readonly account: AccountInput & { name: string };
  readonly currency: Currency;
  readonly timezone: string;
}

export const currencies = ["EUR", "USD", "GBP"] as const;
export type Currency = (typeof currencies)[number];

/** Name | primary contact | street | postal code | city | country, or state and country. The largest first. */
const table = `
Harborline Logistics  | Jonas Petersen      | Am Sandtorkai 27            | 20457    | Hamburg       | DE
Cobalt & Finch        | Amelia Hart         | 18 Curtain Road             | EC2A 3NZ | London        | GB
Meridian Health Group | Rachel Okafor       | 250 West 34th Street        | 10119    | New York      | NY US
Solvang Energi        | Ingrid Solvang      | Dronning Eufemias gate 16   | 0191     | Oslo          | NO
Atelier Lumen         | Camille Roussel     | 12 rue du Quatre-Septembre  | 75002    | Paris         | FR
Pinecrest Outfitters  | Daniel Whitaker     | 1420 Pearl Street           | 80302    | Boulder       | CO US
Kestrel Robotics      | Mei-Ling Tan        | 71 Ayer Rajah Crescent      | 139951   | Singapore     | SG
Vantage Retail Media  | Oliver Bennett      | 4 Piccadilly Place          | M1 3BN   | Manchester    | GB
Nordwind Versicherung | Katharina Böhm      | Große Elbstraße 145         | 22767    | Hamburg       | DE
Blue Mesa Software    | Sofia Ramirez       | 600 Congress Avenue         | 78701    | Austin        | TX US
Quayside Foods        | Niamh Gallagher     | 3 Hanover Quay              | D02 DK81 | Dublin        | IE
Tessellate Studio     | Lotte van Dijk      | Herengracht 182             | 1016 BR  | Amsterdam     | NL
Aurum Payments        | Thabo Nkosi         | 90 Rivonia Road             | 2196     | Johannesburg  | ZA
Redwood Learning      | Grace Kim           | 1 Embarcadero Center        | 94111    | San Francisco | CA US
Fjordlys Media        | Mikkel Sørensen     | Vesterbrogade 74            | 1620     | København     | DK
Sakura Mobility       | 田中 陽子           | 丸の内 2-7-2                | 100-7012 | 東京          | JP
Castellan Legal       | Hugh Merriweather   | 9 Queen Street              | EH2 1JE  | Edinburgh     | GB
Bellweather Farms     | Emma Lindqvist      | Storgatan 31                | 411 38   | Göteborg      | SE
Orchid Biotech        | Prof. Anna Nowak    | ul. Prosta 20               | 00-850   | Warszawa      | PL
Copperline Hardware   | Marcus Boyd         | 233 South Wacker Drive      | 60606    | Chicago       | IL US
Altamira Travel       | Lucía Fernández     | Paseo de la Castellana 95   | 28046    | Madrid        | ES
Greywater Systems     | Priya Nair          | 45 Clarence Street          | 2000     | Sydney        | NSW AU
Lindenhof Kliniken    | Dr. Stefan Huber    | Maximilianstraße 40         | 80539    | München       | DE
Papaya Interactive    | Beatriz Carvalho    | Rua Garrett 62              | 1200-204 | Lisboa        | PT
Stonebridge Homes     | Charlotte Reed      | 27 Park Row                 | LS1 5HD  | Leeds         | GB
Zephyr Aero           | Antoine Mercier     | 5 avenue Didier Daurat      | 31400    | Toulouse      | FR
Larkspur Insurance    | William Chen        | 100 Federal Street          | 02110    | Boston        | MA US
Moana Fisheries       | Aroha Ngata         | 22 Viaduct Harbour Avenue   | 1010     | Auckland      | NZ
Pastello Ceramiche    | Giulia Ferrari      | Via Tortona 33              | 20144    | Milano        | IT
Summit Tutors         | Noah Fischer        | Bahnhofstrasse 52           | 8001     | Zürich        | CH
Ember Coffee Works    | Zoe Papadopoulou    | Ermou 56                    | 105 63   | Athina        | GR
Thistle Telecom       | Ewan MacLeod        | 110 St Vincent Street       | G2 5UB   | Glasgow       | GB
Cascade Cycles        | Hannah Brooks       | 1201 Third Avenue           | 98101    | Seattle       | WA US
Helix Diagnostics     | Matthias Gruber     | Mariahilfer Straße 88       | 1070     | Wien          | AT
Driftwood Hotels      | Isabelle Tremblay   | 1250 boulevard René-Lévesque | H3B 4W8 | Montréal      | QC CA
Polder Waterbouw      | Pieter de Vries     | Boompjes 40                 | 3011 XB  | Rotterdam     | NL
Saffron Kitchen       | Ayesha Rahman       | 81 Brick Lane               | E1 6QL   | London        | GB
Tundra Instruments    | Eero Virtanen       | Mannerheimintie 12          | 00100    | Helsinki      | FI
Juniper Analytics     | Caleb Foster        | 44 Montgomery Street        | 94104    | San Francisco | CA US
Vela Navigation       | Marta Kovač         | Ilica 10                    | 10000    | Zagreb        | HR
Orrery Exchange       | Clémence Aubert     | 4 place de la Bourse        | 75002    | Paris         | FR
Lumina Support        | Tara Whitfield      | 350 Fifth Avenue            | 10118    | New York      | NY US
Quillwork Research    | Henry Aldous        | 101 Federal Street          | 02110    | Boston        | MA US
Marlin Labs           | Dana Reyes          | 500 Terry Francois Street   | 94158    | San Francisco | CA US
`;

/** Settings that only some businesses have. */
const more: Readonly<Record<string, AccountInput>> = {
  "orrery-exchange": { taxStatus: "taxable", locale: "fr-FR" },
};
const secondLines: Readonly<Record<string, string>> = { "orrery-exchange": "3e étage" };

/** The euro countries that occur here. */
const euro = new Set(["DE", "FR", "IE", "NL", "ES", "PT", "IT", "GR", "AT", "FI", "HR"]);

const zones: Readonly<Record<string, string>> = {
  DE: "Europe/Berlin",
  GB: "Europe/London",
  NO: "Europe/Oslo",
  FR: "Europe/Paris",
  SG: "Asia/Singapore",
  IE: "Europe/Dublin",
  NL: "Europe/Amsterdam",
  ZA: "Africa/Johannesburg",
  DK: "Europe/Copenhagen",
  JP: "Asia/Tokyo",
  SE: "Europe/Stockholm",
  PL: "Europe/Warsaw",
  ES: "Europe/Madrid",
  AU: "Australia/Sydney",
  PT: "Europe/Lisbon",
  NZ: "Pacific/Auckland",
  IT: "Europe/Rome",
  CH: "Europe/Zurich",
  GR: "Europe/Athens",
  AT: "Europe/Vienna",
  CA: "America/Toronto",
  FI: "Europe/Helsinki",
  HR: "Europe/Zagreb",
  "NY US": "America/New_York",
  "MA US": "America/New_York",
  "IL US": "America/Chicago",
  "TX US": "America/Chicago",
  "CO US": "America/Denver",
  "CA US": "America/Los_Angeles",
  "WA US": "America/Los_Angeles",
};

export const customers: readonly Customer[] = table
  .trim()
  .split("\n")
  .map((row, index) =>
    toCustomer(
      row.split("|").map((cell) => cell.trim()),
      index,
    ),
  );

function toCustomer(cells: readonly string[], index: number): Customer {
  const [name = "", contact = "", line1 = "", postalCode = "", city = "", place = ""] = cells;
  const words = place.split(" ");
  const country = words.at(-1) ?? "";
  const timezone = zones[place] ?? zones[country];
  invariant(timezone !== undefined, `no time zone for ${place}`);
  const alias = aliasOf(name);
  const currency: Currency = euro.has(country) ? "EUR" : country === "GB" ? "GBP" : "USD";
  const [firstName = "", ...lastName] = contact.replace(/^(Dr|Prof)\. /, "").split(" ");
  const account = {
    name,
    aliases: [alias, `crm-${10_200 + index * 7}`],
    contacts: [
      {
        email: `contact@${alias}.example`,
        firstName,
        lastName: lastName.join(" "),
        isPrimary: true,
        emailPreferences: ["updates", "billing"],
      },
      // Larger businesses have a separate accounts payable contact.
      ...(index % 3 === 0 ? [{ email: `accounts.payable@${alias}.example`, emailPreferences: ["billing"] }] : []),
    ],
    billingAddress: {
      line1,
      line2: secondLines[alias] ?? null,
      postalCode,
      city,
      state: words.length > 1 ? (words[0] ?? null) : null,
    },
    billingEmail: index % 3 === 0 ? `accounts.payable@${alias}.example` : null,
    currency,
    taxCountry: country,
    taxId: taxIdOf(country, index),
    timezone,
    ...more[alias],
  };
  return { alias, account, currency, timezone };
}

/** `Cobalt & Finch` → `cobalt-finch`. */
function aliasOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
}
