import { StartError } from '@signalpost/runtime'
import { defineService } from '../../command/define-command.ts'
import { type AppName, entryOf } from './app-entry.ts'

export const intake = defineApp('intake', 'Receives deliveries over HTTP.')
export const worker = defineApp('worker', 'Applies deliveries and keeps the store in order.')
export const api = defineApp('api', 'Answers the REST API.')

function defineApp(name: AppName, summary: string) {
  return defineService({
    path: name,
    summary: `${summary} Waits for the database and its schema. Any number of copies may run.`,
    run: async ({ config }) => {
      // The same process goes on as the app, so that signals and exit codes are the app's own.
      process.execve?.(
        process.execPath,
        [process.execPath, ...process.execArgv, entryOf(name)],
        definedOnly(config.environment),
      )
      throw new StartError(`this platform cannot become another program; run node ${entryOf(name)}`)
    },
  })
}

function definedOnly(environment: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(entries)
}
