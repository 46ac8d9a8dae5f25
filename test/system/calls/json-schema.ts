import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isJsonObject } from "../../../shared/platform/json.ts";

/** A JSON Schema (draft 2020-12). */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  [keyword: string]: unknown;
}

/** Removes optional members that are `null`, because operations treat `null` like a missing member. */
export function withoutNulls(value: unknown, { required = [] }: Schema): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => member !== null || required.includes(name)),
  );
}

/** Returns the faults of a value; empty if the value is valid. */
export type Check = (value: unknown) => string[];

const MAX_ERRORS = 3;

/** Compiles checks from the schemas of one document. The schemas may refer to the document's named schemas. */
export class SchemaChecks {
  readonly #ajv = new Ajv2020({ strictTypes: false, strictRequired: false, allErrors: true });
  readonly #uri: string;
  readonly #isClosed: boolean;

  /**
   * @param uri the base URI of the named schemas
   * @param named the named schemas, by their names under `#/components/schemas/`
   * @param isClosed whether to refuse members that a schema does not name, unless it has `additionalProperties`
   */
  constructor(uri: string, named: Record<string, unknown> = {}, isClosed = false) {
    this.#uri = uri;
    this.#isClosed = isClosed;
    addFormats.default(this.#ajv);
    for (const [name, schema] of Object.entries(named)) this.#ajv.addSchema(this.#read(schema), this.#idOf(name));
  }

  of(schema: unknown): Check {
    const validate = this.#ajv.compile(this.#read(schema));
    return (value) => errorsOf(validate, value);
  }

  #idOf(name: string): string {
    return `${this.#uri}/${name}`;
  }

  #read(schema: unknown): object {
    return mapObjects(schema, (object) => {
      const { $ref } = object;
      if (typeof $ref === "string") return { ...object, $ref: this.#idOf($ref.slice(NAMED.length)) };
      if (!this.#isClosed || !isJsonObject(object.properties) || "additionalProperties" in object) return object;
      return { ...object, additionalProperties: false };
    }) as object;
  }
}

const NAMED = "#/components/schemas/";

/** Applies `map` to each object in a value, innermost objects first. */
function mapObjects(value: unknown, map: (object: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map));
  if (!isJsonObject(value)) return value;
  return map(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapObjects(part, map)])));
}

function errorsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, MAX_ERRORS).map(({ instancePath, message, params }) => {
    return `${instancePath || "the whole"} ${message} ${JSON.stringify(params)}`;
  });
}
