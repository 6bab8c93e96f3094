import { findStillDeals, listSignals, type SignalFilters } from '@signalpost/database/records'
import { dayMs, instantOf } from '@signalpost/domain'
import { z } from 'zod'
import { showDeals } from '../answer/show-records.ts'
import { showSignals } from '../answer/show-signal.ts'
import { defineTool, reads } from '../define-tool.ts'
import { flag, momentInput, recordOutput } from '../inputs.ts'
import { rightsOf } from '../rights.ts'

const most = 5
const stillAfterMs = 14 * dayMs
const mineSinceMs = 30 * dayMs

export const whatNeedsAttention = defineTool({
  name: 'what_needs_attention',
  title: 'What needs attention',
  description:
    'Shows, five of each, the best new signals that no one has, those of immediate urgency, those assigned to the person and unread, and open deals without a change for 14 days. since is 24 hours ago by default; mine leaves out what is not of the person. For more use find_signals and find_deals.',
  scopes: ['signals:read'],
  hints: reads({ openWorld: true }),
  input: z.strictObject({
    since: momentInput.optional(),
    mine: flag.default(false),
  }),
  output: recordOutput,
  run: async (services, { caller, input: { since, mine }, share }) => {
    const { database, nowMs } = services
    const { orgId, personId } = caller
    const postedAfter = since ?? instantOf(nowMs() - dayMs)
    const limit = Math.max(1, Math.floor(most * share))
    const find = async (filters: SignalFilters) =>
      showSignals(services, (await listSignals(database, { orgId, filters, limit })).signals)
    const mayReadDeals = rightsOf(caller).includes('pipeline:read')
    const stillDeals = mayReadDeals
      ? findStillDeals(database, {
          ...{ orgId, limit, changedBefore: instantOf(nowMs() - stillAfterMs) },
          ownerId: mine ? personId : undefined,
        })
      : []
    const [unassigned, urgent, assignedToMe, deals] = await Promise.all([
      mine ? [] : find({ postedAfter, assignedTo: 'none' }),
      mine ? [] : find({ postedAfter, urgency: 'immediate' }),
      find({ postedAfter: instantOf(nowMs() - mineSinceMs), assignedTo: personId, read: false }),
      stillDeals,
    ])
    return { unassigned, urgent, assignedToMe, stillDeals: await showDeals(services, deals) }
  },
})
