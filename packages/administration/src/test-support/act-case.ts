import type { SlackServer } from '@signalpost/testing'
import type { ChannelUrlServices } from '../channel/check-urls.ts'
import type { ChannelActServices } from '../channel/test-channel.ts'
import type { LimitedActServices } from '../define-act.ts'
import type { SearchingActServices } from '../listener/searching-services.ts'
import type { PersonActServices } from '../person/person-services.ts'
import type { WarehouseActServices } from '../warehouse/warehouse-services.ts'

export type CaseServices = ChannelActServices &
  ChannelUrlServices &
  LimitedActServices &
  PersonActServices &
  SearchingActServices &
  WarehouseActServices & {
    /** The URL of the database, which also contains the warehouses. */
    url: string
    /** A Slack whose incoming webhook is gone, so it refuses every message. */
    slack: SlackServer
  }

/** An input that an act accepts once what it needs is there, and one that it refuses. */
export type ActCase = {
  prepare: (services: CaseServices, orgId: string) => Promise<Record<string, unknown>>
  refused: Record<string, unknown>
  /** Set if the act works in a separate workspace. */
  actsIn?: string
  /** Its audit row belongs to no workspace. */
  isOfInstallation?: true
  /** Its input leads to nothing that belongs to one workspace. */
  isOutsideWorkspaces?: true
}
