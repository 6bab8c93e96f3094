import { type Fault, type Target, type WarehouseKind, wrapTarget } from '@signalpost/warehouses'
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

/** Wraps a target so that all its errors are WarehouseErrors. */
export function judgeErrors(
  target: Target,
  place: { kind: WarehouseKind; secrets: Readonly<Record<string, string>> },
): Target {
  return wrapTarget(target, (call) => askWarehouse(place, call))
}
