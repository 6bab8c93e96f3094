import { type Channel, findChannel } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { readRegistryVersion } from '@signalpost/database/access'
import {
  listChannels,
  listRules,
  listStandingEscalations,
  listStandingSilences,
  type StoredChannel,
  type StoredEscalation,
  type StoredRule,
} from '@signalpost/database/rules'
import {
  type Escalation,
  escalationDefinitionSchema,
  indexRules,
  type Rule,
  type RuleIndex,
  ruleDefinitionSchema,
  type Silence,
} from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'

/** A channel as configured by an operator, with the definition of its kind. */
export type ConfiguredChannel = {
  channelId: string
  orgId: string
  isDisabled: boolean
  kind: Channel
  settings: Record<string, unknown>
}

/** The rules, channels, silences and escalations of a workspace. */
export type AlertSettings = {
  index: RuleIndex
  rules: Map<string, Rule>
  channels: Map<string, ConfiguredChannel>
  silences: Silence[]
  /** Those that have not ended. */
  escalations: Escalation[]
}

/** The settings of workspaces, kept in memory until they change. */
export type AlertSettingsCache = {
  /** Checks whether something changed; what `get` returns afterwards is at least as new. */
  refresh: () => Promise<void>
  get: (orgId: string) => Promise<AlertSettings>
}

export function createAlertSettings({
  database,
  logger,
}: {
  database: Database
  logger: Logger
}): AlertSettingsCache {
  let version: string | undefined
  let held = new Map<string, Promise<AlertSettings>>()
  return {
    refresh: async () => {
      const current = await readRegistryVersion(database)
      if (current === version) return
      version = current
      held = new Map()
    },
    get: async (orgId) => {
      const known = held.get(orgId)
      if (known !== undefined) return known
      const holder = held
      const loading = loadSettings(database, { orgId, logger })
      holder.set(orgId, loading)
      loading.catch(() => holder.delete(orgId))
      return loading
    },
  }
}

async function loadSettings(
  database: Database,
  { orgId, logger }: { orgId: string; logger: Logger },
): Promise<AlertSettings> {
  const stored = { rules: await listRules(database, orgId), channels: await listChannels(database, orgId) }
  const rules = stored.rules.flatMap((rule) => readRule(rule, logger) ?? [])
  const channels = stored.channels.flatMap((channel) => configureChannel(channel, logger) ?? [])
  const silences = await listStandingSilences(database, orgId)
  const escalations = await listStandingEscalations(database, orgId)
  return {
    index: indexRules(rules),
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    channels: new Map(channels.map((channel) => [channel.channelId, channel])),
    silences: silences.map(({ silenceId, conditions, until }) => ({
      id: silenceId,
      conditions,
      untilMs: until.getTime(),
    })),
    escalations: escalations.flatMap((escalation) => readEscalation(escalation, logger) ?? []),
  }
}

// A rule stored by an older version lacks members that have defaults today.
function readRule(
  { ruleId, name, position, enabled, definition }: StoredRule,
  logger: Logger,
): Rule | undefined {
  const parsed = ruleDefinitionSchema.safeParse(definition)
  if (parsed.success) return { ...parsed.data, id: ruleId, name, position, enabled }
  logger.error({ ruleId, err: parsed.error }, 'rule.unreadable')
  return undefined
}

function readEscalation(
  { escalationId, name, definition }: StoredEscalation,
  logger: Logger,
): Escalation | undefined {
  const parsed = escalationDefinitionSchema.safeParse(definition)
  if (parsed.success) return { ...parsed.data, id: escalationId, name }
  logger.error({ escalationId, err: parsed.error }, 'escalation.unreadable')
  return undefined
}

/** Undefined for a channel that this version cannot read, which is logged. */
export function configureChannel(
  { channelId, orgId, kind: kindName, state, settings }: StoredChannel,
  logger: Logger,
): ConfiguredChannel | undefined {
  const kind = findChannel(kindName)
  const parsed = kind?.settings.safeParse(settings)
  if (kind !== undefined && parsed?.success === true) {
    return { channelId, orgId, isDisabled: state === 'disabled', kind, settings: parsed.data }
  }
  logger.error({ channelId, orgId, kind: kindName, err: parsed?.error }, 'channel.unreadable')
  return undefined
}
