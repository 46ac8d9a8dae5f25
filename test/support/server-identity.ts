import type { ServerIdentity } from "../../shared/api/mcp/server-identity.ts";

/** The identity of a server whose name is of no importance, wherever it is addressed. */
export function fixedIdentity(name: string): () => ServerIdentity {
  return () => ({
    name: `test/${name}`,
    title: name,
    version: "1.0.0",
    description: `The ${name} of a test.`,
    websiteUrl: "https://desk.example/developers",
    icons: [],
  });
}
