import type { SentKind } from '../event-kind.ts'
import type { SentOn } from '../sent-on.ts'
import { alertRaised } from './alert-raised.ts'
import { eventKinds } from './event-kinds.ts'

type AnyKind = Omit<SentKind, 'sentOn'> & { sentOn: SentOn | undefined }

const everyKind: readonly AnyKind[] = [...eventKinds, alertRaised]

/** Those of some kinds, or of all, that we send. */
export function sentKinds(kinds: readonly AnyKind[] = everyKind): SentKind[] {
  return kinds.filter((kind): kind is SentKind => kind.sentOn !== undefined)
}

/** The types that a channel can subscribe to: all that we send except for the test of a channel. */
export function subscribableTypes(kinds?: readonly AnyKind[]): string[] {
  return sentKinds(kinds)
    .filter(({ sentOn }) => !('channel' in sentOn))
    .map(({ type }) => type)
}
