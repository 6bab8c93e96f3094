import { RefusedRowError } from '../refused-row-error.ts'
import type { Fault } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'

// A row that exceeds the engine's own limit never fits; fewer rows do.
const refusals =
  /^(Out of Memory|Conversion|Invalid Input|Out of Range|Constraint|Mismatch Type|Invalid) Error/

/** Converts a DuckDB error that quotes a row into one that is safe to show. */
export async function hideRows<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof Error && refusals.test(cause.message))) throw cause
    const column = /column "?(\w+)"?/i.exec(cause.message)?.[1]
    const type = /to '?([A-Z][A-Z0-9 ]*)'?/.exec(cause.message)?.[1]
    throw new RefusedRowError(
      `DuckDB cannot take a value${column === undefined ? '' : ` of the column ${column}`}${type === undefined ? '' : ` as ${type}`}.`,
    )
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT'])
const full = /no space left on device|disk quota exceeded/i

/** Says of an error that the disk of a place is full, or that of the scratch directory, where that is what it means. */
export function sayFullDisk(cause: unknown, { place, scratch }: { place: string; scratch: string }): unknown {
  if (!(cause instanceof Error)) return cause
  const isFull =
    full.test(cause.message) ||
    ('code' in cause && typeof cause.code === 'string' && fullCodes.has(cause.code))
  if (!isFull) return cause
  // A copy names where it comes from too.
  const written = 'dest' in cause ? String(cause.dest) : cause.message
  const path = written.includes(scratch) ? scratch : place
  return Object.assign(new Error(`The disk of ${path} is full.`, { cause }), { code: 'ENOSPC' })
}

// This message also says that another process may be reading the file.
const locked = /could not set lock/i
// Waiting does not fix these: rights, paths, files of another kind, and those of a newer DuckDB.
const personal =
  /permission denied|no such file|not a directory|is a directory|read-only|serialization error|newer version|storage version|Catalog Error|Binder Error/i
const personalCodes = new Set([
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EROFS',
  'ELOOP',
  'ENAMETOOLONG',
])

/** Locks, full disks and lack of memory are transient; faults of a row or of the configuration are not. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'retry'
  if (error instanceof UnusablePlaceError) return 'configuration'
  if (error instanceof RefusedRowError) return 'data'
  if ('code' in error && typeof error.code === 'string')
    return personalCodes.has(error.code) ? 'configuration' : 'retry'
  return personal.test(error.message) && !locked.test(error.message) ? 'configuration' : 'retry'
}
