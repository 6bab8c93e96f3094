import { createId } from '@signalpost/database'
import { deliverToInbox } from '@signalpost/database/dispatches'
import { sql } from 'kysely'
import type { ActCase, StoreServices } from '../act-case.ts'
import { admin } from '../callers.ts'

const until = '2026-11-20T12:00:00.000Z'

/** One case for each act on inboxes, by its name. */
export const inboxCases: Record<string, ActCase<StoreServices>> = {
  'inbox.read': {
    prepare: async (services, orgId) => ({ orgId, messageId: await addEntry(services, orgId) }),
    refused: { orgId: 'org_x', messageId: 'msg_missing' },
  },
  'inbox.read_all': {
    prepare: async (services, orgId) => {
      await addEntry(services, orgId)
      return { orgId, until }
    },
    refused: { orgId: 'org_x', until: 'yesterday' },
  },
}

/** What the caller of the cases got in their inbox. */
async function addEntry({ database }: StoreServices, orgId: string): Promise<string> {
  const { id: personId } = admin.actor
  await sql`insert into people (person_id, created_at) values (${personId}, now()) on conflict do nothing`.execute(
    database,
  )
  await sql`
    insert into memberships (org_id, person_id, role, created_at) values (${orgId}, ${personId}, 'admin', now())
    on conflict do nothing`.execute(database)
  const messageId = createId('msg_')
  const message = { kind: 'notice' as const, heading: 'Hello', items: [] }
  const delivery = { orgId, messageId, personId: undefined, exceptPersonId: undefined, message }
  await deliverToInbox(database, delivery, Date.parse(until) - 1)
  return messageId
}
