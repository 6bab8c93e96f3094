import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from './routes.ts'

/** Hours, sums, groups and fixed lists of kinds have no pages. */
const whole = [
  'getOverviewHours',
  'groupRejections',
  'listSchemes',
  'listChannelKinds',
  'listWarehouseKinds',
  'sumDeals',
]

test('every list says whether more follows', () => {
  const lists = routes.filter(({ method, success: { schema } }) => {
    return method === 'get' && schema instanceof z.ZodObject && 'items' in schema.shape
  })
  const endless = lists.filter(
    ({ operationId, success: { schema } }) =>
      !whole.includes(operationId) && !(schema instanceof z.ZodObject && 'nextCursor' in schema.shape),
  )
  expect(lists.length).toBeGreaterThan(20)
  expect(endless.map(({ path }) => path)).toEqual([])
})
