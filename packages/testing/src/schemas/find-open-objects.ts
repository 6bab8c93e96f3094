import { z } from 'zod'

/** Returns where a schema takes members that it does not declare, at any depth. */
export function findOpenObjects(schema: z.ZodType): string[] {
  return [...openIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')]
}

function* openIn(node: unknown, path: string): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if ('properties' in node && !('additionalProperties' in node && node.additionalProperties === false)) {
    yield path === '' ? '(whole)' : path
  }
  for (const [name, inside] of Object.entries(node)) {
    // An example is no schema.
    if (['example', 'default', 'enum', 'const'].includes(name)) continue
    const isKeyword = ['properties', 'items', 'anyOf', 'oneOf', 'allOf', '$defs'].includes(name)
    yield* openIn(inside, isKeyword ? path : `${path}.${name}`)
  }
}
