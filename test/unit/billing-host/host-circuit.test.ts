import fc from "fast-check";
import { expect, test } from "vitest";
import { HostCircuit } from "../../../durable-objects/billing-host/host-circuit.ts";

const FAILED = { result: "failed", tookMs: 20, isTrial: false } as const;
const ANSWERED = { result: "works", tookMs: 20, isTrial: false } as const;

function opened(): HostCircuit {
  const circuit = new HostCircuit();
  for (let call = 0; call < 5; call++) circuit.ended(FAILED, 1_000);
  return circuit;
}

test("five failures in a row open the circuit for five seconds", () => {
  const circuit = new HostCircuit();
  for (let call = 0; call < 4; call++) circuit.ended(FAILED, 1_000);
  expect(circuit.stateAt(1_000)).toEqual({ kind: "closed" });
  circuit.ended(FAILED, 1_000);
  expect(circuit.open).toEqual({ until: 6_000, forMs: 5_000 });
  expect(circuit.stateAt(1_000)).toEqual({ kind: "open", inMs: 5_000 });
  expect(circuit.stateAt(5_999)).toEqual({ kind: "open", inMs: 1 });
  expect(circuit.stateAt(6_000)).toEqual({ kind: "trial" });
});

test("a response in between resets the count of failures", () => {
  const circuit = new HostCircuit();
  for (let call = 0; call < 40; call++) circuit.ended(call % 5 === 4 ? ANSWERED : FAILED, call);
  expect(circuit.open).toBeNull();
});

test("ten slow responses or timeouts in a row open the circuit, and a faster response resets the count", () => {
  const slow = { ...ANSWERED, tookMs: 8_000 };
  const timeout = { result: "timed_out", tookMs: 5_000, isTrial: false } as const;
  const circuit = new HostCircuit();
  for (let call = 0; call < 9; call++) circuit.ended(slow, call);
  circuit.ended({ ...ANSWERED, tookMs: 7_999 }, 9);
  for (let call = 0; call < 9; call++) circuit.ended(call % 3 === 0 ? timeout : slow, call);
  expect(circuit.open).toBeNull();
  circuit.ended(slow, 100);
  expect(circuit.open).toEqual({ until: 5_100, forMs: 5_000 });
});

test("the count of slow calls restarts after a trial closes the circuit", () => {
  const slow = { ...ANSWERED, tookMs: 8_000 };
  const circuit = new HostCircuit();
  for (let call = 0; call < 10; call++) circuit.ended(slow, 0);
  circuit.ended({ ...slow, isTrial: true }, 5_000);
  for (let call = 0; call < 9; call++) circuit.ended(slow, 5_000);
  expect(circuit.open).toBeNull();
  circuit.ended(slow, 5_000);
  expect(circuit.open).toEqual({ until: 10_000, forMs: 5_000 });
});

test("three timeouts in a row open the circuit", () => {
  const timeout = { result: "timed_out", tookMs: 5_000, isTrial: false } as const;
  const circuit = new HostCircuit();
  for (let call = 0; call < 2; call++) circuit.ended(timeout, 1_000);
  circuit.ended(ANSWERED, 1_000);
  for (let call = 0; call < 2; call++) circuit.ended(timeout, 1_000);
  expect(circuit.open).toBeNull();
  circuit.ended(timeout, 1_000);
  expect(circuit.open).toEqual({ until: 6_000, forMs: 5_000 });
});

test("a timeout between failures leaves the count of failures unchanged", () => {
  const circuit = new HostCircuit();
  for (let call = 0; call < 4; call++) circuit.ended(FAILED, 1_000);
  circuit.ended({ result: "timed_out", tookMs: 5_000, isTrial: false }, 1_000);
  expect(circuit.open).toBeNull();
  circuit.ended(FAILED, 1_000);
  expect(circuit.open).not.toBeNull();
});

test("a call that ends too early to show the state of the host, or has too large a response, does not count against the host", () => {
  const hurried = { result: "timed_out", tookMs: 4_999, isTrial: false } as const;
  const large = { result: "unknown", tookMs: 9_000, isTrial: false } as const;
  const circuit = new HostCircuit();
  for (let call = 0; call < 100; call++) circuit.ended(call % 2 ? hurried : large, 1_000);
  expect(circuit.open).toBeNull();
  for (let call = 0; call < 4; call++) circuit.ended(FAILED, 1_000);
  for (const nothing of [hurried, large]) circuit.ended(nothing, 1_000);
  expect(circuit.open).toBeNull();
  circuit.ended(FAILED, 1_000);
  expect(circuit.open?.forMs).toBe(5_000);
});

test.each(["failed", "timed_out", "unknown"] as const)(
  "a trial with the result %s opens the circuit again",
  (result) => {
    const circuit = opened();
    circuit.ended({ result, tookMs: 20, isTrial: true }, 6_000);
    expect(circuit.open).toEqual({ until: 16_000, forMs: 10_000 });
  },
);

test("after the clock is set back, the next call is a trial", () => {
  const circuit = new HostCircuit({ until: 9_000_000, forMs: 20_000 });
  expect(circuit.stateAt(5_000_000)).toEqual({ kind: "trial" });
  expect(circuit.stateAt(8_980_000)).toEqual({ kind: "open", inMs: 20_000 });
});

test("failed trials double the open time up to a minute, and a successful trial closes the circuit", () => {
  const circuit = opened();
  const times: number[] = [];
  for (let trial = 0; trial < 6; trial++) {
    const { until = 0 } = circuit.open ?? {};
    circuit.ended({ ...FAILED, isTrial: true }, until);
    times.push(circuit.open?.forMs ?? 0);
  }
  expect(times).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  circuit.ended({ ...ANSWERED, isTrial: true }, 400_000);
  expect(circuit.open).toBeNull();
  for (let call = 0; call < 4; call++) circuit.ended(FAILED, 400_000);
  expect(circuit.open).toBeNull();
  circuit.ended(FAILED, 400_000);
  expect(circuit.open?.forMs).toBe(5_000);
});

test("calls that started before the circuit opened neither close it nor extend it", () => {
  const circuit = opened();
  const before = circuit.open;
  for (const late of [ANSWERED, FAILED, FAILED, FAILED, FAILED, FAILED]) circuit.ended(late, 3_000);
  expect(circuit.open).toEqual(before);
});

test("a circuit is restored as it was stored", () => {
  const circuit = new HostCircuit({ until: 9_000, forMs: 20_000 });
  expect(circuit.stateAt(8_000)).toEqual({ kind: "open", inMs: 1_000 });
  circuit.ended({ ...FAILED, isTrial: true }, 9_000);
  expect(circuit.open).toEqual({ until: 49_000, forMs: 40_000 });
});

test("a circuit stays open for 5 to 60 seconds, and then a trial decides", () => {
  const calls = fc.array(
    fc.record({
      result: fc.constantFrom("works", "failed", "timed_out", "unknown"),
      tookMs: fc.integer({ min: 0, max: 20_000 }),
      gap: fc.nat(9_000),
    }),
  );
  fc.assert(
    fc.property(calls, (ended) => {
      const circuit = new HostCircuit();
      let now = 0;
      for (const { result, tookMs, gap } of ended) {
        now += gap;
        const before = circuit.stateAt(now);
        circuit.ended({ result, tookMs, isTrial: before.kind === "trial" }, now);
        if (before.kind === "trial") expect(circuit.open === null).toBe(result === "works");
        if (before.kind === "open") expect(circuit.stateAt(now)).toEqual(before);
        if (circuit.open) {
          expect(circuit.open.forMs).toBeGreaterThanOrEqual(5_000);
          expect(circuit.open.forMs).toBeLessThanOrEqual(60_000);
        }
      }
    }),
  );
});
