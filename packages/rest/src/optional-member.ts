import type { z } from 'zod'

/** A member of a body that may be left out; null counts as absent. */
export function optionalMember<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}
