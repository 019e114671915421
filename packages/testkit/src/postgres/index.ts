export { insertOrganizations } from "./insert-organizations.ts";
export { createTestDatabase, serverAddress, type TestDatabase } from "./test-database.ts";
export { startTestServer, type TestServer } from "./test-server.ts";
