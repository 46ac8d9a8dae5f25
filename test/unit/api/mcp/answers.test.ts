import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { isPlainRequest } from "../../../../shared/api/mcp/plain-request.ts";
import { engineAt } from "../../../engine/support/engine.ts";
import { seededBilling } from "../../../engine/support/seeded-billing.ts";
import { type GeneratedRequest, generatedRequests } from "./requests.ts";
import { type Conditions, credentials, mcpServers } from "./servers.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const REQUESTS = Number(process.env.GENERATED_REQUESTS ?? 10_000);

afterEach(() => void vi.restoreAllMocks());

test("a request is answered without router and SDK as with them, byte for byte, with the same metrics, records and log", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const conditions: Conditions = { now: NOW, acts: true };
  vi.spyOn(Date, "now").mockImplementation(() => conditions.now);
  const { db } = await seededBilling(new Date(NOW));
  const billing = engineAt(db, () => conditions.now);
  let plain = 0;
  const counted = (...given: Parameters<typeof isPlainRequest>) => {
    const isPlain = isPlainRequest(...given);
    if (isPlain) plain++;
    return isPlain;
  };
  const direct = await mcpServers(billing, conditions, { isPlain: counted, hasRouter: false });
  const sdk = await mcpServers(billing, conditions, { isPlain: () => false, hasRouter: true });
  const authorization = await credentials();
  let sent = 0;

  const ask = async (
    side: Awaited<ReturnType<typeof mcpServers>>,
    { server, connection, headers, body }: GeneratedRequest,
  ) => {
    const requestId = `00000000-0000-4000-8000-${String(sent).padStart(12, "0")}` as const;
    vi.spyOn(crypto, "randomUUID").mockReturnValue(requestId);
    const credential = connection && server === "account" && { Authorization: authorization[connection] ?? "" };
    const response = await side[server]({ method: "POST", headers: { ...headers, ...credential }, body });
    const { points, records } = side.traces;
    return {
      ...{ status: response.status, headers: [...response.headers], body: await response.text() },
      traces: [points.splice(0), records.splice(0), logged.mock.calls.splice(0)],
    };
  };

  await fc.assert(
    fc.asyncProperty(generatedRequests, fc.nat(100), async (request, passed) => {
      sent++;
      conditions.now += passed;
      conditions.acts = sent % 50 !== 0;
      expect(await ask(direct, request)).toEqual(await ask(sdk, request));
    }),
    { numRuns: REQUESTS },
  );
  expect(plain).toBeGreaterThan(REQUESTS / 4);
}, 240_000);
