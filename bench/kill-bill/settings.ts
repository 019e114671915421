import type { EmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";

/** Packages of Java 17 that Kill Bill's libraries open by reflection: Guice, Ehcache, and Felix for its addresses. */
const OPENED = [
  "java.lang",
  "java.util",
  "java.io",
  "java.net",
  "java.math",
  "java.text",
  "java.util.concurrent",
].concat(["file", "ftp", "http", "https", "jar"].map((protocol) => `sun.net.www.protocol.${protocol}`));

export const javaOptions: readonly string[] = [
  "-Xms1g",
  "-Xmx2g",
  "-Duser.timezone=GMT",
  ...OPENED.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
  "--add-opens=java.sql/java.sql=ALL-UNNAMED",
];

/** Only warnings: the log of every request, which Kill Bill's own configuration writes, would cost it CPU. */
export const LOGGING = `<configuration>
  <conversionRule conversionWord="maskedMsg" converterClass="org.killbill.billing.server.log.obfuscators.ObfuscatorConverter" />
  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%date %level %logger{0} %msg%n</pattern></encoder></appender>
  <root level="WARN"><appender-ref ref="OUT"/></root>
</configuration>
`;

/**
 * Kill Bill's properties. All others have their defaults. Three of these favor it: with the default pause of three seconds
 * between looks for due work, a billing run would mostly wait; and with the default 200,000 rounds of hashing, each request
 * would spend 55 ms of CPU on checking the tenant's password.
 */
export function settingsOf(places: {
  database: Pick<EmbeddedPostgres, "url" | "port">;
  plugins: string;
  logging: string;
}): string[] {
  const { username, password } = new URL(places.database.url);
  const address = `jdbc:postgresql://127.0.0.1:${places.database.port}/killbill`;
  const properties = {
    "org.killbill.dao.url": address,
    "org.killbill.dao.user": username,
    "org.killbill.dao.password": decodeURIComponent(password),
    "org.killbill.billing.osgi.dao.url": address,
    "org.killbill.billing.osgi.dao.user": username,
    "org.killbill.billing.osgi.dao.password": decodeURIComponent(password),
    "org.killbill.osgi.bundle.install.dir": places.plugins,
    "org.killbill.server.test.mode": "true",
    "org.killbill.server.updateCheck.skip": "true",
    "org.killbill.notificationq.main.sleep": "100",
    "org.killbill.notificationq.main.claimed": "100",
    "org.killbill.persistent.bus.main.claimed": "100",
    "org.killbill.security.shiroNbHashIterations": "1",
    "logback.configurationFile": places.logging,
  };
  return Object.entries(properties).map(([name, value]) => `-D${name}=${value}`);
}
