import { ruleDefinitionSchema } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createDatabase } from '../database.ts'
import { migrations } from './index.ts'

test('gives workspaces that are there already the rule that new ones begin with', async ({
  testDatabase,
}) => {
  const options = { url: testDatabase.url, applicationName: 'test', onConnectionError: () => undefined }
  const { database } = createDatabase({ ...options, maxConnections: 1 })
  try {
    await sql`create schema before`.execute(database)
    await sql`set search_path to before`.execute(database)
    const names = Object.keys(migrations)
    const place = names.indexOf('0007-alert-settings')
    for (const name of names.slice(0, place)) await migrations[name]?.up(database)
    await sql`
      insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
      values ('org_old', 'Old', 'standard', false, 100)`.execute(database)
    await migrations['0007-alert-settings']?.up(database)
    const { rows } = await sql<{ definition: unknown }>`
      select org_id, position, enabled, definition from rules`.execute(database)
    // Members that are younger than the migration take their defaults.
    const rules = rows.map((row) => ({ ...row, definition: ruleDefinitionSchema.parse(row.definition) }))
    const definition = ruleDefinitionSchema.parse({ conditions: { minUrgency: 'high' }, channels: 'all' })
    expect(rules).toEqual([{ org_id: 'org_old', position: 1, enabled: true, definition }])
  } finally {
    await database.destroy()
  }
})
