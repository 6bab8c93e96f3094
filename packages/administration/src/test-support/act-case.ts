import type { SlackServer } from '@signalpost/testing'
import type { ChannelActServices } from '../channel/test-channel.ts'
import type { PersonActServices } from '../person/person-services.ts'
import type { WarehouseActServices } from '../warehouse/warehouse-services.ts'

export type CaseServices = ChannelActServices &
  PersonActServices &
  WarehouseActServices & {
    /** Of the database, which is the place of warehouses too. */
    url: string
    /** Every message to it is refused by an incoming webhook that is gone. */
    slack: SlackServer
  }

/** An input that an act accepts once what it needs is there, and one that it refuses. */
export type ActCase = {
  prepare: (services: CaseServices, orgId: string) => Promise<Record<string, unknown>>
  refused: Record<string, unknown>
  /** Where the act works in a workspace of its own. */
  actsIn?: string
  /** Its audit row belongs to no workspace. */
  isOfInstallation?: true
  /** Its input leads to nothing that belongs to one workspace. */
  isOutsideWorkspaces?: true
}
