import { z } from 'zod'
import { maxIssues } from '../errors.ts'

/**
 * A schema for an array of any length that stops at 100 issues; otherwise a million wrong items would cost a million
 * issues. An array with a maximum needs no such limit: `z.array` with `.max` checks no item of a longer one.
 */
export function listOf<Item extends z.ZodType>(element: Item): z.ZodArray<Item> {
  // The cast: the constructor is not generic in its element.
  return new List({ type: 'array', element }) as z.ZodArray<Item>
}

const List = z.core.$constructor<z.ZodArray>('List', (list, definition) => {
  z.ZodArray.init(list, definition)
  list._zod.parse = (payload, context) => {
    const items: unknown = payload.value
    if (!Array.isArray(items)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: items, inst: list })
      return payload
    }
    const values: unknown[] = []
    for (const [index, value] of items.entries()) {
      const result = definition.element._zod.run({ value, issues: [] }, context)
      if (result instanceof Promise) throw new z.core.$ZodAsyncError()
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues))
      if (payload.issues.length >= maxIssues) break
      values.push(result.value)
    }
    payload.value = values
    return payload
  }
})
