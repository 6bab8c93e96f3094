import { TransientError } from '@signalpost/domain'
import { raceDeadline } from '@signalpost/runtime'

/** Limits the wait for BullMQ's calls, which may never settle while their store is away. */
export function withDeadline<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  const late = (): Error => new TransientError(`${what} took longer than ${limitMs} ms.`)
  return raceDeadline(work, { limitMs, late })
}
