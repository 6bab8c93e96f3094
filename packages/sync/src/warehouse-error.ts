import type { Fault, WarehouseKind } from '@signalpost/warehouses'
import { describeCause } from './describe-cause.ts'

/** A fault of a warehouse, as opposed to our own. The message contains no secrets. */
export class WarehouseError extends Error {
  override readonly name = 'WarehouseError'
  readonly fault: Fault

  constructor(fault: Fault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

/** Returns the result of a call to a warehouse. Its error becomes a WarehouseError. */
export async function askWarehouse<Result>(
  { kind, secrets }: { kind: WarehouseKind; secrets: Readonly<Record<string, string>> },
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    throw new WarehouseError(kind.faultOf(cause), describeCause(cause, secrets), { cause })
  }
}
