export { type Broker, type BrokerOptions, startBroker } from "./broker.ts";
export { type BrokerFiles, findBrokerFiles } from "./broker-files.ts";
