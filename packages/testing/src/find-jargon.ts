import { parseInput } from '@signalpost/domain'

type Schema = Parameters<typeof parseInput>[0]

const jargon =
  /\b(?:record|string|int|integer|boolean|undefined|null_?ish|NaN|nonoptional|discriminator|received|regex)\b|Invalid|Too |Unrecognized|[<>]=?/

const wrongValues = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  ' ',
  'x',
  'x'.repeat(20_000),
  [],
  [null],
  {},
  { some: 1 },
]

/**
 * Returns the parts of a schema's errors on wrong variants of an example that are a validator's words instead of plain
 * ones.
 */
export function findJargon(schema: Schema, example: unknown): string[] {
  const found = new Set<string>()
  for (const variant of [...wrongValues, ...variantsOf(example)]) {
    const parsed = parseInput(schema, variant)
    for (const { path, message } of parsed.ok ? [] : parsed.issues) {
      if (jargon.test(message)) found.add(`${path}: ${message}`)
    }
  }
  return [...found]
}

/** Yields the value with each member in turn removed or replaced. */
function* variantsOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield Array.from({ length: 2_000 }, (_, index) => value[index % value.length])
    for (const [index, item] of value.entries()) {
      for (const variant of [...wrongValues, ...variantsOf(item)]) yield value.with(index, variant)
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, another: 1 }
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _left, ...others } = { ...value } as Record<string, unknown>
      yield others
      for (const variant of [...wrongValues, ...variantsOf(member)]) yield { ...value, [name]: variant }
    }
  }
}
