import { findOpenObjects } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { acts } from '../acts.ts'
import { operations } from './index.ts'

test('no two operations have the same name, or the same method and path', () => {
  const routes = operations.flatMap((operation) =>
    'http' in operation ? [`${operation.http.method} ${operation.http.path}`] : [],
  )
  for (const all of [operations.map(({ name }) => name), routes]) expect(all).toEqual([...new Set(all)])
})

test.each(operations.map(({ name, input }) => ({ name, input })))(
  '$name takes no member that it does not declare',
  ({ input }) => {
    const { error } = input.safeParse({ nonsense: 1 })
    expect(error?.issues).toContainEqual(expect.objectContaining({ keys: ['nonsense'] }))
  },
)

/** Our own documents that come back as they were answered: later versions may have more members. */
const comingBack: Record<string, string> = {
  'listener.create': '.plan',
  'listener.edit': '.plan',
  'listener.rank_trial': '.ScoreBreakdown',
}

test.each([...new Set([...operations, ...acts])].map(({ name, input }) => ({ name, input })))(
  '$name takes no member that it does not declare, at any depth',
  ({ name, input }) => {
    const open = findOpenObjects(input).map((path) => path.split('.', 2).join('.'))
    expect([...new Set(open)]).toEqual(name in comingBack ? [comingBack[name]] : [])
  },
)

/** Members by which answers give what opens something. */
const opening = ['secret', 'apiKey', 'token']

test('what answers a secret demands a recent login', () => {
  const showing = operations.filter((operation) => {
    if (!('output' in operation) || !(operation.output.schema instanceof z.ZodObject)) return false
    const { shape } = operation.output.schema
    return opening.some((name) => name in shape)
  })
  const others = showing.filter((operation) => !('needsRecentLogin' in operation))
  expect(showing.length).toBeGreaterThan(3)
  expect(others.map(({ name }) => name)).toEqual([])
})
