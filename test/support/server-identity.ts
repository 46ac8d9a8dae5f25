import type { ServerIdentity } from "../../shared/api/mcp/server-identity.ts";

/** Returns a server identity that is the same at every URL, for tests that ignore it. */
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
