import fc from "fast-check";
import { hostileBodies, hostileTypes, oddHeaders } from "./hostile-values.ts";
import type { Mutation } from "./http-mutations.ts";
import { madeBy } from "./made-by.ts";
import type { WireRequest } from "./wire.ts";

const messageChanges: fc.Arbitrary<Mutation<WireRequest>> = fc.oneof(
  hostileBodies.map((bytes) => ({
    name: "other bytes",
    change: (request: WireRequest) => {
      request.body = bytes(request.body?.toString() ?? "");
    },
  })),
  hostileTypes.map((types) => ({
    name: "another type",
    change: (request: WireRequest) => {
      request.headers = [...request.headers.filter(([name]) => name !== "Content-Type"), ...types];
    },
  })),
  oddHeaders.map((more) => ({
    name: "odd headers",
    change: (request: WireRequest) => void request.headers.push(...more),
  })),
  fc.constantFrom("GET", "DELETE", "PUT", "OPTIONS", "HEAD").map((method) => ({
    name: method,
    change: (request: WireRequest) => {
      request.method = method;
    },
  })),
  fc.constantFrom(1, 2, 10, 11, 50, 51).map((length) => ({
    name: "long batch",
    change: (request: WireRequest) => {
      const batch = Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
      request.body = Buffer.from(JSON.stringify(batch));
      request.headers = request.headers.filter(([name]) => !/^mcp-/i.test(name));
    },
  })),
);

/** Changes a request to an MCP server around its message, or puts another in its place; the change's name. */
export function changeMessage(request: WireRequest, seed: number): string {
  const { name, change } = madeBy(seed, messageChanges);
  change(request);
  return name;
}
