import type { ServerIdentity } from "../../shared/api/mcp/server-identity.ts";

/** The identity of a server at any address, for tests that ignore its name. */
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
