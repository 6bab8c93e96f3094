import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createChannel, createRule } from '@signalpost/database/rules'
import { type RuleDefinition, ruleDefinitionSchema } from '@signalpost/domain'
import type { SlackServer, WebhookReceiver } from '@signalpost/testing'
import { sql } from 'kysely'
import type { PreparedStore } from '../filling/prepare-store.ts'

export type AlertConfiguration = {
  /** The names of the channels; in Slack those of incoming webhooks. */
  channels: string[]
  /** Receives the ids of those channels. */
  rules: (channelIds: string[]) => Partial<RuleDefinition>[]
}

/** What a channel is stored with, by its name. */
type Receiver = (name: string) => {
  kind: string
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

export const inSlack =
  (slack: SlackServer): Receiver =>
  (name) => ({ kind: 'slack', settings: {}, secrets: { webhookUrl: slack.webhookUrl(name) } })

export const atWebhook =
  ({ url }: WebhookReceiver, secret: string): Receiver =>
  () => ({ kind: 'webhook', settings: { url, events: [] }, secrets: { secret } })

/** Configures a workspace to send a receiver the signals that its rules select, and nothing else. */
export async function configureAlerts(
  { databaseUrl, masterKey, source: { orgId } }: PreparedStore,
  receiver: Receiver,
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
      const { channelId } = await createChannel(database, secretBox, { orgId, name, ...receiver(name) })
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
