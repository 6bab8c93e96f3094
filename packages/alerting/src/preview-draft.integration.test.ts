import { previewDraft } from '@signalpost/database/dispatches'
import { type RuleDefinition, ruleDefinitionSchema } from '@signalpost/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertRig, openAlertRig } from './test-support/open-alert-rig.ts'

const since = new Date(0)
const minuteMs = 60_000
let rig: AlertRig

beforeAll(async () => {
  rig = await openAlertRig()
})

afterAll(() => rig.close())

const definitionOf = (members: object): RuleDefinition =>
  ruleDefinitionSchema.parse({ channels: 'all', backfill: true, ...members })

/** Stores and evaluates signals one after the other, a minute apart. */
async function raise(orgId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const urgency = (['low', 'high', 'immediate'] as const)[index % 3] ?? 'low'
    const members = {
      id: `sig_${index}`,
      urgency,
      dedupeKey: `post_${index % 12}`,
      relevanceScore: 40 + index,
    }
    await rig.apply(orgId, [rig.created(rig.signal(orgId, members))])
    await rig.evaluate()
    rig.clock.ms += minuteMs
    await rig.sweep()
  }
}

test('says of a stored rule, with its quiet hours and throttle, exactly what the live run decided', async () => {
  const { orgId } = await rig.workspace()
  await rig.addChannel(orgId, { kind: 'webhook', path: '/draft' })
  await rig.addChannel(orgId, { kind: 'email' })
  const clockTime = (ms: number): string => new Date(rig.clock.ms + ms).toISOString().slice(11, 16)
  const members = {
    conditions: { minScore: 42 },
    throttle: { count: 2, windowMs: 5 * minuteMs },
    quiet: { from: clockTime(10 * minuteMs), to: clockTime(15 * minuteMs), bypassImmediate: true },
  }
  await rig.addRule(orgId, { backfill: true, conditions: { minScore: 58 } })
  const ruleId = await rig.addRule(orgId, { backfill: true, ...members })
  await raise(orgId, 22)

  const draft = { orgId, ruleId, definition: definitionOf(members) }
  const { items, stored, signals, leftOut } = await previewDraft(rig.database, draft, {
    ...{ since, signalsAtMost: 1_000 },
  })
  const previewed = items
    .filter(({ reason }) => reason !== 'earlier_rule')
    .map(({ signalId, channelId, decision, reason = null }) => [signalId, channelId, decision, reason])
  const live = (await rig.alerts(orgId))
    .filter((alert) => alert.ruleId === ruleId)
    .map(({ signalId, channelId, status, reason }) => {
      if (status === 'suppressed') return [signalId, channelId, 'none', reason]
      return [signalId, channelId, reason === null ? 'send' : 'digest', reason]
    })
  const linesOf = (rows: unknown[][]): string[] => rows.map((row) => row.join(' ')).sort()
  expect(linesOf(previewed)).toEqual(linesOf(live))
  expect(new Set(live.map(([, , , reason]) => reason))).toEqual(
    new Set([null, 'same_post', 'throttle', 'quiet_hours']),
  )
  expect(items).toEqual(stored)
  expect([signals, leftOut]).toEqual([22, undefined])
})

test('examines the newest signals, and says how many older ones it leaves out', async () => {
  const { orgId } = await rig.workspace()
  await rig.addChannel(orgId, { kind: 'webhook' })
  await raise(orgId, 9)
  const draft = { orgId, definition: definitionOf({}) }
  const { items, signals, leftOut, titles } = await previewDraft(rig.database, draft, {
    ...{ since, signalsAtMost: 4 },
  })
  expect(items.map(({ signalId }) => signalId)).toEqual(['sig_5', 'sig_6', 'sig_7', 'sig_8'])
  expect([signals, leftOut?.signals]).toEqual([4, 5])
  expect(titles.get('sig_8')).toBe('Title of sig_8')
})

test('evaluates a new rule at the place that it would get, and the stored one where it is', async () => {
  const { orgId } = await rig.workspace()
  await rig.addChannel(orgId, { kind: 'webhook' })
  const ruleId = await rig.addRule(orgId, { backfill: true })
  await raise(orgId, 2)
  const decisions = async (position?: number) => {
    const draft = { orgId, definition: definitionOf({}), position }
    const { items } = await previewDraft(rig.database, draft, { since, signalsAtMost: 10 })
    return items.map(({ decision, reason }) => reason ?? decision)
  }
  expect(await decisions()).toEqual(['earlier_rule', 'earlier_rule'])
  // The default rule is the first; it is disabled.
  expect(await decisions(2)).toEqual(['send', 'send'])
  const changed = { orgId, ruleId, definition: definitionOf({ conditions: { minScore: 41 } }) }
  const preview = await previewDraft(rig.database, changed, { since, signalsAtMost: 10 })
  expect([preview.items.length, preview.stored?.length]).toEqual([1, 2])
})
