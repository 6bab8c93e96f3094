import { acts } from '@signalpost/administration'
import { expect, test } from 'vitest'
import { routes } from './routes.ts'

test('a write that is refused is named in the audit log as where it is done', () => {
  const names = acts.map(({ name }) => name)
  const writes = routes.filter(({ method }) => method !== 'get')
  expect(writes.length).toBeGreaterThan(5)
  expect(writes.filter(({ act = '' }) => !names.includes(act)).map(({ path }) => path)).toEqual([])
})
