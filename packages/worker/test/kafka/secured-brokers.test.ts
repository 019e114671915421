import type { KafkaOptions } from "@counterfoil/worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer, files, type KafkaStory, startKafkaStory, until } from "./kafka-story.ts";
import { makeCertificates } from "./make-certificates.ts";

// A broker with the listeners that hosted Kafka offers: encryption and passwords, and certificates of clients.

const { ca, server, client } = makeCertificates();
const stranger = makeCertificates().client;

/** In a properties file, a value with several lines continues after a backslash. */
const pem = (text: string) => text.trim().replaceAll("\n", " \\\n");

let story: KafkaStory;

beforeAll(async () => {
  if (!("classPath" in files)) return;
  const plain = 'org.apache.kafka.common.security.plain.PlainLoginModule required user_billing="secret";';
  const scram = "org.apache.kafka.common.security.scram.ScramLoginModule required;";
  story = await startKafkaStory(files.classPath, {
    listeners: { PASSWORDS: "SASL_SSL", CERTIFICATES: "SSL" },
    scramUsers: ["SCRAM-SHA-256=[name=billing,password=secret]", "SCRAM-SHA-512=[name=billing,password=secret]"],
    settings: {
      "ssl.keystore.type": "PEM",
      "ssl.keystore.certificate.chain": pem(server.cert),
      "ssl.keystore.key": pem(server.key),
      "ssl.truststore.type": "PEM",
      "ssl.truststore.certificates": pem(ca),
      "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
      "listener.name.passwords.plain.sasl.jaas.config": plain,
      "listener.name.passwords.scram-sha-256.sasl.jaas.config": scram,
      "listener.name.passwords.scram-sha-512.sasl.jaas.config": scram,
      "listener.name.certificates.ssl.client.auth": "required",
    },
  });
});
afterAll(() => story?.stop());

type Access = Pick<KafkaOptions, "tls" | "sasl">;
const user = (mechanism: "PLAIN" | "SCRAM-SHA-256" | "SCRAM-SHA-512", password = "secret"): Access => ({
  tls: { ca },
  sasl: { mechanism, username: "billing", password },
});

let topics = 0;

/** Sends an event to a new topic, and consumes it from a listener. */
async function consumeFrom(listener: "PASSWORDS" | "CERTIFICATES", access: Access) {
  const topic = `secured-${(topics += 1)}`;
  const organization = await story.platform.createOrganization();
  await createCustomer(organization, "acme");
  await story.createTopic(topic);
  const event = { uniqueId: topic, account: "acme", eventName: "call", timestamp: "2026-01-10T08:00:00Z" };
  await story.send({ topic, value: JSON.stringify(event) });
  const brokers = [story.broker.addresses[listener] ?? ""];
  const consumer = story.consume({ [topic]: organization.id }, { brokers, ...access });
  const ids = async () => {
    const { items } = await organization.api.get<{ items: { uniqueId: string }[] }>("/events");
    return items.map(({ uniqueId }) => uniqueId);
  };
  return { topic, consumer, ids };
}

test.for<[string, "PASSWORDS" | "CERTIFICATES", Access]>([
  ["PLAIN", "PASSWORDS", user("PLAIN")],
  ["SCRAM-SHA-256", "PASSWORDS", user("SCRAM-SHA-256")],
  ["SCRAM-SHA-512", "PASSWORDS", user("SCRAM-SHA-512")],
  ["a certificate of the client", "CERTIFICATES", { tls: { ca, ...client }, sasl: null }],
])("events are consumed over TLS with %s (R-STREAM-1)", async ([, listener, access], { skip }) => {
  if ("missing" in files) return skip(files.missing);
  const { topic, ids } = await consumeFrom(listener, access);
  expect(await until("the event is stored", async () => (await ids()).includes(topic) && ids())).toEqual([topic]);
});

test.for<[string, "PASSWORDS" | "CERTIFICATES", Access, RegExp]>([
  ["a wrong password", "PASSWORDS", user("SCRAM-SHA-512", "wrong"), /authenticat/i],
  ["an authority that the process does not know", "PASSWORDS", { ...user("PLAIN"), tls: {} }, /certificate/i],
  [
    "a certificate of another authority",
    "CERTIFICATES",
    { tls: { ca, ...stranger }, sasl: null },
    /connection closed/i,
  ],
])(
  "with %s nothing is read, and the error says what the broker answered (R-STREAM-1)",
  async ([, listener, access, says], { skip }) => {
    if ("missing" in files) return skip(files.missing);
    const { consumer, ids } = await consumeFrom(listener, access);
    const failure = await until("the worker reports the failure", () => Promise.resolve(consumer.failures[0]));
    expect(textOf(failure)).toMatch(says);
    expect(await ids()).toEqual([]);
  },
);

/** An error with its causes, as the log prints them. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error.message, ...[error.cause, ...inner].filter((one) => one !== undefined).map(textOf)].join(": ");
}
