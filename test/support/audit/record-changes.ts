import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { createChannel, listRules, setRuleEnabled } from '@signalpost/database/rules'
import { sql } from 'kysely'

/**
 * Makes the product record every change of a record in these workspaces, and keeps a copy for the audit in
 * `recorded_changes`. Workers remove pending changes once they have evaluated them. The channel sends nothing: no rule
 * is enabled, and it subscribes to no event.
 */
export async function recordChanges(
  { databaseUrl, masterKey }: { databaseUrl: string; masterKey: string },
  orgIds: readonly string[],
): Promise<void> {
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost test', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const columns = sql.raw('org_id, record, record_id, change, document, document_before')
  try {
    await sql`create table recorded_changes as select ${columns} from pending_changes with no data`.execute(
      database,
    )
    await sql`alter table recorded_changes add column n bigint generated always as identity`.execute(database)
    await sql`
      create function record_change() returns trigger language plpgsql as $$
      begin
        insert into recorded_changes (${columns})
        values (new.org_id, new.record, new.record_id, new.change, new.document, new.document_before);
        return null;
      end $$`.execute(database)
    await sql`
      create trigger record_changes after insert on pending_changes
      for each row execute function record_change()`.execute(database)
    for (const orgId of orgIds) {
      const settings = { url: 'https://changes.example.com/', events: [] }
      const channel = { orgId, kind: 'webhook', name: 'Changes', settings, secrets: { secret } }
      await createChannel(database, secretBox, channel)
      for (const { ruleId } of await listRules(database, orgId)) {
        await setRuleEnabled(database, { ruleId, orgId, enabled: false })
      }
    }
  } finally {
    await database.destroy()
  }
}
