import { findMissingPackage, librariesOf, type WarehouseKind, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineRoute } from '../../http/define-route.ts'
import { describeOptions, optionSchema } from '../kind-options.ts'
import { noQuery } from '../workspace-params.ts'

const kindSchema = z.object({
  kind: z.string(),
  summary: z.string(),
  isBeta: z.boolean(),
  install: z
    .string()
    .nullable()
    .meta({ description: 'The command that adds its library; null where nothing is missing.' }),
  options: z.array(optionSchema),
})

export const listWarehouseKinds = defineRoute({
  operationId: 'listWarehouseKinds',
  method: 'get',
  path: '/console/api/warehouse-kinds',
  role: 'person',
  summary: 'List the kinds of warehouses and what each asks for',
  params: z.object({}),
  query: noQuery,
  success: {
    status: 200,
    description: 'Every kind, with its options as a form shows them.',
    schema: z.object({ items: z.array(kindSchema), nextCursor: z.null() }),
  },
  errors: [],
  handle: async ({ works: { dataDir } }) => ({
    items: warehouseKinds.map((kind) => describeKind(kind, librariesOf(dataDir))),
    nextCursor: null,
  }),
})

function describeKind(kind: WarehouseKind, libraries: string): z.infer<typeof kindSchema> {
  const { kind: name, summary, isBeta } = kind
  const isMissing = findMissingPackage(kind, libraries) !== undefined
  return {
    ...{ kind: name, summary, isBeta },
    install: isMissing ? `./signalpost warehouse install ${name}` : null,
    options: describeOptions(kind),
  }
}
