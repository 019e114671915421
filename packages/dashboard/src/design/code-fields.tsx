import {
  countryName,
  countryOptions,
  currencyOptions,
  stateOptions,
  timeZoneOptions,
  zoneName,
} from "../format/options.ts";
import { TextField } from "./field.tsx";
import { OptionField, type OptionFieldProps } from "./option-field.tsx";

type CodeFieldProps = Omit<OptionFieldProps, "label"> & { readonly label?: string };

/** A country by its name or code. The value is the code of ISO 3166-1. */
export function CountryField({
  label = "Country",
  inLocale,
  ...rest
}: CodeFieldProps & { readonly inLocale?: string }) {
  return (
    <OptionField
      {...rest}
      label={label}
      options={() => countryOptions(inLocale)}
      shown={(code) => countryName(code, inLocale)}
    />
  );
}

/** A currency by its code or name. The value is the code of ISO 4217. */
export function CurrencyField({ label = "Currency", ...rest }: CodeFieldProps) {
  return <OptionField {...rest} label={label} options={() => currencyOptions()} shown={(code) => code} />;
}

/** A time zone by its IANA name, with its current offset. */
export function TimeZoneField({
  label = "Time zone",
  first,
  ...rest
}: CodeFieldProps & { readonly first?: readonly string[] }) {
  return <OptionField {...rest} label={label} options={() => timeZoneOptions(first)} shown={zoneName} />;
}

/** The state of an address: a choice in the countries that have a list, else any text. */
export function StateField({
  label = "State or region",
  country,
  ...rest
}: Omit<CodeFieldProps, "bare" | "alignEnd"> & { readonly country: string }) {
  const states = stateOptions(country);
  if (states !== undefined) {
    return (
      <OptionField
        {...rest}
        key={country}
        label={label}
        options={() => states}
        shown={(text) => states.find((one) => one.value === text)?.name ?? text}
      />
    );
  }
  const { onChange, ...text } = rest;
  return <TextField {...text} label={label} onChange={({ target }) => onChange?.(target.value)} />;
}
