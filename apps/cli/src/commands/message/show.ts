import { findMessage, type MessageExchange } from '@signalpost/database/dispatches'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { printable } from '../../terminal/printable.ts'
import { record, table } from '../../terminal/table.ts'
import { showMessage } from './show-message.ts'

export const messageShow = defineCommand({
  path: 'message show',
  summary: 'Show a message with its last request, without secrets, and the answer to every attempt.',
  parameters: { messageId: required('<id>', 'the message'), workspace: workspaceOfIdParameter },
  run: async ({ database }, { messageId, workspace }) => {
    const message = await findMessage(database, { messageId, orgId: workspace })
    if (message === undefined) throw new RejectedError('not_found', 'There is no such message.')
    const attempts = message.attempts.map((attempt) =>
      Object.fromEntries(Object.entries(attempt).filter(([, value]) => value !== null)),
    )
    return { json: { ...showMessage(message), attempts }, text: describe(message) }
  },
})

function describe(message: MessageExchange): string {
  const { channelName, channelId, attempts, request } = message
  const facts = record({
    message: message.messageId,
    workspace: message.orgId,
    channel: `${channelName} (${channelId})`,
    kind: message.kind,
    rule: message.ruleId,
    signal: message.signalId,
    event: message.eventId,
    follows: message.follows,
    to: message.recipient || null,
    status: message.status,
    reason: message.reason,
    created: message.createdAt,
    'next try': message.nextAt,
    settled: message.settledAt,
  })
  const rows = attempts.map((one) => [
    one.at,
    one.outcome,
    one.httpStatus,
    one.code,
    one.durationMs,
    one.answer,
  ])
  const sent = request === null ? [] : ['', ...JSON.stringify(request, null, 2).split('\n').map(printable)]
  const tried =
    rows.length === 0 ? [] : [table(['ATTEMPT', 'OUTCOME', 'STATUS', 'CODE', 'MS', 'ANSWER'], rows)]
  return [facts, ...tried, ...sent].join('\n')
}
