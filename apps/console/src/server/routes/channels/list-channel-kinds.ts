import { type Channel, channels, findGeneratedSecret } from '@signalpost/channels'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeOptions, optionSchema } from '../kind-options.ts'
import { noQuery } from '../workspace-params.ts'

export const listChannelKinds = defineRoute({
  operationId: 'listChannelKinds',
  method: 'get',
  path: '/console/api/channel-kinds',
  role: 'person',
  summary: 'List the kinds of channels that people create, and what each asks for',
  params: z.object({}),
  query: noQuery,
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
          generated: z
            .string()
            .nullable()
            .meta({ description: 'The secret that is generated if none is given.' }),
          guide: z.array(
            z.object({
              text: z.string(),
              paste: z.string().nullable().meta({ description: 'A text to paste at the service.' }),
            }),
          ),
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
      generated: findGeneratedSecret(kind)?.member ?? null,
      guide: guideOf(kind).map(({ text, paste = null }) => ({ text, paste })),
      options: describeOptions(kind),
    })),
    nextCursor: null,
  }),
})

function guideOf({ guide = [] }: Pick<Channel, 'guide'>) {
  return guide
}

/** Every workspace already has those that are built in. */
function isCreated({ isBuiltIn }: Pick<Channel, 'isBuiltIn'>): boolean {
  return isBuiltIn !== true
}
