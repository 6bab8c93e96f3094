import { type Channel, channels, findGeneratedSecret } from '@signalpost/channels'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeOptions, optionSchema } from '../kind-options.ts'

const guideSchema = z.array(
  z.object({
    text: z.string(),
    paste: z.string().nullable().meta({ description: 'A text to paste at the service.' }),
  }),
)

export const listChannelKinds = defineRoute({
  operationId: 'listChannelKinds',
  method: 'get',
  path: '/console/api/channel-kinds',
  role: 'person',
  summary: 'List the kinds of channels that people create, and what each asks for',
  success: {
    status: 200,
    description: 'Every kind, with its options as a form shows them.',
    schema: z.object({
      items: z.array(
        z.object({
          kind: z.string(),
          title: z.string(),
          summary: z.string(),
          gap: z.string().nullable().meta({ description: 'What this installation lacks to send.' }),
          check: z
            .object({
              needs: z.string().meta({ description: 'The secret without which there is nothing to ask.' }),
              offers: z.string().nullable().meta({ description: 'The setting whose values it lists.' }),
            })
            .nullable()
            .meta({ description: 'By what `checkChannel` asks its service; null where it cannot.' }),
          generated: z
            .string()
            .nullable()
            .meta({ description: 'The secret that is generated if none is given.' }),
          guide: guideSchema,
          ways: z
            .array(z.object({ needs: z.string(), title: z.string(), guide: guideSchema }))
            .meta({ description: 'Ways of which one is chosen, each by the member that it needs.' }),
          options: z.array(optionSchema),
        }),
      ),
      nextCursor: z.null(),
    }),
  },
  errors: [],
  handle: async ({ smtp }) => ({
    items: channels.filter(isCreated).map((kind) => ({
      ...{ kind: kind.kind, title: kind.title, summary: kind.summary },
      gap: 'findGap' in kind ? (kind.findGap?.({ smtp }) ?? null) : null,
      check: checkOf(kind),
      generated: findGeneratedSecret(kind)?.member ?? null,
      guide: stepsOf(kind.guide),
      ways: waysOf(kind),
      options: describeOptions(kind),
    })),
    nextCursor: null,
  }),
})

/** Every workspace already has those that are built in. */
function isCreated({ isBuiltIn }: Pick<Channel, 'isBuiltIn'>): boolean {
  return isBuiltIn !== true
}

function checkOf({ check }: Pick<Channel, 'check'>): { needs: string; offers: string | null } | null {
  return check === undefined ? null : { needs: check.needs, offers: check.offers ?? null }
}

function waysOf({ ways = [] }: Pick<Channel, 'ways'>) {
  return ways.map(({ guide, ...way }) => ({ ...way, guide: stepsOf(guide) }))
}

function stepsOf(guide: Channel['guide']): z.infer<typeof guideSchema> {
  return guide.map(({ text, paste = null }) => ({ text, paste }))
}
