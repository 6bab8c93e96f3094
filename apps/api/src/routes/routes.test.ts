import { acts } from '@signalpost/administration'
import { findOpenObjects, findUnequalInputs } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from './routes.ts'

test('a write that is refused is named in the audit log as where it is done', () => {
  const names = acts.map(({ name }) => name)
  const writes = routes.filter(({ method }) => method !== 'get')
  expect(writes.length).toBeGreaterThan(5)
  expect(writes.filter(({ act = '' }) => !names.includes(act)).map(({ path }) => path)).toEqual([])
})

test('no body has room for members that are not declared, at any depth', () => {
  const open = routes.flatMap(({ operationId, body }) =>
    body === undefined ? [] : findOpenObjects(body).map((path) => `${operationId} ${path}`),
  )
  expect(open).toEqual([])
})

test('a body takes of each member what its act takes, as the other faces do', () => {
  const unequal = routes.flatMap(({ operationId, act: name, body }) => {
    const act = acts.find((one) => one.name === name)
    if (act === undefined || body === undefined) return []
    return findUnequalInputs(body, act.input).map((member) => `${operationId} ${member}`)
  })
  // What `none` is to the others, null is here.
  expect(unequal).toEqual(['judgeResult verdict'])
})

test('no list has pages of more than 100', () => {
  const limits = routes.flatMap(({ query: { shape } }) => (shape.limit === undefined ? [] : [shape.limit]))
  const takes = (limit: string) => limits.filter((one) => z.safeParse(one, limit).success)
  expect(limits.length).toBeGreaterThan(5)
  expect([takes('100'), takes('101')]).toEqual([limits, []])
})
