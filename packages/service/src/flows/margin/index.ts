export { MARGIN_GROUPS } from "./margin-figures.ts";
export { type Margin, type MarginItem, readMargin } from "./read-margin.ts";
