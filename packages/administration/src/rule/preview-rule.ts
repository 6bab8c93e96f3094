import { previewDraft } from '@signalpost/database/dispatches'
import { comparePreviews, dayMs, idSchema, orgIdSchema, summarisePreview } from '@signalpost/domain'
import { z } from 'zod'
import { defineRead } from '../define-operation.ts'
import { givenDefinition, mostPosition } from './rule-document.ts'

const signalsAtMost = 5_000
const examplesAtMost = 10
const timeoutMs = 10_000
const daysAtMost = 30

const counts = { sent: z.int(), digested: z.int(), heldBack: z.int() }
const summarySchema = z.object({
  ...counts,
  byChannel: z.array(z.object({ channelId: z.string(), ...counts })),
  byHour: z.array(z.object({ at: z.iso.datetime(), ...counts })),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
})

export const previewRuleRead = defineRead({
  name: 'rule.preview',
  summary: 'See what a rule that is not stored would do with recent signals; nothing is sent.',
  demands: 'member',
  input: z.strictObject({
    orgId: orgIdSchema,
    ruleId: idSchema.optional().meta({ description: 'The rule that it changes, to compare with.' }),
    definition: givenDefinition,
    position: z.int().min(1).max(mostPosition).optional(),
    days: z.int().min(1).max(daysAtMost).default(7),
  }),
  http: { method: 'post', path: '/rules/preview', errors: ['not_found'], timeoutMs },
  example: { definition: { channels: 'all' } },
  read: async ({ services: { database, nowMs }, input: { days, ...draft } }) => {
    const since = new Date(nowMs() - days * dayMs)
    const preview = await previewDraft(database, draft, { since, signalsAtMost })
    const { items, signals, titles } = preview
    const { byHour, ...summary } = summarisePreview(items)
    // What is reported first, then what is held back; the newest of each.
    const examples = items
      .filter(({ reason }) => reason !== 'earlier_rule')
      .toReversed()
      .toSorted((a, b) => Number(a.decision === 'none') - Number(b.decision === 'none'))
      .slice(0, examplesAtMost)
    return {
      ...summary,
      byHour: byHour.map(({ hourMs, ...count }) => ({ at: new Date(hourMs).toISOString(), ...count })),
      since: since.toISOString(),
      signals,
      earlier: items.filter(({ reason }) => reason === 'earlier_rule').length,
      leftOut: preview.leftOut
        ? { signals: preview.leftOut.signals, before: preview.leftOut.before.toISOString() }
        : null,
      examples: examples.map(({ signalId, channelId, atMs, decision, reason = null }) => ({
        ...{ signalId, channelId, decision, reason },
        title: titles.get(signalId) ?? signalId,
        at: new Date(atMs).toISOString(),
      })),
      stored: preview.stored === undefined ? null : compare(preview.stored, items),
    }
  },
  output: {
    description: 'What it would send, what it would hold back and why.',
    schema: summarySchema.extend({
      since: z.iso.datetime(),
      signals: z.int().meta({ description: 'How many signals were examined.' }),
      leftOut: z
        .object({ signals: z.int(), before: z.iso.datetime() })
        .nullable()
        .meta({ description: 'Signals that are too many to examine, all older than `before`.' }),
      earlier: z.int().meta({ description: 'Matches that an earlier rule takes, by channel.' }),
      examples: z.array(
        z.object({
          signalId: z.string(),
          title: z.string(),
          channelId: z.string(),
          at: z.iso.datetime(),
          decision: z.enum(['send', 'digest', 'none']),
          reason: z.string().nullable(),
        }),
      ),
      stored: z
        .object({ ...counts, added: z.int(), removed: z.int(), changed: z.int() })
        .nullable()
        .meta({ description: 'What the stored rule would have done, and what differs.' }),
    }),
    of: (preview) => preview,
  },
})

type Items = Parameters<typeof summarisePreview>[0]

function compare(stored: Items, items: Items) {
  const { sent, digested, heldBack } = summarisePreview(stored)
  const { added, removed, changed } = comparePreviews(stored, items)
  return {
    ...{ sent, digested, heldBack },
    ...{ added: added.length, removed: removed.length, changed: changed.length },
  }
}
