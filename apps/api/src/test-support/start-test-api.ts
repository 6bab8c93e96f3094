import { createDatabase, type Database, type DatabasePool } from '@signalpost/database'
import { createApiKey, createWorkspace } from '@signalpost/database/access'
import { mergeContributions } from '@signalpost/database/records'
import { defaultCell, readEvent, type Scope, type Signal } from '@signalpost/domain'
import type { Outgoing } from '@signalpost/outgoing'
import type { Pace } from '@signalpost/rest'
import { createLogger, createMetricsRegistry, type Logger, noNetworks } from '@signalpost/runtime'
import { startApi } from '../api.ts'
import { type ApiConfig, shareApiConnections } from '../config.ts'
import type { AssistantAdmission } from '../mcp/assistant-endpoint.ts'

type KeyOptions = { orgId?: string; scopes?: readonly Scope[]; memberId?: string; expiresAt?: Date }

export type TestApi = {
  url: string
  database: Database
  pool: DatabasePool
  createKey: (key?: KeyOptions) => Promise<string>
  /** Stores a signal as an event would; members default to plain ones. */
  storeSignal: (members: Partial<Signal> & Pick<Signal, 'id'>) => Promise<Signal>
  apply: (type: string, data: Record<string, unknown>, orgId?: string) => Promise<void>
  /** Starts a second process on the same stores. */
  startAnother: (config?: Partial<ApiConfig>) => Promise<{ url: string; stop: () => Promise<void> }>
  stop: () => Promise<void>
}

/** Starts the API on a free port, with workspaces in an empty database. */
export async function startTestApi({
  databaseUrl,
  config = {},
  nowMs = Date.now,
  leastPace,
  clientDocuments,
  orgIds = ['org_one', 'org_two'],
  assistants,
  logger = createLogger({ name: 'api', level: 'silent' }),
}: {
  databaseUrl: string
  config?: Partial<ApiConfig>
  nowMs?: () => number
  leastPace?: Pace
  clientDocuments?: Outgoing
  orgIds?: readonly string[]
  assistants?: AssistantAdmission
  logger?: Logger
}): Promise<TestApi> {
  const { database, pool } = createDatabase({
    url: databaseUrl,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  for (const orgId of orgIds) {
    const workspace = {
      orgId,
      name: orgId,
      plan: 'standard',
      accountIntelligence: true,
      analysisAllowance: 100,
    }
    await createWorkspace(database, workspace)
  }
  const start = async (changes: Partial<ApiConfig>) => {
    const { port, started, stop } = await startApi(
      {
        databaseUrl,
        connections: shareApiConnections(),
        masterKeys: [Buffer.alloc(32, 1)],
        cell: defaultCell,
        host: '127.0.0.1',
        port: 0,
        keepAliveMs: 75_000,
        ledgerDays: 30,
        logLevel: 'info',
        drainMs: 0,
        publicUrl: undefined,
        consoleUrl: undefined,
        consolePort: 0,
        oauthReuseMs: 600_000,
        trustedProxies: noNetworks,
        securityContact: undefined,
        metricsToken: undefined,
        ratePerMinute: 10_000,
        workspaceLimits: { requestsPerMinute: 0, openJobs: 5, listeners: 100 },
        crawlNetworks: noNetworks,
        outgoingProxy: undefined,
        languageModel: undefined,
        ...config,
        ...changes,
      },
      {
        logger,
        registry: createMetricsRegistry('api'),
        nowMs,
        leastPace,
        clientDocuments,
        assistants,
      },
    )
    await started
    return { url: `http://127.0.0.1:${port}`, stop }
  }
  const first = await start({})

  let events = 0
  const apply: TestApi['apply'] = async (type, data, orgId = 'org_one') => {
    events += 1
    const event = {
      id: `evt_${events}`,
      type,
      occurredAt: new Date(nowMs() + events).toISOString(),
      orgId,
      data,
    }
    const verdict = readEvent(event, { orgId, sourceId: 'src_1', receivedAtMs: nowMs() })
    if (verdict.verdict !== 'valid') throw new Error(JSON.stringify(verdict))
    const contributions = verdict.contributions.map((contribution) => ({ ...contribution, orgId }))
    await database
      .transaction()
      .execute((transaction) => mergeContributions(transaction, contributions, { nowMs: nowMs() }))
  }

  return {
    url: first.url,
    database,
    pool,
    apply,
    createKey: async ({ orgId = 'org_one', scopes = ['signals:read'], ...rest }: KeyOptions = {}) => {
      const { apiKey } = await createApiKey(database, { orgId, scopes, ...rest })
      return apiKey
    },
    storeSignal: async (members) => {
      const seenAt = members.firstSeenAt ?? new Date(nowMs()).toISOString()
      const signal: Signal = {
        orgId: 'org_one',
        listenerId: 'lsn_1',
        source: 'reddit',
        url: 'https://example.com/post',
        title: 'A title',
        excerpt: 'A text',
        relevanceScore: 50,
        classification: 'relevant',
        rationale: 'because',
        matchedKeywords: ['word'],
        firstSeenAt: seenAt,
        postedAt: members.publishedAt ?? seenAt,
        ...members,
      }
      await apply('signal.created', { signal }, signal.orgId)
      return signal
    },
    startAnother: (changes = {}) => start(changes),
    stop: async () => {
      await first.stop()
      await database.destroy()
    },
  }
}
