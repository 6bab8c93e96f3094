import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { type AttemptEnd, endAttempt } from './take-message.ts'

export type SentTest = {
  messageId: string
  orgId: string
  channelId: string
  recipient: string
  at: Date
  request: object | undefined
  end: AttemptEnd & { outcome: string }
}

/** Records a test of a channel, which was sent without waiting. */
export async function recordTest(transaction: DatabaseTransaction, test: SentTest): Promise<void> {
  const { messageId, orgId, channelId, recipient, at, request, end } = test
  const isSent = end.outcome === 'sent'
  await sql`
    insert into messages (message_id, org_id, channel_id, kind, recipient, status, reason, attempts, created_at, due_at,
                          settled_at, request)
    values (${messageId}, ${orgId}, ${channelId}, 'test', ${recipient}, ${isSent ? 'sent' : 'failed'},
            ${isSent ? null : (end.code ?? end.outcome)}, 1, ${at}, ${at}, ${at},
            ${request === undefined ? null : JSON.stringify(request)})`.execute(transaction)
  await sql`
    insert into attempts (message_id, number, at) values (${messageId}, 1, ${at})`.execute(transaction)
  await endAttempt(transaction, { messageId, number: 1, end })
}
