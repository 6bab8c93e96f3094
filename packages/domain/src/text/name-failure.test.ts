import { expect, test } from 'vitest'
import { nameFailure } from './name-failure.ts'

test.each([
  ['connect_failed', 'nothing answers at the address'],
  ['channel_not_found', 'channel not found'],
  ['/srv/my_lake.duckdb is not a file', '/srv/my_lake.duckdb is not a file'],
  ['550 5.1.1 no such user', '550 5.1.1 no such user'],
])('says %s as %s', (code, words) => {
  expect(nameFailure(code)).toBe(words)
})
