import { faultOfAnswer } from '../network/answer-error.ts'
import { RefusedRowError } from '../refused-row-error.ts'
import type { Fault } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'

/** The code of a missing right. */
export const accessDenied = '497'

/** Codes of the server's exceptions. */
const codes: Readonly<Record<Exclude<Fault, 'retry'>, readonly number[]>> = {
  throttle: [
    201, // a quota
    202, // too many queries at once
    241, // memory
    243, // disk
    252, // too many parts
    439, // threads
    745, // the server is overloaded
  ],
  configuration: [
    16, // no such column
    20, // columns that do not match
    43, // a type that was changed
    46, // a function that the server is too old for
    48, // not implemented
    53, // a type that was changed
    62, // syntax
    81, // no such database
    115, // a setting that the server is too old for
    164, // a user who may only read
    192, // no such user
    193, // a wrong password
    194, // a password is required
    195, // an address that may not connect
    291, // a database that the user may not use
    344, // switched off
    452, // a setting that the user may not change
    497, // no right
    516, // a wrong user or password
  ],
  data: [
    6, // text
    25, // an escape
    26, // a quoted text
    27, // input
    33, // the end of the data
    38, // a date
    41, // a date and time
    69, // an argument out of its bounds
    72, // a number
    117, // incorrect data
    128, // an array that is too large
    131, // a text that is too large
    321, // a value out of its type's range
    349, // null in a column that is not nullable
    467, // a boolean
    469, // a constraint added by a person
  ],
}

const faults: ReadonlyMap<string, Fault> = new Map(
  Object.entries(codes).flatMap(([fault, of]) => of.map((code) => [String(code), fault as Fault] as const)),
)

/** Returns an error of loading in a form that is safe to show. */
export function hideRows(error: unknown): unknown {
  if (!(error instanceof Error) || faultOf(error) !== 'data') return error
  const row = /\(at row \d+\)/.exec(error.message)?.[0] ?? ''
  const type = 'type' in error ? String(error.type) : error.name
  return new RefusedRowError(`ClickHouse refused the data of a batch: ${type} ${row}`.trimEnd())
}

/** Treats every unknown error as transient: networks, restarts, elections, time-outs. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'retry'
  if (error instanceof UnusablePlaceError) return 'configuration'
  if (error instanceof RefusedRowError) return 'data'
  const fault = 'code' in error ? faults.get(String(error.code)) : undefined
  return fault ?? faultOfAnswer(error) ?? 'retry'
}
