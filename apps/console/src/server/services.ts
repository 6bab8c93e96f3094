import type { LimitedActServices } from '@signalpost/administration'
import type { ChannelActServices } from '@signalpost/administration/channel'
import type { SearchingActServices } from '@signalpost/administration/listener'
import type { PatientWarehouseServices } from '@signalpost/administration/warehouse'
import type { WaysIn } from '@signalpost/administration/ways-in'
import type { LoginWay, SessionTimes } from '@signalpost/authorization'
import type { AssistantAddresses } from '@signalpost/authorization/oauth'
import type { SendLetter } from '@signalpost/channels'
import type { Database, SecretBox } from '@signalpost/database'
import type { Cursors, Turns } from '@signalpost/rest'
import type { Networks } from '@signalpost/runtime'
import type { AnalyseWebsite } from '@signalpost/website-analysis'
import type { ServerCookie } from './face/server-cookie.ts'
import type { HoursReader } from './overview/create-hours-reader.ts'
import type { OverviewReader } from './overview/create-overview-reader.ts'
import type { Watcher } from './stream/create-watcher.ts'

/** What routes may use; each names its share. */
export type Services = Pick<ChannelActServices, 'openChannels' | 'unsubscribeUrlOf'> & {
  readonly database: Database
  readonly secretBox: SecretBox
  /** The cell of this installation. */
  readonly cell: string
  /** For acts that take long: connections without the limit of a page, of which there are few. */
  readonly works: PatientWarehouseServices & LimitedActServices & SearchingActServices
  /** One turn for all exports: each holds one of the few connections of works. */
  readonly exportTurns: Turns
  readonly waysIn: WaysIn
  readonly cookie: ServerCookie
  /** Holds the state of a login at an identity provider. */
  readonly loginCookie: ServerCookie
  readonly cursors: Cursors
  readonly readOverview: OverviewReader
  readonly readHours: HoursReader
  readonly watcher: Watcher
  /** Reads websites in the threads of this process. */
  readonly analyseWebsite: AnalyseWebsite
  /** Private addresses that channels may connect to. */
  readonly allowedNetworks: Networks
  /** What a workspace may have. */
  readonly workspaceLimits: LimitedActServices['workspaceLimits']
  /** How browsers reach the console. */
  readonly consoleUrl: string
  readonly smtp: { url: string; from: string } | undefined
  /** Undefined without a mail server. */
  readonly sendLetter: SendLetter | undefined
  /** Where assistants reach the API, or what is missing for them to do so. */
  readonly assistantAddresses: AssistantAddresses | { missing: string }
  /** Where senders reach the intake. */
  readonly intakeUrl: string
  /** How long the ledger keeps deliveries. */
  readonly ledgerDays: number
  /** The ways to log in that are open. */
  readonly loginWays: readonly LoginWay[]
  readonly sessionTimes: SessionTimes
  readonly nowMs: () => number
}
