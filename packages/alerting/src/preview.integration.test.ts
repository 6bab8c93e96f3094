import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { previewRule } from '@signalpost/database/dispatches'
import { instantOf, type Signal } from '@signalpost/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlertRig, openAlertRig } from './test-support/open-alert-rig.ts'

// The large collection may not be copied here; if it is not beside the project, the open part is used. Uses every
// sixtieth signal of the large one, or every n-th as the variable says: 1 uses all.
const largeFile = new URL('../../../../shared/data/signals.ndjson.gz', import.meta.url)
const openFile = new URL('../../../apps/cli/fixtures/signals.open.ndjson', import.meta.url)
const step = Number(process.env.SIGNALPOST_TEST_STEP ?? 60)
const perBatch = 200

let rig: AlertRig

beforeAll(async () => {
  rig = await openAlertRig()
})

afterAll(() => rig.close())

test.each([
  ['the open signals', readOpen],
  ['the signals of all sources', readLarge],
])(
  'for rules with backfill, a preview over %s names exactly what a live run sends',
  async (_name, read) => {
    const { orgId } = await rig.workspace()
    const webhook = await rig.addChannel(orgId, { kind: 'webhook', path: '/preview' })
    const gathered = await rig.addChannel(orgId, { kind: 'email', to: ['ann@example.com'] })
    const rules = [
      await rig.addRule(orgId, {
        backfill: true,
        continue: true,
        channels: [webhook],
        conditions: { minScore: 60, platforms: ['hackernews', 'g2', 'x', 'indeed', 'youtube'] },
      }),
      await rig.addRule(orgId, {
        backfill: true,
        mode: 'digest',
        cron: '* * * * *',
        channels: [gathered],
        conditions: { keywords: ['need', 'support', 'Hilfe'] },
      }),
      await rig.addRule(orgId, { backfill: true, conditions: { minUrgency: 'high' } }),
      await rig.addRule(orgId, { conditions: { minScore: 40 } }),
    ]
    const signals = read()
    for (let from = 0; from < signals.length; from += perBatch) {
      const events = signals.slice(from, from + perBatch).map((signal, index) => ({
        id: `evt_${orgId}_${from + index}`,
        type: 'signal.created',
        occurredAt: instantOf(rig.clock.ms),
        data: { signal: { ...signal, orgId } },
      }))
      await rig.apply(orgId, events)
      rig.clock.ms += 1_000
      await rig.evaluate()
    }
    await rig.send()
    rig.clock.ms += 120_000
    await rig.sweep()

    const alerts = await rig.alerts(orgId)
    for (const ruleId of rules) {
      const { items } = await previewRule(rig.database, { ruleId, orgId, since: new Date(0) })
      const previewed = (decision: string): string[] =>
        items
          .filter((item) => item.decision === decision)
          .map(keyOf)
          .sort()
      const live = (status: string): string[] =>
        alerts
          .filter((alert) => alert.ruleId === ruleId && alert.status === status)
          .map(keyOf)
          .sort()
      expect(previewed('send')).toEqual(live('sent'))
      expect(previewed('digest')).toEqual(live('digested'))
      const reasons = items.filter(({ decision, reason }) => decision === 'none' && reason !== 'earlier_rule')
      expect(reasons.map(keyOf).sort()).toEqual(live('suppressed'))
      const last = await previewRule(rig.database, { ruleId, orgId, since: new Date(0), atMost: 20 })
      expect(last.signals).toBe(20)
      expect(items).toEqual(expect.arrayContaining(last.items))
      expect(new Set(last.items.map(({ signalId }) => signalId)).size).toBeLessThanOrEqual(20)
    }
    const sent = alerts.filter(({ status, channelId }) => status === 'sent' && channelId === webhook)
    const received = rig.webhook.requests.filter(({ events }) => events[0]?.orgId === orgId)
    expect(received).toHaveLength(sent.length)
    expect(sent.length).toBeGreaterThan(5)
    const byStatus = Object.groupBy(alerts, ({ status, reason }) => `${status} ${reason ?? ''}`)
    expect(Object.keys(byStatus)).toEqual(
      expect.arrayContaining(['sent ', 'digested ', 'suppressed too_old']),
    )
  },
  240_000,
)

function keyOf({ signalId, channelId }: { signalId: string; channelId: string }): string {
  return `${signalId} ${channelId}`
}

function readOpen(): Signal[] {
  return parse(readFileSync(openFile).toString())
}

function readLarge(): Signal[] {
  if (!existsSync(largeFile)) return readOpen()
  const all = parse(gunzipSync(readFileSync(largeFile)).toString())
  // Several workspaces share signals with the same id.
  const unique = new Map(all.map((signal) => [signal.id, signal]))
  return [...unique.values()].filter((_, index) => index % step === 0)
}

function parse(lines: string): Signal[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Signal)
}
