import { TransientError } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { isStoreFault } from './store-fault.ts'

function errorOf(code: string, message = 'x'): Error {
  return Object.assign(new Error(message), { code })
}

test.each([
  ['a refused connection', errorOf('ECONNREFUSED')],
  ['a full backlog of a Unix socket', errorOf('EAGAIN')],
  ['a deadlock', errorOf('40P01')],
  ['a serialization failure', errorOf('40001')],
  ['a full disk', errorOf('53100')],
  ['too many connections', errorOf('53300')],
  ['a shutdown', errorOf('57P01')],
  ['a statement timeout', errorOf('57014')],
  ['a lock timeout', errorOf('55P03')],
  ['a demoted primary', errorOf('25006')],
  ['an I/O error', errorOf('58030')],
  ['a cut connection', new Error('Connection terminated unexpectedly')],
  ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
  ['a cause', new TransientError('x', { cause: errorOf('57P03') })],
  ['one of several', new AggregateError([errorOf('ECONNREFUSED'), errorOf('ECONNREFUSED')])],
])('takes %s for a fault of the store', (_what, error) => {
  expect(isStoreFault(error)).toBe(true)
})

test.each([
  ['a raised exception', errorOf('P0001')],
  ['a value out of range', errorOf('22003')],
  ['text that is not UTF-8', errorOf('22021')],
  ['a violated constraint', errorOf('23505')],
  ['a bug', new TypeError("Cannot read properties of undefined (reading 'x')")],
  ['no error at all', 'ECONNREFUSED'],
])('takes %s for a fault of the work', (_what, error) => {
  expect(isStoreFault(error)).toBe(false)
})
