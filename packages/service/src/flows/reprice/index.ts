export { updatePrice } from "./update-price.ts";
