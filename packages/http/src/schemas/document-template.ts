import Type from "typebox";
import { nullable, oneOf, record } from "./schema.ts";

const LAYOUTS = ["classic", "modern", "compact"] as const;
const PAPERS = ["a4", "letter"] as const;

const layout = oneOf(
  LAYOUTS,
  "A letter for a window envelope; a layout that starts with the amount; or a compact layout.",
);
const paper = nullable(oneOf(PAPERS, "Null selects the usual paper size of the locale's region."));
const showUsageDetail = Type.Boolean({
  description:
    "Whether documents list the tiers, fees and packages of usage lines, below each line or in a table at the end.",
});
const showUsageByDay = Type.Boolean({
  description: "Whether documents list the usage of each day after the totals, at most 400 rows.",
});
const footer = nullable(
  Type.String({ maxLength: 2_000, description: "The footer of documents that do not set another one." }),
);
const customFields = Type.Array(
  record({ label: Type.String({ minLength: 1, maxLength: 60 }), value: Type.String({ minLength: 1, maxLength: 200 }) }),
  { maxItems: 10, description: "Printed with the details of every document, in this order." },
);

/** The look of documents, apart from the brand color and the logo. */
export const documentTemplate = record({ layout, paper, showUsageDetail, showUsageByDay, footer, customFields });

export const documentTemplateChange = record({
  layout: Type.Optional(layout),
  paper: Type.Optional(paper),
  showUsageDetail: Type.Optional(showUsageDetail),
  showUsageByDay: Type.Optional(showUsageByDay),
  footer: Type.Optional(footer),
  customFields: Type.Optional(customFields),
});

/** A logo sent with other settings. `PUT /organization/logo` takes the image itself. */
export const logoUrl = Type.String({
  pattern: "^(data:image/(png|jpeg|svg\\+xml);base64,|/organization/logos/[0-9a-f]{64}$)",
  maxLength: 500_000,
  description: "The image as a `data:` URL, or the address of a logo.",
});
