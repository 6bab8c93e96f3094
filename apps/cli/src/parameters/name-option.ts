import { RejectedError } from '@signalpost/domain'
import { UsageError } from '../command/usage-error.ts'

/** Words the first issue of a refusal in terms of its option, by path; returns any other error unchanged. */
export function nameOption(error: unknown, options: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof RejectedError)) return error
  for (const { path, message } of error.issues ?? []) {
    const option = options[path]
    if (option !== undefined) return new UsageError(`${option}: ${message}`)
  }
  return error
}
