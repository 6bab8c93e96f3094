import type { Timeline } from '@signalpost/domain'
import { findRecordNames } from '../acts/find-record-names.ts'
import type { DatabaseTransaction } from '../database.ts'

/** What sentences call by an id after its noun. */
const mentioned = /\b(source|channel|rule|escalation|warehouse) ((?:src|chn|rul|esc|whs)_[a-z0-9_]+)/gi

/** Returns a timeline whose sentences have names in place of ids, which stay in `ref` and `detail`. */
export async function nameRecords(
  transaction: DatabaseTransaction,
  orgId: string,
  timeline: Timeline,
): Promise<Timeline> {
  const sentences = [
    ...timeline.steps.map(({ summary }) => summary),
    ...timeline.gaps.map(({ reason }) => reason),
  ]
  const ids = sentences.flatMap((text) => [...text.matchAll(mentioned)].map(([, , id = '']) => id))
  const names = await findRecordNames(transaction, { orgId, ids })
  const name = (text: string): string =>
    text.replaceAll(mentioned, (_mention, noun: string, id: string) => {
      const known = names.get(`${noun.toLowerCase()} ${id}`)
      if (known !== undefined) return `${noun} "${known}"`
      return `${noun.startsWith(noun.charAt(0).toUpperCase()) ? 'A' : 'a'} deleted ${noun.toLowerCase()}`
    })
  return {
    ...timeline,
    steps: timeline.steps.map((step) => ({ ...step, summary: name(step.summary) })),
    gaps: timeline.gaps.map((gap) => ({ ...gap, reason: name(gap.reason) })),
  }
}
