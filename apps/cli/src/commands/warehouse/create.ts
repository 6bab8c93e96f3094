import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { type CliCommand, readInput } from '../../command/define-command.ts'
import { addWarehouse, newWarehouseParameters } from './add-warehouse.ts'
import { describeWarehouse } from './describe-warehouse.ts'
import { placeParametersOf, readPlace } from './place-options.ts'

/** Of every kind, in the order in which the kinds are listed. */
export const warehouseCreate: readonly CliCommand[] = warehouseKinds.map(createCommandOf)

/** `warehouse create KIND`, with the options that the kind declares. */
export function createCommandOf(kind: WarehouseKind): CliCommand {
  const placeParameters = placeParametersOf(kind)
  return {
    path: `warehouse create ${kind.kind}`,
    summary: summaryOf(kind),
    parameters: { ...newWarehouseParameters, ...placeParameters },
    isService: false,
    run: async (context, given) => {
      const input = readInput(newWarehouseParameters, given)
      const place = await readPlace(kind, readInput(placeParameters, given))
      const warehouse = await addWarehouse(context, { ...input, ...place, kind })
      return { json: warehouse, text: describeWarehouse(warehouse) }
    },
  }
}

function summaryOf({ kind, summary, isBeta, optionalPackages }: WarehouseKind): string {
  const needsPackages = Object.keys(optionalPackages).length > 0
  return `${summary}${isBeta ? ' (beta)' : ''}${needsPackages ? `; warehouse install ${kind} comes first` : ''}.`
}
