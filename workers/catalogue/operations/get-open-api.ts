import * as z from "zod";
import { catalogueOperation } from "../catalogue-context.ts";
import { CATALOGUE_FRESH_FOR } from "../catalogue-data/catalogue-cache.ts";
import { localeInput } from "../schemas/common.ts";

export const getOpenApi = catalogueOperation({
  id: "getOpenApi",
  http: { method: "GET", path: "/openapi.json" },
  title: "Get the OpenAPI description",
  label: { fr: "Lire la description OpenAPI" },
  summary: {
    en: "This API as an OpenAPI 3.1 document.",
    fr: "Cette API sous forme de document OpenAPI 3.1.",
  },
  description: "The OpenAPI 3.1 description of the catalogue API, made from the same definitions that serve it.",
  effect: "read",
  freshFor: CATALOGUE_FRESH_FOR,
  problems: [],
  input: z.strictObject({ ...localeInput }),
  output: z.looseObject({
    openapi: z.string(),
    info: z.record(z.string(), z.unknown()),
    paths: z.record(z.string(), z.unknown()),
  }),
  example: {},
  async run({ openApi }) {
    return openApi();
  },
});
