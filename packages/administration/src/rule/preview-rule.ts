import { previewDraft } from '@signalpost/database/dispatches'
import {
  comparePreviews,
  dayMs,
  idSchema,
  inboxMessageSchema,
  orgIdSchema,
  type RuleDefinition,
  summarisePreview,
} from '@signalpost/domain'
import { z } from 'zod'
import { nowhere, shownRequestSchema, showRequest } from '../channel/trying/shown-request.ts'
import type { ActServices } from '../define-act.ts'
import { defineRead } from '../define-operation.ts'
import { renderPreview } from './render-preview.ts'
import { givenDefinition, mostPosition } from './rule-document.ts'

const signalsAtMost = 5_000
const examplesAtMost = 5
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
    name: z.string().max(200).default('').meta({ description: 'Messages name the rule.' }),
    definition: givenDefinition,
    position: z.int().min(1).max(mostPosition).optional(),
    days: z.int().min(1).max(daysAtMost).default(7),
  }),
  http: { method: 'post', path: '/rules/preview', errors: ['not_found'], timeoutMs },
  example: { definition: { channels: 'all' } },
  read: async ({ services, input: { days, name, ...draft } }) => {
    const { database, nowMs } = services
    const since = new Date(nowMs() - days * dayMs)
    const preview = await previewDraft(database, draft, { since, signalsAtMost })
    const { items, signals, titles } = preview
    const { byHour, ...summary } = summarisePreview(items)
    const taken = items.filter(({ reason }) => reason === 'earlier_rule')
    return {
      ...summary,
      byHour: byHour.map(({ hourMs, ...count }) => ({ at: new Date(hourMs).toISOString(), ...count })),
      since: since.toISOString(),
      signals,
      matching: countSignals(items),
      earlier: countSignals(taken),
      leftOut: preview.leftOut
        ? { signals: preview.leftOut.signals, before: preview.leftOut.before.toISOString() }
        : null,
      examples: examplesOf(items).map(({ atMs, ...example }) => ({
        ...example,
        title: titles.get(example.signalId) ?? example.signalId,
        at: new Date(atMs).toISOString(),
      })),
      stored: preview.stored === undefined ? null : compare(preview.stored, items),
      message: await findMessage(services, { ...draft, name }, items),
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
      matching: z.int().meta({ description: 'How many of them match.' }),
      earlier: z.int().meta({ description: 'How many of those an earlier rule takes.' }),
      examples: z.array(
        z.object({
          signalId: z.string(),
          title: z.string(),
          channelIds: z.array(z.string()).meta({ description: 'The channels for which it is decided so.' }),
          at: z.iso.datetime(),
          decision: z.enum(['send', 'digest', 'none']),
          reason: z.string().nullable(),
        }),
      ),
      stored: z
        .object({ ...counts, added: z.int(), removed: z.int(), changed: z.int() })
        .nullable()
        .meta({ description: 'What the stored rule would have done, and what differs.' }),
      message: z
        .object({
          channelId: z.string(),
          kind: z.string(),
          text: inboxMessageSchema.nullable().meta({ description: 'What people read in it, in parts.' }),
          request: shownRequestSchema.nullable(),
        })
        .nullable()
        .meta({
          description: 'How the newest match looks in the first channel; null where no signal matches.',
        }),
    }),
    of: (preview) => preview,
  },
})

type Draft = { orgId: string; ruleId?: string | undefined; name: string; definition: RuleDefinition }

async function findMessage(
  services: Pick<ActServices, 'database' | 'secretBox' | 'nowMs'>,
  { ruleId = 'draft', ...draft }: Draft,
  items: Items,
) {
  const { channels } = draft.definition
  const taken = items.filter(({ reason }) => reason !== 'earlier_rule')
  // Where an earlier rule takes all, it still shows how one would look.
  const shown = taken.length === 0 ? items : taken
  const has = (id: string): boolean => shown.some(({ channelId }) => channelId === id)
  const first = channels === 'all' ? shown[0]?.channelId : channels.find(has)
  const own = shown.filter(({ channelId }) => channelId === first)
  const rendered = renderPreview({ ...services, installation: nowhere }, { ...draft, ruleId }, own)
  for await (const { channelId, kind, text, request } of rendered) {
    return { channelId, kind, text, request: request === null ? null : showRequest(request) }
  }
  return null
}

type Items = Parameters<typeof summarisePreview>[0]

function countSignals(items: Items): number {
  return new Set(items.map(({ signalId }) => signalId)).size
}

/** What is reported first, then what is held back; the newest of each. What is alike in several channels is one. */
function examplesOf(items: Items) {
  const shown = items
    .filter(({ reason }) => reason !== 'earlier_rule')
    .toReversed()
    .toSorted((a, b) => Number(a.decision === 'none') - Number(b.decision === 'none'))
  const alike = Map.groupBy(shown, ({ signalId, decision, reason }) => `${signalId} ${decision} ${reason}`)
  return [...alike.values()].slice(0, examplesAtMost).flatMap((some) =>
    some.slice(0, 1).map(({ signalId, atMs, decision, reason = null }) => ({
      ...{ signalId, atMs, decision, reason },
      channelIds: some.map(({ channelId }) => channelId).toReversed(),
    })),
  )
}

function compare(stored: Items, items: Items) {
  const { sent, digested, heldBack } = summarisePreview(stored)
  const { added, removed, changed } = comparePreviews(stored, items)
  return {
    ...{ sent, digested, heldBack },
    ...{ added: added.length, removed: removed.length, changed: changed.length },
  }
}
