/** An error in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, error: Record<string, unknown> & { message: string }) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalidRequest(code: string, message: string, status = 400, param?: string): StripeRefusal {
  return new StripeRefusal(status, { type: "invalid_request_error", code, message, param });
}
