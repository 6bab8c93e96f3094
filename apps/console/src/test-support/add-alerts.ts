import { createChannelAct } from '@signalpost/administration/channel'
import { createRuleAct } from '@signalpost/administration/rule'
import { createId } from '@signalpost/database'
import { deliverToInbox } from '@signalpost/database/dispatches'
import { mergeContributions } from '@signalpost/database/records'
import { suppressAddress } from '@signalpost/database/rules'
import {
  envelopeSchema,
  type InboxMessage,
  readEvent,
  ruleDefinitionSchema,
  type Signal,
} from '@signalpost/domain'
import type { TestConsole } from './start-test-console.ts'

type Added = { channelId: string; ruleId: string; signalId: string }

/**
 * Puts there a bot's channel that nothing answers, a rule, a signal, and alerts that failed, with `text` wherever a
 * stranger can bring one.
 */
export async function addAlerts(
  { perform, database, pool }: TestConsole,
  { orgId, text }: { orgId: string; text: string },
): Promise<Added> {
  const channel = await perform(createChannelAct, {
    ...{ orgId, kind: 'slack', name: text, settings: { channel: 'C0123' } },
    secrets: { botToken: 'xoxb-test', signingSecret: 'signing-secret' },
    users: [{ externalUserId: text, userId: 'usr_1' }],
  })
  const { channelId } = channel
  const definition = ruleDefinitionSchema.parse({
    conditions: { keywords: [text.slice(0, 150)] },
    channels: [channelId],
  })
  const { ruleId } = await perform(createRuleAct, { orgId, name: text, definition })
  const signalId = `sig_${channelId}`
  await storeSignal({ database, orgId, signalId, text })
  for (const address of ['ann@example.com', text.toLowerCase().slice(0, 200)]) {
    await suppressAddress(database, { orgId, channelId, address, reason: 'unsubscribed', until: null })
  }
  await pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, reason, is_instant)
     select $1, $2, $3, signal_id, now(), status, reason, true
     from unnest(array[$4, 'sig_gone', 'sig_muted'], array['failed', 'pending', 'suppressed'],
                 array[$5, null, 'silenced']) as planted (signal_id, status, reason)`,
    [orgId, ruleId, channelId, signalId, text.slice(0, 100)],
  )
  await pool.query(
    `with tried as (
       insert into messages (message_id, org_id, channel_id, kind, rule_id, signal_id, recipient, status, attempts,
                             created_at, due_at, settled_at)
       values ('msg_' || $4, $1, $3, 'instant', $2, $4, $5, 'failed', 1, now(), now(), now()) returning message_id
     )
     insert into attempts (message_id, number, at, outcome, http_status, code, duration_ms, answer)
     select message_id, 1, now(), 'rejected', 400, 'http_400', 12, $5 from tried`,
    [orgId, ruleId, channelId, signalId, text],
  )
  return { channelId, ruleId, signalId }
}

/** Puts a message about a signal into the inbox of every member, with `text` wherever a stranger can bring one. */
export async function addInboxMessage(
  { database }: Pick<TestConsole, 'database'>,
  {
    orgId,
    signalId,
    text,
    urgency,
  }: { orgId: string; signalId: string; text: string; urgency?: Signal['urgency'] },
): Promise<string> {
  const messageId = createId('msg_')
  const item = { signalId, title: text, facts: text, status: text, reasons: [text], quote: text }
  const message: InboxMessage = {
    ...{ kind: 'alert', heading: text, origin: text, items: [item] },
    ...(urgency !== undefined && { urgency }),
  }
  const delivery = { orgId, messageId, personId: undefined, exceptPersonId: undefined, message }
  await deliverToInbox(database, delivery, Date.now())
  return messageId
}

type Stored = {
  database: TestConsole['database']
  orgId: string
  signalId: string
  text: string
  /** More members of the signal. */
  more?: Record<string, unknown>
}

export async function storeSignal({ database, orgId, signalId, text, more }: Stored): Promise<void> {
  const at = new Date().toISOString()
  const signal = {
    ...{ id: signalId, orgId, listenerId: 'lst_1', source: 'reddit', url: 'https://example.com/1' },
    ...{ title: text, excerpt: text, postedAt: at, firstSeenAt: at, relevanceScore: 50 },
    ...{ classification: 'relevant', rationale: text, matchedKeywords: [] },
    ...more,
  }
  const read = readEvent(
    envelopeSchema.parse({
      ...{ id: `evt_${signalId}`, type: 'signal.created', occurredAt: at, orgId, data: { signal } },
    }),
    { orgId, sourceId: 'src_test', receivedAtMs: Date.now() },
  )
  if (read.verdict !== 'valid') throw new Error('The signal is not valid.')
  const contributions = read.contributions.map((contribution) => ({ ...contribution, orgId }))
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs: Date.now() }))
}
