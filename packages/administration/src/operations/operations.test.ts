import { expect, test } from 'vitest'
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
