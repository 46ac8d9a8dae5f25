import * as z from "zod";
import { publicOperation } from "../account-context.ts";

/** How long the description may be cached, in seconds. It depends on the deployment and on the billing system. */
const FRESH_FOR = 600;

export const getOpenApi = publicOperation({
  id: "getOpenApi",
  http: { method: "GET", path: "/account/openapi.json" },
  title: "Get the OpenAPI description",
  label: { en: "Read the OpenAPI description", fr: "Lire la description OpenAPI" },
  summary: {
    en: "This API as an OpenAPI 3.1 document; no credential needed.",
    fr: "Cette API sous forme de document OpenAPI 3.1 ; aucune authentification requise.",
  },
  description:
    "The OpenAPI 3.1 description of the account API, made from the same definitions that serve it. Needs no credential.",
  effect: "read",
  freshFor: FRESH_FOR,
  problems: [],
  input: z.strictObject({}),
  output: z.looseObject({
    openapi: z.string(),
    info: z.record(z.string(), z.unknown()),
    paths: z.record(z.string(), z.unknown()),
  }),
  example: {},
  run: ({ openApi }) => openApi(),
});
