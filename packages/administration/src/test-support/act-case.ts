import type { DatabasePool } from '@signalpost/database'
import type { SlackServer } from '@signalpost/testing'
import type { ChannelUrlServices } from '../channel/check-urls.ts'
import type { ChannelActServices } from '../channel/trying/test-channel.ts'
import type { ActServices, LimitedActServices } from '../define-act.ts'
import type { SearchingActServices } from '../listener/searching-services.ts'
import type { PersonActServices } from '../person/person-services.ts'
import type { SendingServices } from '../source/open-sender.ts'
import type { WarehouseActServices } from '../warehouse/warehouse-services.ts'

/** What the cases of operations need, which the tests of every face have. */
export type StoreServices = ActServices & {
  pool: DatabasePool
  /** The URL of the database, which also contains the warehouses. */
  url: string
  /** Who asks, where it matters. */
  personId?: string
}

export type CaseServices = StoreServices &
  ChannelActServices &
  ChannelUrlServices &
  LimitedActServices &
  PersonActServices &
  SearchingActServices &
  SendingServices &
  WarehouseActServices & {
    /** A Slack whose incoming webhook is gone, so it refuses every message. */
    slack: SlackServer
  }

/** An input that an act accepts once what it needs is there, and one that it refuses. */
export type ActCase<Services = CaseServices> = {
  prepare: (services: Services, orgId: string) => Promise<Record<string, unknown>>
  refused: Record<string, unknown>
  /** Set if the act works in a separate workspace. */
  actsIn?: string
  /** Its audit row belongs to no workspace. */
  isOfInstallation?: true
  /** Its input leads to nothing that belongs to one workspace. */
  isOutsideWorkspaces?: true
}
