import { createDatabase, createSecretBox, type Database, type SecretBox } from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { resolveStores, type Stores } from '@signalpost/embedded-postgres'
import type { CliConfig } from './config.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What commands work with. Stores are found, and the database is opened, at the first use. */
export type CommandContext = {
  readonly config: CliConfig
  readonly stores: Stores
  readonly database: Database
  readonly secretBox: SecretBox
  terminal: Terminal
  nowMs: () => number
  /** Asks before something that cannot be undone, unless `--yes` was given. Throws when the answer is no. */
  confirm: (question: string) => Promise<void>
}

export type OpenContext = { context: CommandContext; close: () => Promise<void> }

type Options = {
  readConfig: () => CliConfig
  terminal: Terminal
  nowMs: () => number
  isConfirmed: boolean
}

export function createContext({ readConfig, terminal, nowMs, isConfirmed }: Options): OpenContext {
  const config = once(readConfig)
  const stores = once(() => {
    const { databaseUrl, dataDir, masterKey } = config()
    return resolveStores({ databaseUrl, dataDir, masterKey })
  })
  const secretBox = once(() => createSecretBox(stores().masterKey))
  let opened: Database | undefined
  return {
    context: {
      terminal,
      nowMs,
      get config() {
        return config()
      },
      get stores() {
        return stores()
      },
      get database() {
        opened ??= openDatabase(stores().databaseUrl)
        return opened
      },
      get secretBox() {
        return secretBox()
      },
      confirm: async (question) => {
        if (isConfirmed || (await terminal.ask(question))) return
        throw new RejectedError('invalid_request', 'The answer was no; nothing was changed.')
      },
    },
    close: async () => opened?.destroy(),
  }
}

function openDatabase(url: string): Database {
  return createDatabase({
    url,
    applicationName: 'signalpost cli',
    maxConnections: 2,
    // The query that meets the dead connection says so.
    onConnectionError: () => undefined,
  }).database
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
