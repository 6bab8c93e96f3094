import { setTimeout as delay } from 'node:timers/promises'
import { NotReadyError } from '@signalpost/domain'

const checkTimeoutMs = 1_500

/**
 * Something that the process needs to work. While it is missing, `check` rejects: with a NotReadyError whose reason is
 * public, or with any other error, whose reason is not. `hint` says what to do about the latter.
 */
export type HealthCheck = { name: string; check: () => Promise<void>; hint: string }

/** Returns a phrase for each check that does not pass in time: what is missing, and what to do about it. */
export async function findShortcomings(checks: readonly HealthCheck[]): Promise<string[]> {
  const found = await Promise.all(checks.map((check) => findShortcoming(check)))
  return found.filter((shortcoming) => shortcoming !== undefined)
}

export function describeNotReady({ message, remedy }: NotReadyError): string {
  return `${message} (${remedy.replace(/\.$/, '')})`
}

async function findShortcoming({ name, check, hint }: HealthCheck): Promise<string | undefined> {
  const abort = new AbortController()
  const silent = `${name} does not answer (${hint})`
  try {
    return await Promise.race([
      Promise.resolve()
        .then(check)
        .then(
          () => undefined,
          // Any other error may contain a host name or a secret.
          (error: unknown) =>
            error instanceof NotReadyError ? `${name}: ${describeNotReady(error)}` : silent,
        ),
      delay(checkTimeoutMs, silent, { signal: abort.signal }),
    ])
  } finally {
    abort.abort()
  }
}
