export { bookCosts } from "./book-costs.ts";
