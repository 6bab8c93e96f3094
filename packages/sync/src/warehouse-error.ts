import type { Fault, Target, WarehouseKind } from '@signalpost/warehouses'
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
  const judged =
    <Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) =>
    (...input: Input): Promise<Result> =>
      askWarehouse(place, () => call(...input))
  // A method that a target may lack is named too, or it would be lost.
  const { checksumPrinted, damagedFiles, mend, ...always } = {
    readCursor: judged(target.readCursor),
    findFaults: judged(target.findFaults),
    prepare: judged(target.prepare),
    writeCursor: judged(target.writeCursor),
    stage: judged(target.stage),
    commit: judged(target.commit),
    moveCursor: judged(target.moveCursor),
    checksum: judged(target.checksum),
    checksumPrinted: target.checksumPrinted && judged(target.checksumPrinted),
    listHashes: judged(target.listHashes),
    removeRows: judged(target.removeRows),
    damagedFiles: target.damagedFiles,
    mend: target.mend && judged(target.mend),
    dropTables: judged(target.dropTables),
    close: judged(target.close),
  } satisfies Record<keyof Target, unknown>
  return {
    ...always,
    ...(checksumPrinted && { checksumPrinted }),
    ...(damagedFiles && { damagedFiles }),
    ...(mend && { mend }),
  }
}
