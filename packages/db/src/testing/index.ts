export { fingerprintTables } from "./fingerprint";
export { openTestDatabase, TEST_MASTER_KEY, type TestDatabase } from "./open-test-database";
export { startTestServer, type TestServer } from "./test-server";
