import type { SecretBox } from '../secret-box.ts'

/** All secrets of one warehouse, by the names of its kind. */
export type WarehouseSecrets = Record<string, string>

/** Returns undefined if they were sealed under another key, or for another warehouse. */
export function unsealWarehouseSecrets(
  secretBox: SecretBox,
  { warehouseId, ciphertext }: { warehouseId: string; ciphertext: Buffer },
): WarehouseSecrets | undefined {
  try {
    // The cast: GCM only opens what `sealWarehouseSecrets` sealed.
    return JSON.parse(secretBox.open(ciphertext, warehouseSecretContextOf(warehouseId))) as WarehouseSecrets
  } catch {
    // GCM gives no reason.
    return undefined
  }
}

export function sealWarehouseSecrets(
  secretBox: SecretBox,
  { warehouseId, secrets }: { warehouseId: string; secrets: WarehouseSecrets },
): Buffer {
  return secretBox.seal(JSON.stringify(secrets), warehouseSecretContextOf(warehouseId))
}

/** Returns the context that binds sealed secrets to their warehouse. */
export function warehouseSecretContextOf(warehouseId: string): string {
  return `warehouse:${warehouseId}`
}

/** Returns undefined if it was sealed under another key, or for another warehouse. */
export function unsealPersonalKey(
  secretBox: SecretBox,
  { warehouseId, ciphertext }: { warehouseId: string; ciphertext: Buffer },
): string | undefined {
  try {
    return secretBox.open(ciphertext, personalKeyContextOf(warehouseId))
  } catch {
    // GCM gives no reason.
    return undefined
  }
}

export function sealPersonalKey(
  secretBox: SecretBox,
  { warehouseId, personalKey }: { warehouseId: string; personalKey: string },
): Buffer {
  return secretBox.seal(personalKey, personalKeyContextOf(warehouseId))
}

/** Returns the context that binds the sealed key for personal data to its warehouse. */
export function personalKeyContextOf(warehouseId: string): string {
  return `warehouse-personal:${warehouseId}`
}
