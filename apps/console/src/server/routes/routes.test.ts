import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from './routes.ts'

/** Hours, sums, groups and fixed lists of kinds have no pages. */
const whole = [
  'getOverviewHours',
  'groupRejections',
  'listSchemes',
  'listActs',
  'listChannelKinds',
  'listWarehouseKinds',
  'sumDeals',
]

/** Lists without pages that say so in their description. */
const cut = {
  listWarehouseRecipes: 'a fixed list of kinds',
  listAttempts: 'the last 20; the list of messages has them all',
  listFinds: 'the last 50 of what was met; the list of signals has what was kept',
  listRejections: 'the last 1,000 of a log that is cut to so many, whose rows have no id',
}

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

test('every list takes a limit and a cursor, but for those that are named here', () => {
  const lists = routes.filter(({ method, operationId, success: { schema } }) => {
    const isList = method === 'get' && schema instanceof z.ZodObject && 'items' in schema.shape
    return isList && !whole.includes(operationId)
  })
  const unpaged = lists.filter(
    ({ query }) => !(query instanceof z.ZodObject && 'limit' in query.shape && 'cursor' in query.shape),
  )
  expect(unpaged.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(cut).toSorted())
})
