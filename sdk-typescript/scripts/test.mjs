// Runs the compiled tests against one server: EDGEWISE_TEST_URL, or one that it starts from EDGEWISE_TEST_JAR, or from the
// jar that the build of this repository has left.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startServer } from "../dist/testing/index.js";

const jar = process.env["EDGEWISE_TEST_JAR"] || fileURLToPath(new URL("../../server/target/edgewise.jar", import.meta.url));
const build = fileURLToPath(new URL("../build/", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(build)
  .filter((name) => name.endsWith(".test.js") && (wanted.length === 0 || wanted.some((each) => name.startsWith(each))))
  .map((name) => build + name);

const server = await startServer(process.env["EDGEWISE_TEST_URL"] ? {} : { jar });
try {
  const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", "--test-concurrency=2", ...files], {
    stdio: "inherit",
    env: { ...process.env, EDGEWISE_TEST_URL: server.url, EDGEWISE_TEST_JAR: jar },
  });
  process.exitCode = status ?? 1;
} finally {
  await server.close();
}
