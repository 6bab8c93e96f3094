import { z } from 'zod'

/** A parameter that is a whole number. */
export function numberValue({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine((text) => /^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `expected a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .meta({ override: { type: 'integer', minimum: min, maximum: max } })
}

export const booleanValue = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      jsonSchema.type = 'boolean'
      delete jsonSchema.enum
    },
  })

/** The parameters of every list. */
export const pageQuery = {
  limit: numberValue({ min: 1, max: 100 })
    .default(25)
    .meta({
      description: 'How many items a page has at most. May change between pages.',
      override: { default: 25 },
    }),
  cursor: z.string().max(2_000, { error: 'expected the nextCursor of an answer' }).optional().meta({
    description: 'The `nextCursor` of the page before, with the same filters.',
    example: 'eyJhZnRlciI6eyJpZCI6InNpZ184ZDFmIn19.4YH2mKp0Yb6Qx1v3n8s5t7u9w0yAzBcDeFgHiJkLmNo',
  }),
}

/** The query of a list that is short enough to be read whole: without a limit, it is all of it. */
export const shortPageQuery = {
  limit: numberValue({ min: 1, max: 100 })
    .optional()
    .meta({ description: 'How many items a page has at most; all of them by default.' }),
  cursor: pageQuery.cursor,
}
