import Type from "typebox";
import { nullable, oneOf, record } from "./schema.ts";

const LAYOUTS = ["classic", "modern", "compact"] as const;
const PAPERS = ["a4", "letter"] as const;

const layout = oneOf(LAYOUTS, "A letter for a window envelope; one that leads with the amount; most on a page.");
const paper = nullable(oneOf(PAPERS, "Null: what the region of the locale prints on."));
const showUsageDetail = Type.Boolean({
  description: "Whether the tiers, fees and packages behind usage lines are listed on pages of their own.",
});
const showUsageByDay = Type.Boolean({
  description: "Whether what was used on each day is listed on pages of its own, 400 rows at most.",
});
const footer = nullable(
  Type.String({ maxLength: 2_000, description: "At the foot of documents that have no text of their own there." }),
);
const customFields = Type.Array(
  record({ label: Type.String({ minLength: 1, maxLength: 60 }), value: Type.String({ minLength: 1, maxLength: 200 }) }),
  { maxItems: 10, description: "Printed among the particulars of every document, in this order." },
);

/** How documents look, beside the brand colour and the logo. */
export const documentTemplate = record({ layout, paper, showUsageDetail, showUsageByDay, footer, customFields });

export const documentTemplateChange = record({
  layout: Type.Optional(layout),
  paper: Type.Optional(paper),
  showUsageDetail: Type.Optional(showUsageDetail),
  showUsageByDay: Type.Optional(showUsageByDay),
  footer: Type.Optional(footer),
  customFields: Type.Optional(customFields),
});

/** A logo as it is written beside other settings; `PUT /organization/logo` takes the picture itself. */
export const logoUrl = Type.String({
  pattern: "^(data:image/(png|jpeg|svg\\+xml);base64,|/organization/logos/[0-9a-f]{64}$)",
  maxLength: 500_000,
  description: "The picture as a data: address, or the address at which a logo is read.",
});
