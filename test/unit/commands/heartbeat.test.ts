import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";

test("work that prints nothing is followed by a line now and then, though it keeps its thread busy", async () => {
  const work = `
    import { keepSayingSo } from "./scripts/heartbeat.ts";
    const stop = keepSayingSo("prove walk", 100);
    const until = Date.now() + 2000;
    while (Date.now() < until);
    stop();`;
  const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module-typescript", "-e", work], {
    ...{ cwd: PROJECT, timeout: 60_000 },
  });
  expect(stderr).toMatch(/^prove walk goes on, \d+ s since it began\.$/m);
});
