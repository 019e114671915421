import { claimWebhooks, type Context, readAllowedTargets, sendWebhook, type WebhookSender } from "@counterfoil/service";
import type { Api, Environment, Json } from "@counterfoil/testkit/scenario";
import { createWebhookSender } from "@counterfoil/worker";

/** The receivers of these tests are on this machine. No other target is allowed. */
export const { targets } = readAllowedTargets("127.0.0.1");
export const sender = createWebhookSender({ targets });

export interface Delivery extends Json {
  readonly type: string;
  readonly objectId: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly lastFailure: string | null;
}

/** An organization that sends webhooks to an endpoint when a test calls for it. */
export interface ToldShop {
  readonly api: Api;
  readonly endpoint: Json & { readonly secret: string };
  readonly path: string;
  /** Sends until nothing is due. Returns the number of attempts. */
  deliver(way?: WebhookSender): Promise<number>;
  deliveries(): Promise<Delivery[]>;
}

/** Creates a live organization, unless the settings say sandbox, with one endpoint. */
export async function openToldShop(
  platform: Environment,
  url: string,
  { sandbox = false, ...endpointInput }: { sandbox?: boolean; [member: string]: unknown } = {},
): Promise<ToldShop> {
  const organization = await platform.createOrganization({
    name: "Teller",
    email: "hello@teller.example",
    ...({ sandbox } as object),
  });
  const { api } = organization;
  const endpoint = await api.post<ToldShop["endpoint"]>("/webhook-endpoints", { url, ...endpointInput });
  const actor = { type: "system", id: "worker" } as const;
  const context: Context = { ...platform.ports, organizationId: organization.id, actor, requestId: null };
  const path = `/webhook-endpoints/${endpoint.id}`;

  async function deliver(way: WebhookSender = sender): Promise<number> {
    for (let tried = 0; ;) {
      const { taken, isDone } = await claimWebhooks(context, endpoint.id, { limit: 4, hasWayOut: true });
      await Promise.all(taken.map((inHand) => sendWebhook(context, inHand, way)));
      tried += taken.length;
      if (isDone) return tried;
    }
  }

  async function deliveries(): Promise<Delivery[]> {
    const { items } = await api.get<{ items: Delivery[] }>(`${path}/deliveries?limit=100`);
    return items.toReversed();
  }
  return { api, endpoint, path, deliver, deliveries };
}
