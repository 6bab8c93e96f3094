import type { CommonConfig } from './common-config.ts'
import type { Networks } from './networks.ts'

/** What warehouses reach that were created over HTTP. */
export type WarehouseBoundsConfig = { allowedNetworks: Networks; directory: string | undefined }

export function warehouseBoundsOf({
  SIGNALPOST_WAREHOUSE_PRIVATE_ADDRESSES: allowedNetworks,
  SIGNALPOST_WAREHOUSE_DIR: directory,
}: CommonConfig): WarehouseBoundsConfig {
  return { allowedNetworks, directory }
}
