import { z } from 'zod'

const lengths = [
  0, 1, 2, 3, 10, 20, 40, 61, 64, 100, 101, 128, 200, 201, 256, 500, 501, 1_000, 2_001, 4_001, 10_001,
]
const texts = lengths.flatMap((length) => ['x'.repeat(length), ' '.repeat(length)])
const usual = [
  ...texts,
  'a b',
  'ä',
  '\u0000',
  '2026-11-20T09:00:00.000Z',
  null,
  true,
  0,
  -1,
  1.5,
  10_001,
  [],
  {},
]

/**
 * Returns the members of two inputs that have the same name and do not take the same values: texts of many lengths, numbers,
 * what either names, and the examples. No one reads both schemas side by side.
 */
export function findUnequalInputs(one: z.ZodType, other: z.ZodType): string[] {
  const [ours, theirs] = [shapeOf(one), shapeOf(other)]
  return Object.entries(ours).flatMap(([name, member]) => {
    const twin = theirs[name]
    if (twin === undefined) return []
    const values = [...usual, ...namedIn(describe(member)), ...namedIn(describe(twin))]
    const isEqual = values.every((value) => takes(member, value) === takes(twin, value))
    return isEqual ? [] : [name]
  })
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  // The cast: the members of an object are schemas.
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
}

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

const describe = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** The values of enumerations and examples, at the top of a schema or within a choice. */
function namedIn(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const own = Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'const' || name === 'example') return [value]
    return name === 'enum' && Array.isArray(value) ? value : []
  })
  return [...own, ...Object.values(node).flatMap(namedIn)]
}
