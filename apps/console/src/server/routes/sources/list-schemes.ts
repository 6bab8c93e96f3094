import { schemeNameSchema } from '@signalpost/administration/source'
import { schemes } from '@signalpost/signatures'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listSchemes = defineRoute({
  operationId: 'listSchemes',
  method: 'get',
  path: '/console/api/schemes',
  role: 'person',
  summary: 'See the signature schemes that a source may have',
  params: z.object({}),
  query: z.object({}),
  success: {
    status: 200,
    description: 'All schemes, the default first.',
    schema: z.object({
      items: z.array(
        z.object({
          name: schemeNameSchema,
          title: z.string(),
          ownSecretRequired: z.boolean(),
          toleranceApplies: z.boolean(),
          settings: z.array(z.string()),
        }),
      ),
    }),
  },
  errors: [],
  handle: async () => ({
    items: schemes.map(({ name, title, ownSecretRequired, toleranceApplies, settings }) => ({
      ...{ name, title, ownSecretRequired, toleranceApplies },
      settings: settings instanceof z.ZodObject ? Object.keys(settings.shape) : [],
    })),
  }),
})
