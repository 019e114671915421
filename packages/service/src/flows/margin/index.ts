export { MARGIN_GROUPS } from "./margin-figures.ts";
export { type Margin, type MarginItem, type MarginQuestion, readMargin } from "./read-margin.ts";
