import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ClickHouseServer } from '@signalpost/testing'
import type { WarehouseKind } from '@signalpost/warehouses'
import { warehouseKinds } from '@signalpost/warehouses'

/** Where a test may keep a warehouse. */
export type RealPlace = {
  kind: WarehouseKind
  settings: Record<string, string>
  secrets: Record<string, string>
}

type Servers = {
  /** For kinds that write files. */
  directory: string
  postgresUrl: string
  /** Without it, there is no place in ClickHouse. */
  clickhouse?: ClickHouseServer
}

const placers: Readonly<
  Record<string, (servers: Servers, name: string) => Omit<RealPlace, 'kind'> | undefined>
> = {
  postgres: ({ postgresUrl }, name) => ({ settings: { schema: name }, secrets: { url: postgresUrl } }),
  duckdb: ({ directory }, name) => ({ settings: { path: join(directory, `${name}.duckdb`) }, secrets: {} }),
  clickhouse: ({ clickhouse }, database) => {
    if (clickhouse === undefined) return undefined
    const { url, user, password } = clickhouse
    return { settings: { url, user, database }, secrets: { password } }
  },
  parquet: ({ directory }, name) => ({ settings: { path: join(directory, name) }, secrets: {} }),
}

/** Creates a new place of each kind that is real here. */
export function makePlaces(servers: Servers): RealPlace[] {
  return Object.entries(placers).flatMap(([name, placer]) => {
    const kind = warehouseKinds.find((one) => one.kind === name)
    const place = placer(servers, `place_${randomBytes(4).toString('hex')}`)
    return kind === undefined || place === undefined ? [] : [{ kind, ...place }]
  })
}
