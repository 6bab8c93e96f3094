import { z } from 'zod'

/** Returns a text that a parameter of a query takes and that is no time; undefined if there is none. */
export function findFilterValue(schema: z.ZodType): string | undefined {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const named = [described.enum, described.anyOf?.map((one) => one.enum ?? one.const), described.example]
  const values = [...named.flat(3), 'true', '1', 'x', 'd:x.example'].filter(
    (value) => typeof value === 'string',
  )
  return values.find((value) => schema.safeParse(value).success && Number.isNaN(Date.parse(value)))
}
