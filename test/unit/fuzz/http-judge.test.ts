import { expect, test } from "vitest";
import { HttpJudge } from "../../system/fuzz/http-judge.ts";
import type { WireAnswer } from "../../system/fuzz/wire.ts";

const judge = new HttpJudge({ operations: [], checkProblem: () => [] } as never, 1_000);
const page = { status: 404, headers: { "content-type": "text/html" }, body: Buffer.from("<!DOCTYPE html>"), ms: 1 };

function faultsAt(path: string, answer: Partial<WireAnswer>): string[] {
  const request = { method: "GET", path, headers: [], body: null } as never;
  return judge.judge({ answers: new Map() } as never, request, {} as never, { ...page, ...answer } as WireAnswer)
    .faults;
}

test.each(["/api%2Fv1", "/api%2fv1/account", "/apis"])(
  "a page is not there at %s",
  (path) => {
    expect(faultsAt(path, {})).toEqual([]);
    expect(faultsAt(path, { status: 200 })).toEqual(["200 beside the API"]);
    expect(faultsAt(path, { body: Buffer.from("{}") })).toEqual(["404 beside the API"]);
  },
);

test.each(["/api", "/api/v1/x", "/api/%76%31", "/api/../v2", "/api/?a=/../.."])(
  "a page is no answer at %s",
  (path) => {
    expect(faultsAt(path, {})).toContain("a problem as text/html");
  },
);
