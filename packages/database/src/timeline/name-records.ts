import type { Timeline } from '@signalpost/domain'
import { sql } from 'kysely'
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
  const ids = new Set(sentences.flatMap((text) => [...text.matchAll(mentioned)].map(([, , id]) => id)))
  const names = ids.size === 0 ? new Map<string, string>() : await readNames(transaction, orgId, [...ids])
  const name = (text: string): string =>
    text.replaceAll(mentioned, (_mention, noun: string, id: string) => {
      const known = names.get(id)
      if (known !== undefined) return `${noun} "${known}"`
      return `${noun.startsWith(noun.charAt(0).toUpperCase()) ? 'A' : 'a'} deleted ${noun.toLowerCase()}`
    })
  return {
    ...timeline,
    steps: timeline.steps.map((step) => ({ ...step, summary: name(step.summary) })),
    gaps: timeline.gaps.map((gap) => ({ ...gap, reason: name(gap.reason) })),
  }
}

async function readNames(
  transaction: DatabaseTransaction,
  orgId: string,
  ids: (string | undefined)[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (
      select source_id as id, org_id, name from sources
      union all select channel_id, org_id, name from channels
      union all select rule_id, org_id, name from rules
      union all select escalation_id, org_id, name from escalations
      union all select warehouse_id, org_id, name from warehouses
    ) named where org_id = ${orgId} and id = any(${ids}::text[])`.execute(transaction)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
