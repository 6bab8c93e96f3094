import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createWorkspace, findWorkspace } from '../../access/workspaces.ts'
import type { Database } from '../../database.ts'
import { endAttempt } from '../../dispatches/messages/take-message.ts'
import { createId } from '../../ids.ts'
import { removeMembership, setMembership } from '../../people/memberships.ts'
import { createPerson, setPersonName } from '../../people/people.ts'

type Sent = { orgId: string; signalId: string; kind?: 'instant' | 'event' }

/** Sends an alert of `rul_1` about a signal to `chn_1`, with an answer that quotes it. Returns the key of the attempt. */
export async function sendOnce(
  database: Database,
  { orgId, signalId, kind = 'instant' }: Sent,
): Promise<string> {
  const messageId = createId('msg_')
  await sql`
    insert into messages (message_id, org_id, channel_id, kind, rule_id, signal_id, recipient, created_at, due_at)
    values (${messageId}, ${orgId}, 'chn_1', ${kind}, 'rul_1', ${signalId}, 'ann', now(), now())`.execute(
    database,
  )
  await sql`
    insert into attempts (message_id, number, at) values (${messageId}, 1, date_trunc('milliseconds', now()))`.execute(
    database,
  )
  const end = { outcome: 'retry', httpStatus: 503, code: 'a title', durationMs: 12, answer: 'a title' }
  await database
    .transaction()
    .execute((transaction) => endAttempt(transaction, { messageId, number: 1, end }))
  return `${messageId}:1`
}

/** Adds two people to a workspace, of whom one is called otherwise later and the other leaves. Returns their ids. */
export async function joinTwo(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<[stays: string, leaves: string]> {
  if ((await findWorkspace(database, orgId)) === undefined) {
    await createWorkspace(database, {
      ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
    })
  }
  return database.transaction().execute(async (transaction) => {
    const join = async (name: string): Promise<string> => {
      const { personId } = await createPerson(transaction, {
        email: `${randomUUID()}@example.com`,
        name,
        isOperator: false,
        nowMs,
      })
      await setMembership(transaction, { orgId, personId, role: 'viewer', nowMs })
      return personId
    }
    const [stays, leaves] = [await join('Ann'), await join('Bob')]
    await setMembership(transaction, { orgId, personId: stays, role: 'member', nowMs })
    await setPersonName(transaction, { personId: stays, name: 'Anna' })
    await removeMembership(transaction, { orgId, personId: leaves })
    return [stays, leaves]
  })
}
