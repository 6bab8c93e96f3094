import { labelOfMember, nameAct } from '@signalpost/domain/text'
import { readTitle } from './read-title.ts'

type Message = { kind: string; heading: string; items: readonly { facts: string }[] }

/** Whether a message needs its heading: the facts of one signal say what the heading of its alert does. */
export function saysMoreThanItsSignal({ kind, heading, items }: Message): boolean {
  return kind !== 'alert' || items.length !== 1 || items[0]?.facts.startsWith(heading) !== true
}

type Listed = { kind: string; eventType: string | null; signalTitle: string | null }

/** Types of our own events whose names say nothing of what people read in them. */
const ownEvents: Record<string, string> = {
  'workspace.trouble': 'Problem report',
  'workspace.trouble_over': 'End of a problem',
}

/** What a message in a list is about: its event in words, its signal, or else its kind. */
export function wordsOfMessage({ kind, eventType, signalTitle }: Listed): string {
  if (eventType !== null) return ownEvents[eventType] ?? nameAct(eventType)
  return readTitle(signalTitle ?? '') || (kind === 'instant' ? 'Alert' : labelOfMember(kind))
}
