import { librariesOf, type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { installLibraries } from './install-libraries.ts'

const kindNames = warehouseKinds.map(({ kind }) => kind)

export const warehouseInstall = defineCommand({
  path: 'warehouse install',
  summary: 'Install the packages that only one kind of warehouse needs, in the data directory.',
  parameters: {
    kind: required('<kind>', `the kind: ${kindNames.join(', ')}`, z.enum(kindNames).transform(getKind)),
  },
  run: async ({ config, terminal }, { kind }) => {
    const { kind: name, optionalPackages: packages } = kind
    if (Object.keys(packages).length === 0) {
      terminal.note(`A warehouse of the kind ${name} needs no packages of its own.`)
      return { json: { kind: name, packages }, text: '' }
    }
    const { environment, dataDir } = config
    const directory = await installLibraries(kind, { libraries: librariesOf(dataDir), environment })
    return { json: { kind: name, packages, directory }, text: record({ ...packages, directory }) }
  },
})

function getKind(name: string): WarehouseKind {
  const found = warehouseKinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new Error(`There is no warehouse of the kind ${name}.`)
  return found
}
