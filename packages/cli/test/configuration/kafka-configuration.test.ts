import { expect, test } from "vitest";
import { readKafka } from "../../src/configuration/kafka-configuration.ts";

function read(environment: Readonly<Record<string, string>>) {
  const faults: string[] = [];
  const options = readKafka(environment, (fault) => faults.push(fault));
  return { options, faults };
}

const least = {
  COUNTERFOIL_KAFKA_BROKERS: "kafka-1:9092, [::1]:9093",
  COUNTERFOIL_KAFKA_TOPICS: "usage=org_1, eu=org_2",
};

test("brokers and topics are enough (R-STREAM-1)", () => {
  expect(read({})).toEqual({ options: null, faults: [] });
  expect(read(least)).toEqual({
    options: {
      brokers: ["kafka-1:9092", "[::1]:9093"],
      group: "counterfoil",
      topics: new Map([
        ["usage", "org_1"],
        ["eu", "org_2"],
      ]),
      start: "earliest",
      tls: null,
      sasl: null,
    },
    faults: [],
  });
});

test("TLS and a user", () => {
  const { options, faults } = read({
    ...least,
    COUNTERFOIL_KAFKA_TLS: "true",
    COUNTERFOIL_KAFKA_TLS_CA: import.meta.filename,
    COUNTERFOIL_KAFKA_SASL_MECHANISM: "SCRAM-SHA-512",
    COUNTERFOIL_KAFKA_USERNAME: "billing",
    COUNTERFOIL_KAFKA_PASSWORD: "secret",
  });
  expect(faults).toEqual([]);
  expect(options?.tls?.ca).toContain("TLS and a user");
  expect(options?.sasl).toEqual({ mechanism: "SCRAM-SHA-512", username: "billing", password: "secret" });
});

test.each([
  [{ COUNTERFOIL_KAFKA_GROUP: "g" }, "COUNTERFOIL_KAFKA_BROKERS is required with COUNTERFOIL_KAFKA_GROUP."],
  [{ COUNTERFOIL_KAFKA_BROKERS: "kafka-1:9092" }, "COUNTERFOIL_KAFKA_TOPICS is required"],
  [{ ...least, COUNTERFOIL_KAFKA_BROKERS: "kafka-1" }, 'names "kafka-1"; expected host:port'],
  [{ ...least, COUNTERFOIL_KAFKA_TOPICS: "usage" }, 'contains "usage"; expected a topic and the ID'],
  [{ ...least, COUNTERFOIL_KAFKA_TOPICS: "a=org_1,a=org_2" }, "names a twice"],
  [{ ...least, COUNTERFOIL_KAFKA_GROUP: "a b" }, "COUNTERFOIL_KAFKA_GROUP is"],
  [{ ...least, COUNTERFOIL_KAFKA_START: "now" }, "expected one of earliest, latest"],
  [{ ...least, COUNTERFOIL_KAFKA_TLS: "yes" }, "expected true or false"],
  [
    { ...least, COUNTERFOIL_KAFKA_TLS_CA: "ca.pem" },
    "COUNTERFOIL_KAFKA_TLS must be true with COUNTERFOIL_KAFKA_TLS_CA",
  ],
  [{ ...least, COUNTERFOIL_KAFKA_TLS: "true", COUNTERFOIL_KAFKA_TLS_CA: "none.pem" }, "expected a readable file"],
  [{ ...least, COUNTERFOIL_KAFKA_TLS: "true", COUNTERFOIL_KAFKA_TLS_KEY: import.meta.filename }, "belong together"],
  [{ ...least, COUNTERFOIL_KAFKA_PASSWORD: "secret" }, "COUNTERFOIL_KAFKA_SASL_MECHANISM is required"],
  [
    { ...least, COUNTERFOIL_KAFKA_SASL_MECHANISM: "PLAIN" },
    "COUNTERFOIL_KAFKA_USERNAME and COUNTERFOIL_KAFKA_PASSWORD",
  ],
  [
    {
      ...least,
      COUNTERFOIL_KAFKA_SASL_MECHANISM: "NTLM",
      COUNTERFOIL_KAFKA_USERNAME: "u",
      COUNTERFOIL_KAFKA_PASSWORD: "secret",
    },
    'is "NTLM"; expected one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512',
  ],
])("%j", (environment, fault) => {
  const { faults } = read(environment);
  expect(faults).toEqual([expect.stringContaining(fault)]);
  expect(faults.join()).not.toContain("secret");
});
