import { isStoreFault, SchemaAheadError } from '@signalpost/database'
import { type ErrorBody, errorBody, NotReadyError, RejectedError, TransientError } from '@signalpost/domain'
import { EmbeddedPostgresError, NoServerError } from '@signalpost/embedded-postgres'
import { ConfigError, StartError, sourceStack } from '@signalpost/runtime'
import { WarehouseError, WorkInterrupted } from '@signalpost/sync'
import { RemoteError } from '../remote/remote-error.ts'
import { deepestOf, explainError, oneLine } from './explain-error.ts'
import { UsageError } from './usage-error.ts'

/** The report of an error: lines for people, and for programs an Error body unless the usage was bad. */
export type Report = { exitCode: number; lines: string[]; body?: ErrorBody }

export function reportError(
  error: unknown,
  { mayGoElsewhere = false }: { mayGoElsewhere?: boolean } = {},
): Report {
  if (error instanceof UsageError) return { exitCode: 2, lines: [`error: ${oneLine(error.message)}`] }
  if (error instanceof ConfigError) return { exitCode: 2, lines: error.lines }
  if (error instanceof RejectedError) {
    const issues = (error.issues ?? []).map((issue) => `  ${issue.path}: ${issue.message}`)
    return failed(errorBody(error.code, error.message, error.issues), [error.message, ...issues])
  }
  if (error instanceof RemoteError) return failed(errorBody('unavailable', error.message))
  if (error instanceof WarehouseError) {
    return failed(errorBody('unavailable', `The warehouse is degraded: ${oneLine(error.message)}`))
  }
  if (error instanceof NotReadyError) {
    const report = failed(errorBody('unavailable', `${sentence(error.message)} ${error.remedy}`))
    return error instanceof SchemaAheadError ? { ...report, exitCode: 3 } : report
  }
  if (mayGoElsewhere && error instanceof NoServerError) {
    const elsewhere =
      'for an installation elsewhere, run ./signalpost login --url with the address of its console'
    return failed(errorBody('unavailable', `${error.message}; ${elsewhere}`))
  }
  if (
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof WorkInterrupted ||
    error instanceof TransientError
  ) {
    return failed(errorBody('unavailable', error.message))
  }
  if (isOfAnotherSchema(error)) {
    return failed(
      errorBody(
        'unavailable',
        'The database does not have the schema of this version. Run ./signalpost migrate.',
      ),
    )
  }
  if (isStoreFault(error) && !isFileFault(error)) {
    const cause = error instanceof Error ? deepestOf(error) : error
    return failed(errorBody('unavailable', `The database cannot be used: ${explainError(cause)}`))
  }
  const lines = [error instanceof Error ? sourceStack(error.stack ?? error.message) : String(error)]
  return failed(errorBody('internal', 'An unexpected error occurred. See stderr for details.'), lines)
}

function failed(body: ErrorBody, lines: string[] = [body.message]): Report {
  return { exitCode: 1, lines: lines.map((line, index) => (index === 0 ? `error: ${line}` : line)), body }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Tells a missing file from a missing socket: both have the same code. */
function isFileFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'connect' && 'path' in error
}

/** Whether the database lacks a table or a column of this version. */
function isOfAnotherSchema(error: unknown): boolean {
  const deepest = error instanceof Error ? deepestOf(error) : undefined
  return deepest !== undefined && 'code' in deepest && (deepest.code === '42P01' || deepest.code === '42703')
}
