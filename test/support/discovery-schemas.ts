import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";

/** Returns the schema violations in a document, or `undefined` if the document is valid. */
export function mistakesIn(document: unknown, schema: object): string | undefined {
  return new AjvJsonSchemaValidator().getValidator(schema)(document).errorMessage;
}

const TEXT = { type: "string" };
const URI = { type: "string", format: "uri" };
const SHORT_TEXT = { type: "string", minLength: 1, maxLength: 100 };
const SERVER_NAME = { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" };

/**
 * The schema of a server card, from the field tables of SEP-2127 (modelcontextprotocol/experimental-ext-server-card at
 * commit 8924e08).
 */
export const SERVER_CARD = {
  type: "object",
  required: ["$schema", "name", "version", "description"],
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json" },
    name: SERVER_NAME,
    version: { type: "string", maxLength: 255 },
    description: SHORT_TEXT,
    title: SHORT_TEXT,
    websiteUrl: URI,
    icons: {
      type: "array",
      items: {
        type: "object",
        required: ["src"],
        properties: {
          src: URI,
          mimeType: TEXT,
          sizes: { type: "array", items: TEXT },
          theme: { enum: ["light", "dark"] },
        },
      },
    },
    remotes: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "url"],
        properties: {
          type: { enum: ["streamable-http", "sse"] },
          url: { type: "string", pattern: "^https?://[^\\s]+$" },
          supportedProtocolVersions: { type: "array", items: TEXT },
        },
      },
    },
  },
};

/**
 * The schema of a `server.json` file, as published on 2025-12-11. The registry also refuses version ranges and URL
 * schemes other than https.
 */
export const REGISTRY_SERVER = {
  type: "object",
  required: ["$schema", "name", "description", "version", "remotes"],
  additionalProperties: false,
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { ...SERVER_NAME, pattern: "^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$" },
    title: { ...SHORT_TEXT, pattern: "\\S" },
    description: SHORT_TEXT,
    version: { type: "string", maxLength: 255, pattern: "^\\d+\\.\\d+\\.\\d+$" },
    websiteUrl: { ...URI, pattern: "^https://" },
    icons: {
      type: "array",
      items: {
        type: "object",
        required: ["src"],
        additionalProperties: false,
        properties: {
          src: { ...URI, pattern: "^https://", maxLength: 255 },
          mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
          sizes: { type: "array", items: { type: "string", pattern: "^(\\d+x\\d+|any)$" } },
        },
      },
    },
    remotes: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["type", "url"],
        additionalProperties: false,
        properties: { type: { const: "streamable-http" }, url: { type: "string", pattern: "^https://[^\\s]+$" } },
      },
    },
  },
};

/** A schema for specification/ai-catalog.md of Agent-Card/ai-catalog (October 2026), which has no JSON Schema. */
export const AI_CATALOG = {
  type: "object",
  required: ["specVersion", "entries"],
  properties: {
    specVersion: { type: "string", pattern: "^\\d+\\.\\d+$" },
    host: {
      type: "object",
      required: ["displayName"],
      properties: {
        displayName: { type: "string", minLength: 1 },
        identifier: TEXT,
        documentationUrl: URI,
        logoUrl: URI,
      },
    },
    entries: {
      type: "array",
      items: {
        type: "object",
        required: ["identifier", "type"],
        not: { required: ["mediaType"] },
        oneOf: [{ required: ["url"] }, { required: ["data"] }],
        properties: {
          identifier: { type: "string", pattern: "^urn:air:[a-z0-9.-]+(:[a-z0-9._-]+){2,}$" },
          type: TEXT,
          url: URI,
          tags: { type: "array", items: TEXT },
          extensions: { type: "object", propertyNames: { pattern: "^https?://" } },
        },
      },
    },
  },
};

/** A schema for RFC 9264 §4.2. Each link context in `linkset` has relations, and each relation a list of targets. */
export const LINKSET = {
  type: "object",
  required: ["linkset"],
  additionalProperties: false,
  properties: {
    linkset: {
      type: "array",
      items: {
        type: "object",
        properties: { anchor: URI },
        additionalProperties: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            required: ["href"],
            additionalProperties: false,
            properties: { href: URI, type: TEXT, title: TEXT, media: TEXT, hreflang: { type: "array", items: TEXT } },
          },
        },
      },
    },
  },
};
