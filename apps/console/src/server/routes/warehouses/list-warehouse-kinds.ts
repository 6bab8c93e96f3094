import { join } from 'node:path'
import { type Caller, may } from '@signalpost/administration'
import { choosableTables } from '@signalpost/domain'
import {
  findMissingPackage,
  librariesOf,
  type WarehouseBounds,
  type WarehouseKind,
  warehouseKinds,
} from '@signalpost/warehouses'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeOptions, optionSchema } from '../kind-options.ts'

const kindSchema = z.object({
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  isBeta: z.boolean(),
  install: z
    .string()
    .nullable()
    .meta({ description: 'The command that adds its library; null where nothing is missing.' }),
  filesRefused: z
    .string()
    .nullable()
    .meta({ description: 'Why it cannot lie in files of the machine; null where it may, or never does.' }),
  options: z.array(optionSchema).meta({ description: 'Without those of files where these are refused.' }),
})

export const listWarehouseKinds = defineRoute({
  operationId: 'listWarehouseKinds',
  method: 'get',
  path: '/console/api/warehouse-kinds',
  role: 'person',
  summary: 'List the kinds of warehouses and what each asks for',
  success: {
    status: 200,
    description: 'Every kind, with its options as a form shows them.',
    schema: z.object({
      items: z.array(kindSchema),
      nextCursor: z.null(),
      tables: z
        .array(z.object({ name: z.string(), comment: z.string() }))
        .meta({ description: 'The tables among which a warehouse may choose, and what each has in it.' }),
    }),
  },
  errors: [],
  handle: async ({ works: { dataDir, warehouseBounds } }, { caller }) => {
    const refusal = findFileRefusal(caller, warehouseBounds)
    const about = { libraries: librariesOf(dataDir), refusal, directory: warehouseBounds?.directory }
    const items = warehouseKinds.map((kind) => describeKind(kind, about))
    return {
      items,
      nextCursor: null,
      tables: choosableTables.map(({ name, comment }) => ({ name, comment })),
    }
  },
})

function findFileRefusal(caller: Caller, bounds: WarehouseBounds | undefined): string | null {
  if (!may(caller, { demands: 'operator' })) {
    return 'Only an operator of the installation creates warehouses in files of the machine.'
  }
  if (bounds?.directory !== undefined) return null
  return 'The console creates warehouses in files only below the directory of SIGNALPOST_WAREHOUSE_DIR, which is not set.'
}

function describeKind(
  kind: WarehouseKind,
  {
    libraries,
    refusal,
    directory,
  }: { libraries: string; refusal: string | null; directory: string | undefined },
): z.infer<typeof kindSchema> {
  const { kind: name, title, summary, isBeta } = kind
  const isMissing = findMissingPackage(kind, libraries) !== undefined
  const ofFiles = new Set(
    Object.entries(kind.options).flatMap(([member, option]) =>
      'secret' in option || (option.isPath ?? option.isOfFiles) === undefined ? [] : [member],
    ),
  )
  const filesRefused = ofFiles.size === 0 ? null : refusal
  const options = describeOptions(kind).map((option) =>
    // Where a path is all that it asks for, the form has one.
    option.isNeeded && ofFiles.has(option.member) && directory !== undefined
      ? { ...option, suggestion: join(directory, `signals.${name}`) }
      : option,
  )
  return {
    ...{ kind: name, title, summary, isBeta, filesRefused },
    install: isMissing ? `./signalpost warehouse install ${name}` : null,
    options: filesRefused === null ? options : options.filter(({ member }) => !ofFiles.has(member)),
  }
}
