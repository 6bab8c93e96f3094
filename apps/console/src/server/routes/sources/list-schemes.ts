import { schemeNameSchema } from '@signalpost/administration/source'
import { type Scheme, schemes } from '@signalpost/signatures'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listSchemes = defineRoute({
  operationId: 'listSchemes',
  method: 'get',
  path: '/console/api/schemes',
  role: 'person',
  summary: 'See the signature schemes that a source may have',
  success: {
    status: 200,
    description: 'All schemes, the default first.',
    schema: z.object({
      items: z.array(
        z.object({
          name: schemeNameSchema,
          title: z.string(),
          summary: z.string().describe('Who signs so.'),
          ownSecretRequired: z.boolean(),
          toleranceApplies: z.boolean(),
          guide: z.array(z.string()).describe('How a person sets it up at the sender, step by step.'),
          settings: z.array(
            z.object({
              name: z.string(),
              title: z.string(),
              choices: z.array(z.string()).nullable().describe('The only values; null if it is text.'),
            }),
          ),
        }),
      ),
    }),
  },
  errors: [],
  handle: async () => ({
    items: schemes.map(({ name, title, summary, ownSecretRequired, toleranceApplies, guide, settings }) => ({
      ...{ name, title, summary, ownSecretRequired, toleranceApplies },
      guide: [...guide],
      settings: settingsOf(settings),
    })),
  }),
})

const settingSchema = z.object({ description: z.string().optional(), enum: z.array(z.string()).optional() })

function settingsOf(schema: Scheme['settings']): { name: string; title: string; choices: string[] | null }[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description = name, enum: choices = null } = settingSchema.parse(property)
    return { name, title: description, choices }
  })
}
