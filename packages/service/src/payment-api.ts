/** The address of a provider's API, if it is not the provider's own. */
export interface PaymentApi {
  readonly host: string;
  readonly port: number;
  readonly protocol: "http" | "https";
}
