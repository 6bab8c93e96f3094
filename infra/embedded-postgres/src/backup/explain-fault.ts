import { getSystemErrorMessage } from 'node:util'
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts'

/** Puts what a backup or a restore failed of into one line that begins with `intent`. */
export function explainFault(cause: unknown, intent: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause
  return new EmbeddedPostgresError('failed', `${intent}: ${reasonOf(cause)}`, { cause })
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === 'AbortError') return 'it was interrupted'
  // The cast: system errors have these members, and others lack them.
  const { errno, path } = cause as NodeJS.ErrnoException
  if (errno === undefined) return cause.message
  const message = getSystemErrorMessage(errno)
  return path === undefined ? message : `${message} (${path})`
}
