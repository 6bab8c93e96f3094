import { randomBytes } from 'node:crypto'
import {
  createAcknowledgeTokens,
  createChannelServices,
  createLetterSender,
  createUnsubscribeTokens,
} from '@signalpost/channels'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import {
  type Alert,
  deliverToInbox,
  findDueChannels,
  listAlerts,
  suppressDisabled,
} from '@signalpost/database/dispatches'
import { createChannel, createEscalation, createRule } from '@signalpost/database/rules'
import {
  defaultCell,
  escalationDefinitionSchema,
  instantOf,
  type Rule,
  ruleDefinitionSchema,
  type Signal,
} from '@signalpost/domain'
import { createLogger, createMetricsRegistry } from '@signalpost/runtime'
import {
  createTestDatabase,
  type SlackServer,
  startMailServer,
  startSlackServer,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@signalpost/testing'
import {
  type OpsgenieServer,
  type PagerdutyServer,
  startOpsgenieServer,
  startPagerdutyServer,
  startTeamsServer,
  type TeamsServer,
} from '@signalpost/testing/services'
import { createAlertMetrics } from '../alert-metrics.ts'
import { createAlertSettings } from '../alert-settings.ts'
import { advanceEscalations } from '../escalating/advance-escalations.ts'
import { evaluateChanges } from '../evaluating/evaluate-changes.ts'
import { expireAlerts } from '../expire-alerts.ts'
import { flushDigests } from '../flush-digests.ts'
import { reportTroubles } from '../reporting/report-troubles.ts'
import { sendNoticeMails } from '../reporting/send-notice-mails.ts'
import { giveUpAbandoned } from '../sending/give-up-abandoned.ts'
import { type SendDependencies, sendNext } from '../sending/send-next.ts'
import { mergeEvents, type RigEvent } from './merge-events.ts'

export type AlertRig = Awaited<ReturnType<typeof openAlertRig>>

const dayMs = 24 * 60 * 60 * 1000
const never = (): boolean => false

type RigOptions = {
  /** Receives the lines of the log; without it nothing is logged. */
  onLogLine?: (line: string) => void
  slackTokens?: string[]
  mailLogin?: { user: string; password: string }
}

/** Opens a database, real receivers of each kind, and a clock that tests move. The clock begins at noon, UTC, today. */
export async function openAlertRig({ onLogLine, slackTokens, mailLogin }: RigOptions = {}) {
  const testDatabase = await createTestDatabase()
  const { database, pool } = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  const slack = await startSlackServer({
    messagesPerSecond: Number.POSITIVE_INFINITY,
    ...(slackTokens !== undefined && { tokens: slackTokens }),
  })
  const mail = await startMailServer(mailLogin === undefined ? {} : { login: mailLogin })
  const webhook = await startWebhookReceiver()
  const [teams, pagerduty, opsgenie] = await Promise.all([
    startTeamsServer(),
    startPagerdutyServer(),
    startOpsgenieServer(),
  ])
  const clock = { ms: Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2 }
  const nowMs = (): number => clock.ms
  const services = createChannelServices({
    allowedNetworks: { has: () => true },
    apiUrls: { slack: slack.apiUrl, pagerduty: pagerduty.url, opsgenie: opsgenie.url },
    smtp: { url: mail.url, from: 'alerts@example.com' },
    publicUrl: 'http://127.0.0.1:4200',
    intakeUrl: 'http://127.0.0.1:4100',
    ca: webhook.ca,
    deliverToInbox: (delivery) => deliverToInbox(database, delivery, nowMs()),
  })
  const letters = createLetterSender({ url: mail.url, from: 'alerts@example.com' })
  const masterKey = randomBytes(32)
  const secretBox = createSecretBox(masterKey)
  const logger =
    onLogLine === undefined
      ? createLogger({ name: 'test', level: 'silent' })
      : createLogger({ name: 'test', level: 'trace', destination: { write: onLogLine } })
  const base = { database, logger, nowMs, metrics: createAlertMetrics(createMetricsRegistry('test')) }
  const settings = createAlertSettings({ database, logger })
  const dependencies: SendDependencies = {
    ...base,
    settings,
    services,
    secretBox,
    unsubscribeTokens: createUnsubscribeTokens({ masterKeys: [masterKey], cell: defaultCell }),
    acknowledgeTokens: createAcknowledgeTokens({ masterKeys: [masterKey], cell: defaultCell }),
    consoleUrl: 'https://console.example',
  }

  return {
    ...{ database, pool, databaseUrl: testDatabase.url, masterKey, secretBox, dependencies, services },
    ...{ slack, mail, webhook, teams, pagerduty, opsgenie, clock },
    workspace: (): Promise<Workspace> => openWorkspace(database),
    apply: (orgId: string, events: RigEvent[]): Promise<void> =>
      mergeEvents(database, { orgId, events, nowMs: nowMs() }),
    evaluate: () => evaluateChanges({ ...base, settings }, { shouldStop: never }),
    send: () => sendDue(dependencies, clock),
    escalate: () => advanceEscalations({ ...base, settings }, { shouldStop: never }),
    /** Reports troubles as so many workers at once would, and sends what is due then. */
    report: async (workers = 1): Promise<void> => {
      const reporting = { ...base, settings, consoleUrl: dependencies.consoleUrl, hasMail: true }
      await settings.refresh()
      await Promise.all(Array.from({ length: workers }, () => reportTroubles(reporting)))
      await Promise.all(
        Array.from({ length: workers }, () => sendNoticeMails({ ...base, sendLetter: letters.sendLetter })),
      )
      await sendDue(dependencies, clock)
    },
    /** Does what a worker's sweep does, and sends what is due then. */
    sweep: async (): Promise<void> => {
      await settings.refresh()
      await giveUpAbandoned(base)
      await database.transaction().execute((transaction) => suppressDisabled(transaction, nowMs()))
      await expireAlerts({ database, settings, nowMs })
      await flushDigests({ ...base, settings }, { shouldStop: never })
      await sendDue(dependencies, clock)
    },
    close: async (): Promise<void> => {
      letters.close()
      await services.close()
      await Promise.all([slack, mail, webhook, teams, pagerduty, opsgenie].map((server) => server.close()))
      await database.destroy()
      await testDatabase.drop()
    },
    addChannel: (orgId: string, channel: RigChannel): Promise<string> =>
      addChannel({ database, slack, webhook, teams, pagerduty, opsgenie, secretBox }, orgId, channel),
    addEscalation: (orgId: string, members: Record<string, unknown>): Promise<string> =>
      addEscalation(database, orgId, members),
    addRule: (orgId: string, members: Record<string, unknown> = {}): Promise<string> =>
      addRule(database, orgId, members),
    signal: (orgId: string, members: Partial<Signal> = {}): Signal => signalOf(orgId, nowMs(), members),
    created: (signal: Signal, id = `evt_${signal.id}`): RigEvent => ({
      id,
      type: 'signal.created',
      occurredAt: instantOf(nowMs()),
      data: { signal },
    }),
    alerts: async (orgId: string): Promise<Alert[]> =>
      (await listAlerts(database, { orgId }, { limit: 1_000_000, nowMs: nowMs() })).reverse(),
  }
}

export type Workspace = { orgId: string }
export type RigChannel =
  | { kind: 'slack'; name?: string; bot?: boolean }
  | { kind: 'email'; to?: string[] }
  | { kind: 'teams' }
  | { kind: 'pagerduty' }
  | { kind: 'opsgenie' }
  | { kind: 'inbox' }
  | { kind: 'webhook'; events?: string[]; path?: string }

/** Creates a workspace without the default rule. */
async function openWorkspace(database: Database): Promise<Workspace> {
  const orgId = `org_${randomBytes(6).toString('hex')}`
  await createWorkspace(database, {
    orgId,
    name: 'Test',
    plan: 'standard',
    accountIntelligence: true,
    analysisAllowance: 100,
  })
  await database.updateTable('rules').set({ enabled: false }).where('org_id', '=', orgId).execute()
  return { orgId }
}

type Receivers = Pick<SendDependencies, 'database' | 'secretBox'> & {
  slack: SlackServer
  webhook: WebhookReceiver
  teams: TeamsServer
  pagerduty: PagerdutyServer
  opsgenie: OpsgenieServer
}

async function addChannel(
  { database, slack, webhook, teams, pagerduty, opsgenie, secretBox }: Receivers,
  orgId: string,
  channel: RigChannel,
): Promise<string> {
  const describe = () => {
    if (channel.kind === 'email') return { settings: { to: channel.to ?? ['ann@example.com'] }, secrets: {} }
    if (channel.kind === 'inbox') return { settings: {}, secrets: {} }
    if (channel.kind === 'teams') return { settings: {}, secrets: { webhookUrl: teams.webhookUrl } }
    if (channel.kind === 'pagerduty') {
      return { settings: {}, secrets: { routingKey: pagerduty.routingKey } }
    }
    if (channel.kind === 'opsgenie') return { settings: {}, secrets: { apiKey: opsgenie.apiKey } }
    if (channel.kind === 'webhook') {
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      webhook.secrets.push(secret)
      const url = channel.path === undefined ? webhook.url : webhook.url.replace('/hook', channel.path)
      return { settings: { url, events: channel.events ?? [] }, secrets: { secret } }
    }
    if (channel.bot === true) {
      return {
        settings: { channel: 'C0TEST' },
        secrets: { botToken: 'xoxb-test', signingSecret: 'signing-secret' },
      }
    }
    return { settings: {}, secrets: { webhookUrl: slack.webhookUrl(channel.name) } }
  }
  const { channelId } = await createChannel(database, secretBox, {
    orgId,
    kind: channel.kind,
    name: channel.kind,
    ...describe(),
  })
  return channelId
}

async function addRule(
  database: Database,
  orgId: string,
  members: Record<string, unknown>,
): Promise<Rule['id']> {
  const definition = ruleDefinitionSchema.parse({ channels: 'all', ...members })
  const { ruleId } = await createRule(database, { orgId, name: 'Rule', definition })
  return ruleId
}

async function addEscalation(
  database: Database,
  orgId: string,
  members: Record<string, unknown>,
): Promise<string> {
  const definition = escalationDefinitionSchema.parse(members)
  const { escalationId } = await createEscalation(database, { orgId, name: 'Escalation', definition })
  return escalationId
}

function signalOf(orgId: string, nowMs: number, members: Partial<Signal>): Signal {
  const id = members.id ?? `sig_${randomBytes(6).toString('hex')}`
  return {
    orgId,
    listenerId: 'lst_1',
    source: 'reddit',
    url: `https://example.com/${id}`,
    title: `Title of ${id}`,
    excerpt: 'An excerpt.',
    postedAt: instantOf(nowMs - 3_600_000),
    relevanceScore: 50,
    classification: 'relevant',
    rationale: 'Why it was kept.',
    matchedKeywords: [],
    firstSeenAt: instantOf(nowMs - 3_600_000),
    ...members,
    id,
  }
}

/** Sends whatever is due, skipping the pauses of a channel's pace. */
async function sendDue(dependencies: SendDependencies, clock: { ms: number }): Promise<number> {
  let sent = 0
  for (;;) {
    await dependencies.settings.refresh()
    const before = sent
    const channels = await findDueChannels(dependencies.database)
    for (const { channelId, orgId } of channels) {
      for (const isRetry of [false, true]) {
        while (await sendNext(dependencies, { channelId, orgId, isRetry })) sent += 1
      }
    }
    if (sent === before && !passPause(channels, clock)) return sent
  }
}

const paceAtMostMs = 1_000

function passPause(channels: Awaited<ReturnType<typeof findDueChannels>>, clock: { ms: number }): boolean {
  const held = channels.flatMap(({ availableAt, freshAt, retryAt }) => {
    const dueMs = Math.min(
      freshAt?.getTime() ?? Number.POSITIVE_INFINITY,
      retryAt?.getTime() ?? Number.POSITIVE_INFINITY,
    )
    const waitMs = (availableAt?.getTime() ?? 0) - clock.ms
    return dueMs <= clock.ms && waitMs > 0 && waitMs <= paceAtMostMs ? [clock.ms + waitMs] : []
  })
  if (held.length === 0) return false
  clock.ms = Math.min(...held)
  return true
}
