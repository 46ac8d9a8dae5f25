import { vi } from "vitest";
import type { Call, Permission } from "../../../shared/billing-contract/call.ts";

/** The call context for tests that need no login. */
export const CALL: Call = { requestId: "test" };
/** The owner of account 1001 in the demonstration, and a contact who may only see its domains and tickets. */
export const OWNER = { ...CALL, loginId: 11, accountId: 1001, permissions: [] as Permission[] };
export const COLLEAGUE = { ...CALL, loginId: 12, accountId: 1001, permissions: [] as Permission[] };
/** The owner of an account with 60 services, 250 domains, 300 invoices and 120 tickets. */
export const BIG = { ...CALL, loginId: 15, accountId: 1005, permissions: [] as Permission[] };

export const EVERYTHING = { within: { kind: "account" }, status: "all", limit: 100 } as const;
export const ALL = { status: "all", limit: 100 } as const;

/** Returns the value of a result. Throws if the result is a problem. */
export function answered<Value>(result: { ok: true; value: Value } | { ok: false; problem: { code: string } }): Value {
  if (!result.ok) throw new Error(`the answer is ${result.problem.code}`);
  return result.value;
}

/** Collects all later log lines instead of printing them. */
export function logLines(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  for (const level of ["error", "warn", "info", "log"] as const) {
    vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))));
  }
  return lines;
}
