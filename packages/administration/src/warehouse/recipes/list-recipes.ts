import { getWarehouse } from '@signalpost/database/warehouses'
import { orgIdSchema } from '@signalpost/domain'
import { readRecipes, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineDocument } from '../../define-operation.ts'

/** Throws RejectedError `not_found`. */
export const listRecipesRead = defineDocument({
  name: 'warehouse.recipes',
  summary: 'List common questions of analysts in the SQL of a warehouse.',
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema, warehouseId: z.string() }),
  http: {
    ...{ method: 'get', path: '/warehouses/{id}/recipes', errors: ['not_found'] },
    operationId: 'listWarehouseRecipes',
  },
  read: async ({ services: { database }, input }) => {
    const { kind: name, settings } = await getWarehouse(database, input)
    const kind = warehouseKinds.find((one) => one.kind === name)
    const recipes = kind === undefined ? [] : await readRecipes(kind, settings)
    return { recipes, areAnswered: kind?.recipes?.areAnswered === true }
  },
  output: {
    description: 'Each with the names of the warehouse filled in; none where its engine has none.',
    schema: z.object({
      items: z.array(z.object({ name: z.string(), title: z.string(), sql: z.string() })),
      nextCursor: z.null(),
      areAnswered: z.boolean().meta({ description: 'Whether they can be run here.' }),
    }),
    of: ({ recipes, areAnswered }) => ({ items: [...recipes], nextCursor: null, areAnswered }),
  },
})
