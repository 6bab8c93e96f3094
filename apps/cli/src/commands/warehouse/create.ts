import { createWarehouseAct } from '@signalpost/administration/warehouse'
import { type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { type CliCommand, readAccess, readInput } from '../../command/define-command.ts'
import { readKindInput } from '../../parameters/kind-input.ts'
import { kindParametersOf } from '../../parameters/kind-parameters.ts'
import { addWarehouse, newWarehouseParameters } from './add-warehouse.ts'
import { describeWarehouse } from './describe-warehouse.ts'

/** One command for each kind, in the order of the kinds. */
export const warehouseCreate: readonly CliCommand[] = warehouseKinds.map(createCommandOf)

/** Defines `warehouse create KIND` with the options that the kind declares. */
export function createCommandOf(kind: WarehouseKind): CliCommand {
  const placeParameters = kindParametersOf(kind.options)
  return {
    path: `warehouse create ${kind.kind}`,
    summary: summaryOf(kind),
    access: readAccess(createWarehouseAct),
    parameters: { ...newWarehouseParameters, ...placeParameters },
    isService: false,
    run: async (context, given) => {
      const input = readInput(newWarehouseParameters, given)
      const { settings, secrets } = await readKindInput(kind, readInput(placeParameters, given))
      // The cast: options give texts and lists.
      const place = { settings: settings as Record<string, string | string[]>, secrets }
      const warehouse = await addWarehouse(context, { ...input, ...place, kind })
      return { json: warehouse, text: describeWarehouse(warehouse) }
    },
  }
}

function summaryOf({ kind, summary, isBeta, optionalPackages }: WarehouseKind): string {
  const needsPackages = Object.keys(optionalPackages).length > 0
  return `${summary}${isBeta ? ' (beta)' : ''}${needsPackages ? `; run warehouse install ${kind} first` : ''}.`
}
