import { describe, expect, test } from "vitest";
import { CircuitBreaker } from "../../../durable-objects/registry/circuit-breaker.ts";
import { verdict } from "../../../shared/domain-names/verdict.ts";

const TAKEN = verdict("taken", "registered");
const THROTTLED = verdict("throttled", "rate_limited");
const REFUSED = verdict("unknown", "refused");
const SILENT = verdict("unknown", "timeout");
const UNREACHABLE = verdict("unknown", "unreachable");

/** Creates a circuit breaker, a function that ends a query at a given time, and one that returns a caller's state. */
function breaker() {
  const circuit = new CircuitBreaker();
  const end = (
    at: number,
    answer = THROTTLED,
    { name = "a.example", isTrial = false, waitMs = undefined as number | undefined } = {},
  ) => circuit.completed(name, waitMs === undefined ? answer : { ...answer, waitMs }, at, isTrial);
  const stateFor = (caller: "signed_in" | "anonymous", at: number) => circuit.stateFor(caller, at);
  return { circuit, end, stateFor };
}

test("the circuit is closed at first, open during a pause, and half-open after it", () => {
  const { end, stateFor } = breaker();
  expect(stateFor("anonymous", 0)).toEqual({ kind: "closed" });
  end(0);
  expect(stateFor("anonymous", 1)).toEqual({ kind: "open", inMs: 29_999, by: "rate_limited" });
  expect(stateFor("anonymous", 30_000)).toEqual({ kind: "trial" });
  expect(stateFor("anonymous", 99_000)).toEqual({ kind: "trial" });
});

test("the first of two pauses with the same end remains", () => {
  const { circuit, end } = breaker();
  end(0, THROTTLED, { waitMs: 5_000 });
  end(0, REFUSED);
  expect(circuit.pause?.by).toBe("rate_limited");
});

describe("signed-in callers", () => {
  test("get a trial after each twelfth of the remaining pause, but at most one per half minute", () => {
    const { circuit, end, stateFor } = breaker();
    for (const [at, name] of ["a", "b", "c"].entries()) end(at, REFUSED, { name });
    expect(circuit.pause).toEqual({ until: 2 + 3_600_000, by: "refused", probeFrom: 2 + 300_000 });
    expect(stateFor("signed_in", 300_001)).toEqual({ kind: "open", inMs: 1, by: "refused" });
    expect(stateFor("signed_in", 300_002)).toEqual({ kind: "trial" });
    expect(stateFor("anonymous", 300_002)).toMatchObject({ kind: "open" });
    circuit.started(300_002);
    // One twelfth of the remaining time.
    expect(circuit.pause?.probeFrom).toBe(300_002 + 275_000);
    circuit.started(3_600_002 - 30_000);
    expect(circuit.pause?.probeFrom, "near its end no other probe follows").toBe(300_002 + 275_000);
    circuit.started(3_600_002 - 30_001);
    expect(circuit.pause?.probeFrom).toBe(3_600_001);
  });

  test("get a trial after half a minute at a host that throttles", () => {
    const { end, stateFor } = breaker();
    for (const at of [0, 30_000]) end(at);
    expect(stateFor("signed_in", 59_999)).toEqual({ kind: "open", inMs: 1, by: "rate_limited" });
    expect(stateFor("signed_in", 60_000)).toEqual({ kind: "trial" });
    expect(stateFor("anonymous", 60_000)).toMatchObject({ kind: "open" });
  });
});

describe("registry refusals", () => {
  test("open the circuit for an hour if three domains are refused within ten minutes", () => {
    const { circuit, end } = breaker();
    end(0, REFUSED, { name: "a" });
    expect(circuit.pause).toEqual({ until: 5_000, by: "refused", probeFrom: 0 });
    end(300_000, REFUSED, { name: "b" });
    end(600_000, REFUSED, { name: "c" });
    expect(circuit.pause, "the first was ten minutes ago").toMatchObject({ until: 605_000 });
    end(899_999, REFUSED, { name: "d" });
    expect(circuit.pause).toMatchObject({ until: 899_999 + 3_600_000 });
  });
});

describe("registry timeouts", () => {
  test("open the circuit if three occur within a minute, and each one counts only once", () => {
    const { circuit, end } = breaker();
    for (const at of [0, 30_000, 60_000]) end(at, SILENT);
    expect(circuit.pause, "the first was a minute ago").toBeNull();
    end(60_001, UNREACHABLE);
    expect(circuit.pause).toEqual({ until: 90_001, by: "unreachable", probeFrom: 60_001 });
    end(90_002, SILENT);
    end(90_003, SILENT);
    expect(circuit.pause?.until).toBe(90_001);
  });
});

describe("a successful response", () => {
  test("to an earlier query does not end a pause that the host requested", () => {
    const { circuit, end } = breaker();
    end(0);
    end(10, TAKEN);
    expect(circuit.pause).not.toBeNull();
    end(29_999, TAKEN);
    expect(circuit.pause).not.toBeNull();
    end(30_000, TAKEN);
    expect(circuit.pause).toBeNull();
  });
});
