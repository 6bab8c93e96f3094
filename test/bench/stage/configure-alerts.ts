import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createChannel, createRule } from '@signalpost/database/rules'
import { type RuleDefinition, ruleDefinitionSchema } from '@signalpost/domain'
import type { SlackServer } from '@signalpost/testing'
import { sql } from 'kysely'
import type { PreparedStore } from '../filling/prepare-store.ts'

export type AlertConfiguration = {
  /** The names of incoming webhooks, one for each channel. */
  channels: string[]
  /** Receives the ids of those channels. */
  rules: (channelIds: string[]) => Partial<RuleDefinition>[]
}

/** Configures a workspace to send Slack the signals that its rules select, and nothing else. */
export async function configureAlerts(
  { databaseUrl, masterKey, source: { orgId } }: PreparedStore,
  slack: SlackServer,
  { channels, rules }: AlertConfiguration,
): Promise<void> {
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost bench',
    maxConnections: 1,
    onConnectionError: () => undefined,
  })
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  try {
    // The default rule of a new workspace would send urgent signals to every channel.
    await database.updateTable('rules').set({ enabled: false }).where('org_id', '=', orgId).execute()
    const channelIds: string[] = []
    for (const name of channels) {
      const secrets = { webhookUrl: slack.webhookUrl(name) }
      const { channelId } = await createChannel(database, secretBox, {
        orgId,
        kind: 'slack',
        name,
        settings: {},
        secrets,
      })
      channelIds.push(channelId)
    }
    await addRules(
      database,
      orgId,
      rules(channelIds).map((rule) => ruleDefinitionSchema.parse({ channels: 'all', ...rule })),
    )
  } finally {
    await database.destroy()
  }
}

/**
 * Creates the first rule like an operator, and copies it for the others: creating thousands one by one takes minutes.
 */
async function addRules(database: Database, orgId: string, definitions: RuleDefinition[]): Promise<void> {
  const [first, ...others] = definitions
  if (first === undefined) return
  const { ruleId } = await createRule(database, { orgId, name: 'Rule', definition: first })
  await sql`
    insert into rules (rule_id, org_id, name, position, definition)
    select rule_id || '_' || n, org_id, name || ' ' || n, position + n, definition.value
    from rules cross join json_array_elements(${JSON.stringify(others)}::json) with ordinality as definition (value, n)
    where rule_id = ${ruleId}`.execute(database)
}
