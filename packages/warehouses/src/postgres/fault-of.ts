import { faultOfAnswer } from '../network/answer-error.ts'
import { RefusedRowError } from '../refused-row-error.ts'
import type { Fault } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'

/** By class of SQLSTATE. */
const faults: Readonly<Record<string, Fault>> = {
  '0A': 'configuration', // the server lacks a feature
  '0L': 'configuration', // grants
  '22': 'data', // a value that a type refuses
  '23': 'data', // a constraint added by a person
  '28': 'configuration', // authorisation
  '3D': 'configuration', // no such database
  '3F': 'configuration', // no such schema
  '42': 'configuration', // no such table or column, or no right to it
  '54': 'data', // a value that is too large
}

/** The driver cannot log in with what the URL has. */
const loginFault = /SASL|scram/i

/** Converts an error that quotes a refused value into one that is safe to show. */
export function hideRows(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (!code.startsWith('22')) return error
  const where = 'where' in error ? String(error.where) : ''
  const column = /, column (\w+)(:|$)/m.exec(where)?.[1]
  const place = column === undefined ? '' : ` of the column ${column}`
  return new RefusedRowError(`PostgreSQL refused a value${place} (SQLSTATE ${code}).`)
}

/** Treats every unknown error as transient: networks, restarts, locks, full disks. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'retry'
  if (error instanceof UnusablePlaceError) return 'configuration'
  if (error instanceof RefusedRowError) return 'data'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^[0-9A-Z]{5}$/.test(code)) return faults[code.slice(0, 2)] ?? 'retry'
  return faultOfAnswer(error) ?? (loginFault.test(error.message) ? 'configuration' : 'retry')
}
