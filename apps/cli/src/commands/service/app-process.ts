import { StartError } from '@signalpost/runtime'
import { defineService } from '../../command/define-command.ts'
import type { CliConfig } from '../../config.ts'
import { flag } from '../../parameters/parameter.ts'
import { type AppName, entryOf } from './app-entry.ts'

export const intake = defineApp('intake', 'Receives deliveries over HTTP.')
export const worker = defineApp('worker', 'Applies deliveries and keeps the store in order.')
export const api = defineApp('api', 'Answers the REST API.')

export const consoleApp = defineService({
  path: 'console',
  summary: describe('Serves the pages of the console.'),
  parameters: {
    buildOnly: flag('--build-only', 'build the pages into the data directory, then end'),
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
  return `${summary} Waits for the database and its schema. Any number of copies may run.`
}

/** This process continues as the app, so that signals and exit codes are the app's own. */
function becomeApp(name: AppName, { environment }: CliConfig, args: readonly string[] = []): never {
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, entryOf(name), ...args],
    definedOnly(environment),
  )
  throw new StartError(`this platform cannot become another program; run node ${entryOf(name)}`)
}

function definedOnly(environment: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(entries)
}
