export { Conversion, type DatedAmount, type MissingRate, type UsedRate } from "./conversion.ts";
export { deleteExchangeRate, getExchangeRate, listExchangeRates, setExchangeRates } from "./manage-rates.ts";
export { openConversion } from "./open-conversion.ts";
