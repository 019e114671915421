/** Where a provider's interface is reached, when not at its own address. */
export interface PaymentApi {
  readonly host: string;
  readonly port: number;
  readonly protocol: "http" | "https";
}
