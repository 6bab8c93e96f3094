import {
  type Act,
  type Caller,
  commandLineCaller,
  type LimitedActServices,
  performAct,
} from '@signalpost/administration'
import type { ChannelActServices, ChannelUrlServices } from '@signalpost/administration/channel'
import type { SearchingActServices } from '@signalpost/administration/listener'
import type { Paged, Performed } from '@signalpost/administration/operations'
import type { PersonActServices } from '@signalpost/administration/person'
import type { SendingServices } from '@signalpost/administration/source'
import type { WarehouseActServices } from '@signalpost/administration/warehouse'
import {
  createDatabase,
  createSecretBox,
  type Database,
  type DatabasePool,
  type SecretBox,
} from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { resolveStores, type Stores } from '@signalpost/embedded-postgres'
import type { WarehouseKind } from '@signalpost/warehouses'
import type { z } from 'zod'
import type { CliConfig, Environment } from '../config.ts'
import { getApiBase, getConsoleBase, getIntakeBase } from '../installation/service-urls.ts'
import { getWorkspace } from '../parameters/get-workspace.ts'
import type { ConsoleClient } from '../remote/console-client.ts'
import { getRemoteWorkspace } from '../remote/get-remote-workspace.ts'
import { localOnly } from '../remote/remote-error.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { commandLineUser } from './command-line-user.ts'
import { type AskedPage, type ReadPage, readLocalPage } from './read-local-page.ts'

/** What commands work with. All of it is loaded or opened at its first use. */
export type CommandContext = ChannelActServices &
  ChannelUrlServices &
  LimitedActServices &
  PersonActServices &
  SearchingActServices &
  SendingServices &
  WarehouseActServices & {
    /** Called once, when an act waits for another process that holds a warehouse. */
    onWait: () => void
    /** The variables of the process. */
    readonly environment: Environment
    readonly config: CliConfig
    readonly stores: Stores
    readonly database: Database
    /** The connection pool of `database`. */
    readonly pool: DatabasePool
    readonly secretBox: SecretBox
    terminal: Terminal
    /** How long workers have to take a job before the command runs it itself. */
    readonly workerPatienceMs: number | undefined
    /** The console elsewhere that commands of nouns go to; undefined for the installation of this machine. */
    readonly remote: ConsoleClient | undefined
    /** Returns the named workspace, that of the thing, or the only one. Throws RejectedError or UsageError. */
    getWorkspace: (orgId: string | undefined, about?: About) => Promise<{ orgId: string }>
    /** How long the ledger keeps deliveries. */
    readonly ledgerDays: number
    /** Performs an act as the command line, with its audit row. Throws what the act throws. */
    perform: <Schema extends z.ZodType, Result>(
      act: Act<Schema, Result, CommandContext>,
      input: z.input<Schema>,
      among?: readonly object[],
    ) => Promise<Result>
    /**
     * Performs an operation as the command line. `among` are those of its noun, by one of which HTTP may offer it. Throws
     * what it throws.
     */
    call: <Schema extends z.ZodObject, Result>(
      operation: { input: Schema } & Pick<Performed<CommandContext, Result>, 'perform'>,
      input: z.input<Schema>,
      among?: readonly object[],
    ) => Promise<Result>
    /** Reads a page of a list. Throws what it throws, and UsageError for another cursor. */
    readPage: (
      list: Paged<CommandContext>,
      input: Record<string, unknown>,
      page: AskedPage,
    ) => Promise<ReadPage>
    /** Asks for yes or, if given, for a word, unless `--yes` was given. Throws if the answer is another. */
    confirm: (question: string, word?: string) => Promise<void>
  }

/** A thing whose workspace is meant: the noun of its commands, and its id. */
export type About = {
  noun: string
  id: string
  /** Whether it has to be there, also in a workspace that is named. */
  mustExist?: true
}

export type OpenContext = { context: CommandContext; close: () => Promise<void> }

type Options = {
  environment: Environment
  readConfig: () => CliConfig
  terminal: Terminal
  nowMs: () => number
  isConfirmed: boolean
  /** Kinds of warehouses that replace those of this version. */
  kinds?: readonly WarehouseKind[]
  workerPatienceMs?: number | undefined
  /** The console that the command goes to, and what is said where it needs the installation. */
  remote?: RemoteCommand | undefined
}

type RemoteCommand = { client: ConsoleClient; command: string }

export function createContext({
  environment,
  readConfig: readLocalConfig,
  terminal,
  nowMs,
  isConfirmed,
  kinds,
  workerPatienceMs,
  remote,
}: Options): OpenContext {
  const config = once(() => {
    if (remote !== undefined) throw localOnly(remote.command)
    return readLocalConfig()
  })
  const stores = once(() => {
    const { databaseUrl, dataDir, masterKeys } = config()
    return resolveStores({ databaseUrl, dataDir, masterKeys })
  })
  const secretBox = once(() => createSecretBox(...stores().masterKeys))
  const closing: (() => Promise<void>)[] = []
  let opened: { database: Database; pool: DatabasePool } | undefined
  const open = () => {
    if (opened === undefined) {
      const { database, pool } = openDatabase({
        url: stores().databaseUrl,
        mayShareSessions: config().mayShareSessions,
      })
      opened = { database, pool }
      closing.push(() => database.destroy())
    }
    return opened
  }
  const letters = once(async () => {
    const { createLetterSender } = await import('@signalpost/channels')
    const { smtp, outgoingProxy: proxy } = config()
    const sender = smtp && createLetterSender({ ...smtp, proxy })
    closing.push(async () => sender?.close())
    return sender
  })
  const sendLetter: PersonActServices['sendLetter'] = async (letter) => (await letters())?.sendLetter(letter)
  const caller: Caller = commandLineCaller(commandLineUser())
  const findWorkspaceOf: CommandContext['getWorkspace'] = async (orgId, about) =>
    remote === undefined
      ? getWorkspace(context.database, orgId, about)
      : getRemoteWorkspace(remote.client, orgId, about)
  const context: CommandContext = {
    terminal,
    environment,
    remote: remote?.client,
    getWorkspace: findWorkspaceOf,
    nowMs,
    workerPatienceMs,
    ...(kinds && { kinds }),
    get config() {
      return config()
    },
    get stores() {
      return stores()
    },
    get database() {
      return open().database
    },
    get pool() {
      return open().pool
    },
    get secretBox() {
      return secretBox()
    },
    get cell() {
      return config().cell
    },
    get consoleUrl() {
      return getConsoleBase(config())
    },
    get loginWays() {
      return config().loginWays
    },
    get sessionTimes() {
      return config().sessionTimes
    },
    get sendLetter() {
      return config().smtp && sendLetter
    },
    get ledgerDays() {
      return config().ledgerDays
    },
    get dataDir() {
      return config().dataDir
    },
    get outgoingProxy() {
      return config().outgoingProxy
    },
    get warehouseBounds() {
      return config().warehouseBounds
    },
    onWait: () => terminal.note('Another process is working on the warehouse; waiting for it.'),
    openChannels: async () => {
      const { createChannelServices } = await import('@signalpost/channels')
      const { apiUrls, smtp, allowedNetworks, outgoingProxy } = config()
      const urls = { publicUrl: getApiBase(config()), intakeUrl: getIntakeBase(config()) }
      return createChannelServices({ apiUrls, smtp, allowedNetworks, outgoingProxy, ...urls })
    },
    get intakeUrl() {
      return getIntakeBase(config())
    },
    get allowedNetworks() {
      return config().allowedNetworks
    },
    get workspaceLimits() {
      return config().workspaceLimits
    },
    get models() {
      return config().models
    },
    openOutgoing: async () => {
      const { createOutgoing } = await import('@signalpost/outgoing')
      const { allowedNetworks, outgoingProxy: proxy } = config()
      return createOutgoing({ allowedNetworks, proxy })
    },
    unsubscribeUrlOf: async (subscription) => {
      const { createUnsubscribeTokens } = await import('@signalpost/channels')
      const { masterKeys } = stores()
      const token = createUnsubscribeTokens({ masterKeys, cell: config().cell }).seal(subscription)
      return `${getApiBase(config())}/u/${token}`
    },
    confirm: async (question, word) => {
      if (isConfirmed || (await terminal.ask(question, word))) return
      throw new RejectedError('invalid_request', 'Cancelled; nothing changed.')
    },
    perform: (act, input, among) =>
      remote === undefined
        ? performAct(context, { caller, act, input })
        : callRemote(remote, act, input, among),
    call: (operation, input, among) =>
      remote === undefined
        ? operation.perform(context, { caller, input })
        : callRemote(remote, operation, input, among),
    readPage: async (list, input, page) => {
      if (remote === undefined) {
        return readLocalPage(list, { services: context, call: { caller, input }, page })
      }
      const { readRemotePage } = await import('../remote/read-remote-page.ts')
      const { orgId } = await workspaceOf(remote.client, input, list.name)
      return readRemotePage(remote.client, list, { input, orgId, ...page })
    },
  }
  return {
    context,
    close: async () => {
      await Promise.all(closing.map((end) => end()))
    },
  }
}

/** Performs an operation at a console. */
async function callRemote<Result>(
  { client, command }: RemoteCommand,
  operation: object,
  given: unknown,
  among: readonly object[] = [],
): Promise<Result> {
  const { callOperation } = await import('../remote/call-operation.ts')
  const input = given as Record<string, unknown> // the cast: the input of every operation is an object
  // A lookup is named as the list that has it.
  const named = 'foundIn' in operation ? Object(operation.foundIn) : operation
  const { orgId } = await workspaceOf(client, input, 'name' in named ? String(named.name) : '')
  // The cast: its document has the members of its result.
  return (await callOperation(client, operation, { input, among, orgId, command })) as Result
}

function workspaceOf(
  client: ConsoleClient,
  { orgId, ...input }: Record<string, unknown>,
  operation: string,
): Promise<{ orgId: string }> {
  const noun = operation.split('.', 1)[0] ?? ''
  const id = input[`${noun}Id`]
  const about = typeof id === 'string' ? { noun, id } : undefined
  return getRemoteWorkspace(client, typeof orgId === 'string' ? orgId : undefined, about)
}

function openDatabase(way: { url: string; mayShareSessions: boolean }) {
  return createDatabase({
    ...way,
    applicationName: 'signalpost cli',
    // A sync reads changes, stores its position and renews its lease at the same time.
    maxConnections: 4,
    // Comparing a warehouse reads all keys of a table.
    statementTimeoutMs: 10 * 60_000,
    // The next query on the dead connection reports the error.
    onConnectionError: () => undefined,
  })
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
