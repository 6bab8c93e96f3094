import { listCollectionsOfSignal, listDeals, listNotesOn } from '@signalpost/database/records'
import { findTimeline } from '@signalpost/database/timeline'
import { RejectedError, type Timeline, type timelineStages } from '@signalpost/domain'
import { z } from 'zod'
import { showDeals, showNotes } from '../answer/show-records.ts'
import { showSignals } from '../answer/show-signal.ts'
import { oursLine, plainId, plainInstant } from '../answer/texts.ts'
import { defineTool, reads, type ToolServices } from '../define-tool.ts'
import { idInput, recordOutput } from '../inputs.ts'
import { rightsOf } from '../rights.ts'

const mostOfText = 12_000
const mostRecords = 5
const mostSteps = 50

export const getSignal = defineTool({
  name: 'get_signal',
  title: 'Get a signal',
  description:
    'Shows one signal with up to 12,000 characters of its text from textOffset, its deals, notes and lists, and with include its timeline. It does not open the post itself.',
  scopes: ['signals:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({
    id: idInput,
    textOffset: z.int().min(0).max(1_000_000).default(0),
    include: z.enum(['timeline']).optional(),
  }),
  output: recordOutput,
  run: async (services, { caller, input: { id, textOffset, include }, share }) => {
    const { database, readSignal } = services
    const { orgId } = caller
    const signal = await readSignal({ orgId, signalId: id })
    if (signal === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const ofSignal = { orgId, signalId: id, limit: mostRecords }
    const mayReadDeals = rightsOf(caller).includes('pipeline:read')
    const size = {
      excerpt: Math.ceil(mostOfText * share),
      from: textOffset,
      derived: Math.ceil(1_000 * share),
    }
    const [shown, deals, notes, lists, timeline] = await Promise.all([
      showSignals(services, [signal], size),
      mayReadDeals ? listDeals(database, { orgId, filters: { signalId: id }, limit: mostRecords }) : [],
      listNotesOn(database, { orgId, target: { type: 'signal', id }, limit: mostRecords }),
      listCollectionsOfSignal(database, ofSignal),
      include === 'timeline' ? readTimeline(services, { orgId, signalId: id }) : undefined,
    ])
    const [record] = shown
    if (record === undefined) throw new Error('A signal that was found is not shown.')
    return {
      ...record,
      firstSeenAt: plainInstant(signal.firstSeenAt),
      confidence: signal.confidence,
      purchaseIntent: signal.purchaseIntent,
      scoreBreakdown: signal.scoreBreakdown,
      deals: await showDeals(services, deals),
      lists: lists.map((list) => ({ id: plainId(list.id), ours: { name: oursLine(list.name) } })),
      notes: showNotes(notes, Math.ceil(1_000 * share)),
      timeline: timeline && showTimeline(timeline, Math.ceil(mostSteps * share)),
    }
  },
})

function readTimeline(
  { database, ledgerDays, nowMs }: ToolServices,
  reference: { orgId: string; signalId: string },
): Promise<Timeline | undefined> {
  return findTimeline(database, { ...reference, ledgerDays, nowMs: nowMs() })
}

/** Summaries and reasons name rules and channels, so they are members' words. What senders wrote is in neither. */
function showTimeline({ steps, gaps }: Timeline, most: number) {
  const stageOf = (stage: (typeof timelineStages)[number]) => stage
  return {
    steps: steps.slice(-most).map(({ stage, at, summary }) => ({
      stage: stageOf(stage),
      at: plainInstant(at),
      ours: { summary: oursLine(summary, 300) },
    })),
    gaps: gaps.map(({ stage, reason }) => ({
      stage: stageOf(stage),
      ours: { reason: oursLine(reason, 300) },
    })),
  }
}
