export * from "./worker.ts";
export { createRests } from "./copy-rests.ts";
export { runAllDueWork } from "./passes.ts";
export { readSender, readSmtpAddress, type SmtpAddress } from "./mail/smtp-address.ts";
export { createWebhookSender, type WebhookSenderOptions } from "./webhooks/webhook-sender.ts";
export { reachTarget } from "./webhooks/reach-target.ts";
export { createSmtpMailer, type SmtpMailer } from "./mail/smtp-mailer.ts";
export { type KafkaOptions, SASL_MECHANISMS } from "./kafka/kafka-options.ts";
