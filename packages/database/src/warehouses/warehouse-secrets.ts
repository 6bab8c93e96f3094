import type { SecretBox } from '../secret-box.ts'

/** All that is secret of one warehouse, by the names of its kind. */
export type WarehouseSecrets = Record<string, string>

/** Undefined where they were sealed under another key, or for another warehouse. */
export function unsealWarehouseSecrets(
  secretBox: SecretBox,
  { warehouseId, ciphertext }: { warehouseId: string; ciphertext: Buffer },
): WarehouseSecrets | undefined {
  try {
    // What was sealed is what `sealWarehouseSecrets` sealed: GCM lets nothing else open.
    return JSON.parse(secretBox.open(ciphertext, contextOf(warehouseId))) as WarehouseSecrets
  } catch {
    // GCM says that it does not open, and nothing more.
    return undefined
  }
}

export function sealWarehouseSecrets(
  secretBox: SecretBox,
  { warehouseId, secrets }: { warehouseId: string; secrets: WarehouseSecrets },
): Buffer {
  return secretBox.seal(JSON.stringify(secrets), contextOf(warehouseId))
}

/** What binds sealed secrets to their warehouse. */
function contextOf(warehouseId: string): string {
  return `warehouse:${warehouseId}`
}
