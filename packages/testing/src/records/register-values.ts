import fc from 'fast-check'
import { z } from 'zod'

const firstMs = Date.parse('2026-11-01T00:00:00.000Z')

/** Few moments make ties common; the event's id and then its source must break them. */
export const moments = fc.nat(9).map((minutes) => new Date(firstMs + minutes * 60_000).toISOString())

/** Values that a register's schema accepts. */
export function registerValues(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, registerValues(member)])
    return fc.record(Object.fromEntries(members))
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodString) {
    return schema.meta()?.format === 'date-time' ? moments : fc.constantFrom('usr_1', 'usr_2')
  }
  throw new Error('Expected a register of objects, enums, instants or ids; add its schema to registerValues.')
}
