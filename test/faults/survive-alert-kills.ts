import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, createSecretBox, type Database } from '@signalpost/database'
import { type Alert, listAlerts } from '@signalpost/database/dispatches'
import { createPerson, setMembership } from '@signalpost/database/people'
import {
  createChannel,
  createRule,
  createSilence,
  listRules,
  setRuleEnabled,
} from '@signalpost/database/rules'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import {
  type MailServer,
  type SlackServer,
  startMailServer,
  startSlackServer,
  startWebhookReceiver,
  type WebhookReceiver,
  waitUntil,
} from '@signalpost/testing'
import pg from 'pg'
import { startProduct } from '../support/product/start-product.ts'
import { createSources } from '../support/sending/create-sources.ts'
import { createRandom, pickOne, type Random } from '../support/sending/random.ts'
import { sendTwice } from '../support/sending/send-twice.ts'

export type AlertKillsReport = {
  signals: number
  deliveries: number
  kills: number
  seconds: number
  /** Decisions by status and reason. */
  decided: Record<string, number>
  /** Copies that receivers got, beyond the first of each alert. */
  extraCopies: number
  ambiguousAttempts: number
  complaints: string[]
}

type Options = {
  databaseUrl: string
  signals: number
  kills: number
  seed: number
  onKill?: (kills: number) => void
}

const orgId = 'org_alerts'
const hourMs = 3_600_000
const silencedAccount = 'd:silenced.example'
const quietWord = 'quietword'

/**
 * Sends every delivery twice while the worker is killed at random moments. Then compares what five receivers got with
 * the decisions: each alert at least once, copies only where an attempt may have arrived, and nothing that is silenced
 * or held by quiet hours.
 */
export async function surviveAlertKills(options: Options): Promise<AlertKillsReport> {
  const startedAt = performance.now()
  const { databaseUrl, signals: count, kills, seed, onKill = () => undefined } = options
  const random = createRandom(seed)
  const masterKey = randomBytes(32).toString('base64')
  const slack = await startSlackServer({ messagesPerSecond: 2, burst: 5 })
  const mail = await startMailServer()
  const webhook = await startWebhookReceiver()
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
  const sources = await createSources({ databaseUrl, masterKey }, { orgIds: [orgId], sourcesEach: 1 })
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost test',
    onConnectionError: () => undefined,
  })
  const product = await startProduct({
    databaseUrl,
    masterKey,
    counts: { intake: 1, worker: 1 },
    env: {
      SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      SIGNALPOST_SMTP_URL: mail.url,
      SIGNALPOST_MAIL_FROM: 'alerts@example.com',
      NODE_EXTRA_CA_CERTS: webhook.caPath,
    },
  })
  try {
    const receivers = { slack, mail, webhook }
    await describeAlerts(database, { masterKey, ...receivers })
    const signals = Array.from({ length: count }, (_, index) => signalOf(index, random))
    const [source] = sources.flat()
    if (source === undefined) throw new Error('there is no source')
    const isSent = { value: false }
    const sending = sendTwice(product, { source, signals, random, pauseMs: 20 }).finally(() => {
      isSent.value = true
    })
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(random() * 1_000)
      const [worker] = product.workers
      await worker?.kill()
      await worker?.whenReady()
      onKill(kill)
    }
    await sending
    await waitUntil('every alert is sent', () => isDone(databaseUrl), { limitMs: 600_000, intervalMs: 500 })
    const alerts = await listAlerts(database, { orgId }, { limit: 1_000_000, nowMs: Date.now() })
    return {
      ...judge(alerts, countCopies({ ...receivers, inbox: await readInbox(database) })),
      signals: count,
      deliveries: count * 2,
      kills,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
  } finally {
    await product.stop()
    await database.destroy()
    await Promise.all([slack.close(), mail.close(), webhook.close()])
  }
}

type Receivers = { slack: SlackServer; mail: MailServer; webhook: WebhookReceiver }

const channelKeys = ['slack', 'email', 'first', 'second', 'inbox'] as const
type ChannelKey = (typeof channelKeys)[number]

/** A rule's name lists its channels, so a copy can be traced to its alert. */
async function describeAlerts(
  database: Database,
  { masterKey, slack, webhook }: Receivers & { masterKey: string },
): Promise<void> {
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  webhook.secrets.push(secret)
  const make = async (kind: string, name: ChannelKey, settings: object, secrets: Record<string, string>) => {
    const channel = await createChannel(database, secretBox, {
      orgId,
      kind,
      name,
      settings: { ...settings },
      secrets,
    })
    return channel.channelId
  }
  const channels = {
    slack: await make('slack', 'slack', {}, { webhookUrl: slack.webhookUrl('alerts') }),
    email: await make('email', 'email', { to: ['ann@example.com'] }, {}),
    first: await make(
      'webhook',
      'first',
      { url: webhook.url.replace('/hook', '/first'), events: [] },
      { secret },
    ),
    second: await make(
      'webhook',
      'second',
      { url: webhook.url.replace('/hook', '/second'), events: [] },
      { secret },
    ),
    inbox: await make('inbox', 'inbox', {}, {}),
  }
  await database.transaction().execute(async (transaction) => {
    const person = { email: null, name: 'Ann', isOperator: false, nowMs: Date.now() }
    const { personId } = await createPerson(transaction, person)
    await setMembership(transaction, { orgId, personId, role: 'member', nowMs: Date.now() })
  })
  for (const { ruleId } of await listRules(database, orgId)) {
    await setRuleEnabled(database, { ruleId, orgId, enabled: false })
  }
  const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
  const nowMs = Date.now()
  const rules = [
    {
      conditions: { keywords: [quietWord] },
      channels: 'all',
      quiet: { from: clock(nowMs - hourMs), to: clock(nowMs + 3 * hourMs) },
    },
    {
      conditions: { minUrgency: 'high' },
      channels: [channels.slack, channels.first, channels.inbox],
      continue: true,
    },
    { conditions: { minScore: 70 }, channels: [channels.email, channels.second] },
  ]
  for (const [index, rule] of rules.entries()) {
    await createRule(database, {
      orgId,
      name: `Rule ${index + 1}`,
      definition: ruleDefinitionSchema.parse(rule),
    })
  }
  await createSilence(database, {
    orgId,
    conditions: { accountKey: silencedAccount },
    reason: null,
    until: new Date(nowMs + 24 * hourMs),
  })
}

function signalOf(index: number, random: Random) {
  const at = new Date().toISOString()
  const isQuiet = random() < 0.05
  return {
    id: `sig_${String(index).padStart(6, '0')}x`,
    orgId,
    listenerId: 'lsn_1',
    source: 'reddit',
    url: `https://example.com/${index}`,
    title: `Signal sig_${String(index).padStart(6, '0')}x`,
    excerpt: isQuiet ? `Something ${quietWord} here.` : 'Something here.',
    postedAt: at,
    relevanceScore: Math.floor(random() * 101),
    classification: 'relevant',
    rationale: 'Because of a keyword.',
    matchedKeywords: [],
    firstSeenAt: at,
    urgency: pickOne(['low', 'low', 'low', 'medium', 'medium', 'medium', 'medium', 'high'], random),
    ...(random() < 0.05 && { accountKey: silencedAccount }),
  }
}

/** Alerts held by quiet hours wait in an open digest for hours. */
async function isDone(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(`
      select (select count(*) from deliveries where status = 'queued')
           + (select count(*) from pending_changes)
           + (select count(*) from messages where status in ('pending', 'sending')) as open`)
    return Number(rows[0]?.open) === 0
  } finally {
    await client.end()
  }
}

/** Returns what the inboxes of all members got, an entry each. */
async function readInbox(database: Database): Promise<string[]> {
  const entries = await database
    .selectFrom('inbox_entries as e')
    .innerJoin('inbox_messages as m', (on) =>
      on.onRef('m.org_id', '=', 'e.org_id').onRef('m.message_id', '=', 'e.message_id'),
    )
    .where('e.org_id', '=', orgId)
    .select('m.message')
    .execute()
  return entries.map(({ message }) => JSON.stringify(message))
}

/** Counts how often each receiver got each signal: `<receiver> <signal>`. */
function countCopies({
  slack,
  mail,
  webhook,
  inbox,
}: Receivers & { inbox: readonly string[] }): Map<string, number> {
  const copies = new Map<string, number>()
  const note = (receiver: ChannelKey, text: string): void => {
    for (const id of new Set(text.match(/sig_\d{6}x/g))) {
      copies.set(`${receiver} ${id}`, (copies.get(`${receiver} ${id}`) ?? 0) + 1)
    }
  }
  for (const { blocks } of slack.messages) note('slack', JSON.stringify(blocks))
  for (const { parsed } of mail.mails) note('email', parsed.text ?? '')
  for (const { path, body } of webhook.requests) note(path === '/first' ? 'first' : 'second', body.toString())
  for (const message of inbox) note('inbox', message)
  return copies
}

function judge(
  alerts: Alert[],
  copies: Map<string, number>,
): Pick<AlertKillsReport, 'decided' | 'extraCopies' | 'ambiguousAttempts' | 'complaints'> {
  const complaints: string[] = []
  const decided: Record<string, number> = {}
  const byChannel = [...new Set(alerts.map(({ channelId }) => channelId))].sort()
  const expected = new Map<string, Alert>()
  let extraCopies = 0
  let ambiguousAttempts = 0
  for (const alert of alerts) {
    const verdict = alert.reason === null ? alert.status : `${alert.status} ${alert.reason}`
    decided[verdict] = (decided[verdict] ?? 0) + 1
    // Channels were created in this order, so their ids ascend.
    const key = `${channelKeys[byChannel.indexOf(alert.channelId)]} ${alert.signalId}`
    const ambiguous = alert.attempts.filter(({ outcome }) => outcome === 'ambiguous').length
    const count = copies.get(key) ?? 0
    if (verdict === 'pending quiet_hours' || verdict === 'suppressed silenced') continue
    expected.set(key, alert)
    ambiguousAttempts += ambiguous
    extraCopies += Math.max(0, count - 1)
    if (count === 0) complaints.push(`${key} was sent to no one: ${verdict}`)
    if (count - 1 > ambiguous)
      complaints.push(`${key} was sent ${count} times with ${ambiguous} ambiguous attempts`)
    if (alert.status !== 'sent' && alert.status !== 'unknown') complaints.push(`${key} ended as ${verdict}`)
  }
  for (const key of copies.keys()) {
    if (!expected.has(key)) complaints.push(`${key} was sent although it should not be`)
  }
  if (expected.size === 0) complaints.push('nothing was to be sent')
  return { decided, extraCopies, ambiguousAttempts, complaints }
}
