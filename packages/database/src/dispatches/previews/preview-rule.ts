import { createPreview, type PreviewItem } from '@signalpost/domain'
import type { Database } from '../../database.ts'
import { listChannels } from '../../rules/channels.ts'
import { getRule, listRules } from '../../rules/rules.ts'
import { readOccasions } from './read-occasions.ts'
import { ruleFrom } from './rule-from.ts'

type Selection = { ruleId: string; orgId?: string | undefined; since: Date; atMost?: number | undefined }

/**
 * Returns what a rule would do with the signals first stored since a time, in the order in which they were sent or
 * stored; with `atMost`, of the last so many that were stored. Ignores what people did with a signal later. Throws RejectedError
 * `not_found`.
 */
export async function previewRule(
  database: Database,
  { ruleId, orgId: knownOrgId, since, atMost }: Selection,
): Promise<{ items: PreviewItem[]; signals: number }> {
  const stored = await getRule(database, { ruleId, orgId: knownOrgId })
  const { orgId } = stored
  const rules = (await listRules(database, orgId)).map(ruleFrom)
  const channels = await listChannelStates(database, orgId)
  const preview = createPreview({ rule: ruleFrom(stored), rules, channels })
  const found = { items: [] as PreviewItem[], signals: 0 }
  for await (const occasion of readOccasions(database, { orgId, ruleId, since, atMost })) {
    found.signals += 1
    found.items.push(...preview(occasion))
  }
  return found
}

export async function listChannelStates(
  database: Database,
  orgId: string,
): Promise<{ channelId: string; isDisabled: boolean }[]> {
  const channels = await listChannels(database, orgId)
  return channels.map(({ channelId, state }) => ({ channelId, isDisabled: state === 'disabled' }))
}
