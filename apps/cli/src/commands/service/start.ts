import { mkdirSync } from 'node:fs'
import { findDatabaseLocation, refuseLostMasterKey } from '@signalpost/embedded-postgres'
import { urlOfPort } from '@signalpost/runtime'
import { defineService } from '../../command/define-command.ts'
import type { CliConfig } from '../../config.ts'
import { type ProcessPlan, runSupervisor } from '../../supervisor/run-supervisor.ts'
import { readyBlock } from '../demo/ready-block.ts'
import { createDemoLink, prepareDemo, updateDemoUrls } from '../demo/start-demo.ts'
import { migrateStores } from '../migrate/migrate.ts'
import { type AppName, entryOf } from './app-entry.ts'
import { buildPages } from './build-pages.ts'
import { nodeOptionsOf, withSharedArenas } from './memory-bounds.ts'

type Ports = { intake: number; api: number; console: number; worker: number; searcher: number }

export const start = defineService({
  path: 'start',
  summary:
    'Run everything: migrations, intake, worker, searcher, API and console, and a database unless DATABASE_URL names one.',
  run: async ({ config, terminal }) => {
    const {
      dataDir,
      databaseUrl,
      mayShareSessions,
      queueDatabaseUrl,
      redisUrl,
      host,
      drainMs,
      environment,
      isEmbedded,
    } = config
    if (isEmbedded && config.masterKeys === undefined) refuseLostMasterKey(dataDir)
    // Beside the start of the database and the migrations, so that it costs no time.
    const built = buildPages(environment)
    const planOf = (app: AppName, { port }: { port: number }): ProcessPlan => ({
      ...{ entry: entryOf(app), nodeOptions: nodeOptionsOf(app, environment) },
      ...{ port, portVariable: `SIGNALPOST_${app.toUpperCase()}_PORT` },
    })
    return runSupervisor({
      dataDir,
      databaseUrl,
      host,
      drainMs,
      environment: withSharedArenas(environment),
      processes: {
        intake: planOf('intake', config.intakePort),
        api: planOf('api', config.apiPort),
        console: planOf('console', config.consolePort),
        worker: planOf('worker', config.workerPort),
        searcher: planOf('searcher', config.searcherPort),
      },
      prepare: async (url) => {
        await migrateStores({
          databaseUrl: url,
          ...{ mayShareSessions, queueDatabaseUrl, redisUrl },
          note: terminal.note,
        })
        if (isEmbedded) {
          await prepareDemo(config)
          const { directory } = config.warehouseBounds
          if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
        }
        await built
      },
      describe: async (ports) => describeReady(config, ports),
      print: terminal.print,
      note: terminal.note,
    })
  },
})

async function describeReady(config: CliConfig, ports: Ports): Promise<string[]> {
  const facts = config.isEmbedded ? updateDemoUrls(config, ports) : undefined
  const worker = urlOfPort(config.host, ports.worker)
  const consoleUrl = config.consoleUrl ?? urlOfPort(config.host, ports.console)
  const isLink = facts !== undefined && isLoopback(config.host)
  const ready = [
    '',
    `Console: ${isLink ? await createDemoLink(config, consoleUrl) : consoleUrl}`,
    '',
    `Signalpost is ready. Worker's health and metrics: ${worker}`,
    ...describeLocation(config),
  ]
  if (facts !== undefined) return [...ready, ...readyBlock(facts), '']
  return [
    ...ready,
    `Intake: ${config.intakeUrl ?? urlOfPort(config.host, ports.intake)}`,
    `API:    ${config.publicUrl ?? urlOfPort(config.host, ports.api)}`,
    ...(config.isEmbedded
      ? ['Run ./signalpost demo credentials to see how to send to the demo workspace and read from it.']
      : ['Run ./signalpost workspace create, source create and key create to send and read.']),
    '',
  ]
}

function describeLocation({ isEmbedded, dataDir }: CliConfig): string[] {
  const location = isEmbedded ? findDatabaseLocation(dataDir) : undefined
  if (!location?.isElsewhere) return []
  return [`The database is not in the data directory ${dataDir}, but in ${location.home}`]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
