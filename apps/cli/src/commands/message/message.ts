import { messageOperations } from '@signalpost/administration/message'
import { commandsOf } from '../../command/commands-of.ts'
import { printable } from '../../terminal/printable.ts'
import { attemptTable, record } from '../../terminal/table.ts'
import { withoutNulls } from '../../terminal/without-nulls.ts'

export const messageCommands = commandsOf(messageOperations, {
  text: ({ messageId, channelId, status }) => record({ messageId, channelId, status }),
  json: ({ messageId, channelId, status }) => ({ messageId, channelId, status }),
  by: {
    'message.list': {
      limit: { usual: 1_000, most: 100_000 },
      columns: {
        CREATED: ({ createdAt }) => createdAt,
        MESSAGE: ({ messageId }) => messageId,
        KIND: ({ kind }) => kind,
        STATUS: ({ status }) => status,
        REASON: ({ reason }) => reason,
        CHANNEL: ({ channelName }) => channelName,
        TO: ({ recipient }) => recipient || null,
        ABOUT: ({ eventType, signalId }) => eventType ?? signalId,
        ATTEMPTS: ({ attempts }) => attempts,
      },
    },
    'message.show': {
      outcome: (_context, message) => {
        const { channelName, channelId, attempts, request } = message
        const facts = record({
          message: message.messageId,
          workspace: message.orgId,
          channel: `${channelName} (${channelId})`,
          kind: message.kind,
          rule: message.ruleId,
          escalation: message.escalationId && `${message.escalationId} ${message.round}.${message.step}`,
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
        const sent =
          request === null ? [] : ['', ...JSON.stringify(request, null, 2).split('\n').map(printable)]
        const tried = attempts.length === 0 ? [] : [attemptTable(attempts)]
        return {
          json: { ...message, attempts: attempts.map(withoutNulls) },
          text: [facts, ...tried, ...sent].join('\n'),
        }
      },
    },
  },
})
