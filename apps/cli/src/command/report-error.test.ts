import { expect, test } from 'vitest'
import { reportError } from './report-error.ts'

test.each([
  ['table', '42P01'],
  ['column', '42703'],
])('names the command that adds a missing %s to the schema', (_, code) => {
  const cause = Object.assign(new Error('it does not exist'), { code })
  expect(reportError(new Error('the query failed', { cause }))).toEqual({
    exitCode: 1,
    lines: ['error: The database does not have the schema of this version. Run ./signalpost migrate.'],
    body: {
      code: 'unavailable',
      message: 'The database does not have the schema of this version. Run ./signalpost migrate.',
    },
  })
})
