import { createRedaction } from '@signalpost/domain'

const mostCharacters = 500
/** Twice what is kept, and a part of a secret at the end. */
const readCharacters = 16 * 1024

/** Describes an error in one line for people, without the secrets of a warehouse. */
export function describeCause(error: unknown, secrets: Readonly<Record<string, string>>): string {
  const line = messageOf(error).slice(0, readCharacters).replaceAll(/\s+/g, ' ').trim()
  return createRedaction(Object.values(secrets), { mark: '***' })(line).slice(0, mostCharacters)
}

/** If every address of a name refuses, the error has no message of its own. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return 'code' in error ? String(error.code) : error.name
}
