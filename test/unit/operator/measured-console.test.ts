import { beforeEach, expect, test, vi } from "vitest";
import { METRIC_BLOBS } from "../../../shared/platform/metric-point.ts";
import { openOperator } from "../../../workers/operator/composition.ts";
import type { OperatorEnv } from "../../../workers/operator/environment.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { runOperatorWork } from "../../../workers/operator/scheduled-work.ts";
import { demonstrationBindings as bindings } from "./support/demonstration-bindings.ts";

let points: (string | undefined)[][];

/** Index, Worker, transport, status and release of what is written. */
const METRICS: NonNullable<OperatorEnv["METRICS"]> = {
  writeDataPoint({ indexes, blobs } = {}) {
    const named = (["worker", "transport", "status", "release"] as const).map((name) =>
      String(blobs?.[METRIC_BLOBS.indexOf(name)]),
    );
    points.push([String(indexes?.[0]), ...named]);
  },
};

beforeEach(() => {
  points = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

test.each([
  ["/api/acts?subject=account:1001", 200, "/api/acts"],
  ["/acts", 200, "/acts"],
  ["/api/stuck", 502, "/api/stuck"],
  ["/api/unlock", 405, "/api/unlock"],
  ["/api/olga@maple.example", 404, "/api/*"],
  ["/constructor", 404, "/*"],
])(
  "a call of the console is one point by its command, and by nothing that was sent: %s",
  async (path, status, work) => {
    const answer = await operatorConsole(openOperator({ ...bindings(), METRICS }, () => undefined))(
      new Request(`http://localhost${path}`),
    );
    expect(answer.status).toBe(status);
    expect(points).toEqual([[work, "operator", "http", String(status), "v7"]]);
  },
);

test("a call that is refused for its host is a point as well, and without a dataset nothing is written", async () => {
  const request = () => new Request("https://operator.maple.example/api/acts");
  expect((await operatorConsole(openOperator({ ...bindings(), METRICS }, () => undefined))(request())).status).toBe(
    404,
  );
  expect(points).toEqual([["/api/acts", "operator", "http", "404", "v7"]]);
  expect((await operatorConsole(openOperator(bindings(), () => undefined))(request())).status).toBe(404);
  expect(points).toHaveLength(1);
});

test("a run of the console's scheduled work is a point", async () => {
  await runOperatorWork(openOperator({ ...bindings(), METRICS }, () => undefined));
  expect(points).toEqual([["cron:erasures", "operator", "cron", "200", "v7"]]);
});
