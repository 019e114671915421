import { readFileSync } from "node:fs";
import { type KafkaOptions, SASL_MECHANISMS } from "@counterfoil/worker";

type Environment = Readonly<Record<string, string | undefined>>;
type Refuse = (fault: string) => void;

const DEFAULT_GROUP = "counterfoil";
/** What Kafka allows in the name of a topic. */
const TOPIC = /^[\w.-]{1,249}$/;
const BROKER = /^(?:[\w.-]+|\[[0-9a-f:]+\]):\d{1,5}$/i;
const STARTS = ["earliest", "latest"] as const;

/** The variables that mean nothing without brokers. */
const OTHERS = [
  "COUNTERFOIL_KAFKA_TOPICS",
  "COUNTERFOIL_KAFKA_GROUP",
  "COUNTERFOIL_KAFKA_START",
  "COUNTERFOIL_KAFKA_TLS",
  "COUNTERFOIL_KAFKA_TLS_CA",
  "COUNTERFOIL_KAFKA_TLS_CERT",
  "COUNTERFOIL_KAFKA_TLS_KEY",
  "COUNTERFOIL_KAFKA_SASL_MECHANISM",
  "COUNTERFOIL_KAFKA_USERNAME",
  "COUNTERFOIL_KAFKA_PASSWORD",
] as const;

/**
 * Reads where events are consumed from (R-STREAM-1). Null without COUNTERFOIL_KAFKA_BROKERS. Messages never repeat a
 * password.
 */
export function readKafka(environment: Environment, refuse: Refuse): KafkaOptions | null {
  const read = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  const brokers = read("COUNTERFOIL_KAFKA_BROKERS");
  if (brokers === undefined) {
    const unused = OTHERS.filter((name) => read(name) !== undefined);
    if (unused.length > 0) refuse(`COUNTERFOIL_KAFKA_BROKERS is required with ${unused.join(", ")}.`);
    return null;
  }
  return {
    brokers: readBrokers(brokers, refuse),
    group: readGroup(read("COUNTERFOIL_KAFKA_GROUP"), refuse),
    topics: readTopics(read("COUNTERFOIL_KAFKA_TOPICS"), refuse),
    start: readStart(read("COUNTERFOIL_KAFKA_START"), refuse),
    tls: readTls(read, refuse),
    sasl: readSasl(read, refuse),
  };
}

function readBrokers(text: string, refuse: Refuse): string[] {
  const brokers = text.split(",").map((broker) => broker.trim());
  for (const broker of brokers.filter((one) => !BROKER.test(one))) {
    refuse(`COUNTERFOIL_KAFKA_BROKERS names ${JSON.stringify(broker)}; expected host:port, such as kafka-1:9092.`);
  }
  return brokers;
}

function readGroup(text = DEFAULT_GROUP, refuse: Refuse): string {
  if (!/^[\w.-]{1,255}$/.test(text)) {
    refuse(
      `COUNTERFOIL_KAFKA_GROUP is ${JSON.stringify(text)}; expected letters, digits, dots, hyphens and underscores.`,
    );
  }
  return text;
}

/** Reads `usage=org_1, clicks=org_2`: the organization whose events each topic contains. */
function readTopics(text: string | undefined, refuse: Refuse): Map<string, string> {
  const topics = new Map<string, string>();
  if (text === undefined) {
    refuse(
      "COUNTERFOIL_KAFKA_TOPICS is required with COUNTERFOIL_KAFKA_BROKERS: each topic with the ID of its organization, usage=org_….",
    );
    return topics;
  }
  for (const entry of text.split(",").map((part) => part.trim())) {
    const [topic = "", organizationId = "", ...rest] = entry.split("=").map((part) => part.trim());
    if (!TOPIC.test(topic) || !/^org_[0-9a-z]+$/.test(organizationId) || rest.length > 0) {
      refuse(
        `COUNTERFOIL_KAFKA_TOPICS contains ${JSON.stringify(entry)}; expected a topic and the ID of its organization, usage=org_….`,
      );
    } else if (topics.has(topic)) {
      refuse(`COUNTERFOIL_KAFKA_TOPICS names ${topic} twice. A topic belongs to one organization.`);
    }
    topics.set(topic, organizationId);
  }
  return topics;
}

function readStart(text: string | undefined, refuse: Refuse): KafkaOptions["start"] {
  const start = STARTS.find((known) => known === (text ?? "earliest"));
  if (start === undefined) {
    refuse(`COUNTERFOIL_KAFKA_START is ${JSON.stringify(text)}; expected one of ${STARTS.join(", ")}.`);
  }
  return start ?? "earliest";
}

type Read = (name: string) => string | undefined;

function readTls(read: Read, refuse: Refuse): KafkaOptions["tls"] {
  const text = read("COUNTERFOIL_KAFKA_TLS") ?? "false";
  if (text !== "true" && text !== "false") {
    refuse(`COUNTERFOIL_KAFKA_TLS is ${JSON.stringify(text)}; expected true or false.`);
  }
  const names = ["COUNTERFOIL_KAFKA_TLS_CA", "COUNTERFOIL_KAFKA_TLS_CERT", "COUNTERFOIL_KAFKA_TLS_KEY"] as const;
  const given = names.filter((name) => read(name) !== undefined);
  if (text !== "true") {
    if (given.length > 0) refuse(`COUNTERFOIL_KAFKA_TLS must be true with ${given.join(", ")}.`);
    return null;
  }
  const [ca, cert, key] = names.map((name) => readPem(name, read(name), refuse));
  if ((cert === undefined) !== (key === undefined)) {
    refuse("COUNTERFOIL_KAFKA_TLS_CERT and COUNTERFOIL_KAFKA_TLS_KEY belong together. Set both, or neither.");
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function readPem(name: string, path: string | undefined, refuse: Refuse): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    refuse(`${name} is ${JSON.stringify(path)}; expected a readable file in PEM format: ${(error as Error).message}.`);
    return undefined;
  }
}

function readSasl(read: Read, refuse: Refuse): KafkaOptions["sasl"] {
  const [given, username, password] = [
    read("COUNTERFOIL_KAFKA_SASL_MECHANISM"),
    read("COUNTERFOIL_KAFKA_USERNAME"),
    read("COUNTERFOIL_KAFKA_PASSWORD"),
  ];
  if (given === undefined) {
    if (username !== undefined || password !== undefined) {
      refuse(
        `COUNTERFOIL_KAFKA_SASL_MECHANISM is required with a user name or a password: ${SASL_MECHANISMS.join(", ")}.`,
      );
    }
    return null;
  }
  const mechanism = SASL_MECHANISMS.find((known) => known === given);
  if (mechanism === undefined) {
    refuse(
      `COUNTERFOIL_KAFKA_SASL_MECHANISM is ${JSON.stringify(given)}; expected one of ${SASL_MECHANISMS.join(", ")}.`,
    );
  }
  if (username === undefined || password === undefined) {
    refuse(
      "COUNTERFOIL_KAFKA_USERNAME and COUNTERFOIL_KAFKA_PASSWORD are required with COUNTERFOIL_KAFKA_SASL_MECHANISM.",
    );
  }
  if (mechanism === undefined || username === undefined || password === undefined) return null;
  return { mechanism, username, password };
}
