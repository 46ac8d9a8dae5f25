import * as z from "zod";

/** Returns the schema with strict objects, so that it refuses unpublished keys. */
export function closed(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall) return schema;
    const shape = Object.entries(schema.shape).map(([key, member]) => [key, closed(member as z.ZodType)]);
    return z.strictObject(Object.fromEntries(shape));
  }
  if (schema instanceof z.ZodArray) return z.array(closed(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return closed(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
