import { StartError } from '@signalpost/runtime'
import { defineService } from '../../command/define-command.ts'
import type { CliConfig } from '../../config.ts'
import { flag } from '../../parameters/parameter.ts'
import { type AppName, entryOf } from './app-entry.ts'
import { nodeOptionsOf, withSharedArenas } from './memory-bounds.ts'

export const intake = defineApp('intake', 'Run the intake, which receives deliveries over HTTP.')
export const worker = defineApp(
  'worker',
  'Run a worker, which applies deliveries, sends alerts and syncs warehouses.',
)
export const searcher = defineApp(
  'searcher',
  'Run a searcher, which runs listeners and delivers what they find.',
)
export const api = defineApp('api', 'Run the REST API.')

export const consoleApp = defineService({
  path: 'console',
  summary: describe('Run the console, which serves its pages.'),
  parameters: {
    buildOnly: flag('--build-only', 'build the pages into the data directory and exit'),
  },
  run: async ({ config }, { buildOnly }) => becomeApp('console', config, buildOnly ? ['--build-only'] : []),
})

function defineApp(name: AppName, summary: string) {
  return defineService({
    path: name,
    summary: describe(summary),
    run: async ({ config }) => becomeApp(name, config),
  })
}

function describe(summary: string): string {
  return `${summary} It waits for the database and its schema, and may run any number of times.`
}

/** This process continues as the app, so that signals and exit codes are the app's own. */
function becomeApp(name: AppName, { environment }: CliConfig, args: readonly string[] = []): never {
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...nodeOptionsOf(name, environment), entryOf(name), ...args],
    definedOnly(withSharedArenas(environment)),
  )
  throw new StartError(`this platform cannot become another program; run node ${entryOf(name)}`)
}

function definedOnly(environment: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(entries)
}
