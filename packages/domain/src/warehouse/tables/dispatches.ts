import { column, oneOf } from '../column.ts'
import type { WarehouseColumn, WarehouseTable } from '../warehouse-table.ts'

const statuses = ['pending', 'sent', 'digested', 'failed', 'unknown', 'expired', 'suppressed']

const decision: readonly WarehouseColumn[] = [
  column('channel_id', 'text', 'The channel that it was for.', 'channelId'),
  column('signal_id', 'text', 'The signal: signals.id.', 'signalId'),
  column('decided_at', 'instant', 'When it was decided.', 'decidedAt'),
  column(
    'status',
    'enum',
    `Its outcome: ${oneOf(statuses)}. One that is suppressed is never sent.`,
    'status',
  ),
  column('reason', 'enum', 'Why it was suppressed or held back; null if it was neither.', 'reason'),
  column('sent_at', 'instant', 'When the channel took it; null if it has not.', 'sentAt'),
]

/** One row for each alert that was decided on. */
export const dispatchesTable: WarehouseTable = {
  name: 'dispatches',
  comment:
    'One row for each alert that was decided on: a signal, a channel, and a rule or a step of an escalation.',
  version: 1,
  key: 'id',
  timeColumn: 'decided_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The number of the decision.', 'key'),
    column('rule_id', 'text', 'The rule that fired; null for a step of an escalation.', 'ruleId'),
    ...decision,
    column(
      'is_instant',
      'boolean',
      'Whether it was to go out at once, rather than in a digest.',
      'isInstant',
    ),
    column('digest_id', 'text', 'The digest that it went into; null if it went out alone.', 'digestId'),
    column(
      'escalation_id',
      'text',
      'The escalation that it is a step of; null for an alert of a rule.',
      'escalationId',
    ),
  ],
}

/** Those of dispatches that are steps of escalations. */
export const escalationStepsTable: WarehouseTable = {
  name: 'escalation_steps',
  comment: 'One row for each alert that a step of an escalation decided on. Each is in dispatches too.',
  version: 1,
  key: 'id',
  timeColumn: 'decided_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The number of the decision: dispatches.id.', 'key'),
    column('escalation_id', 'text', 'The escalation.', 'escalationId'),
    column('round', 'integer', 'How often the steps had begun, from 1.', 'round'),
    column('step', 'integer', 'Which of the steps it is, from 1.', 'step'),
    ...decision,
  ],
}
