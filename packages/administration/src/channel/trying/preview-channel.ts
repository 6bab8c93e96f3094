import type { Alert } from '@signalpost/channels'
import {
  firstSignal,
  type Issue,
  inboxMessageSchema,
  instantOf,
  parseKindInput,
  type Signal,
} from '@signalpost/domain'
import { z } from 'zod'
import type { ActServices } from '../../define-act.ts'
import { defineRead } from '../../define-operation.ts'
import { readSignals } from '../../signal/list-signal-page.ts'
import { draftInput, parseDraft, readStored } from './read-draft.ts'
import { renderAlert, textOf } from './render-alert.ts'
import { nowhere, shownRequestSchema, showRequest } from './shown-request.ts'

/** Shows the message of a channel while it is set up. Nothing is sent or stored. */
export const previewChannelRead = defineRead({
  name: 'channel.preview',
  summary:
    'See an alert as a channel would send it, before the channel is created or changed. It sends no message.',
  demands: 'admin',
  input: draftInput,
  http: { method: 'post', path: '/channel-previews', errors: ['not_found'] },
  read: async ({ services, input }) => {
    const { orgId, channelId = 'draft' } = input
    const { kind, ...stored } = await readStored(services, input)
    const given = {
      settings: { ...stored.settings, ...input.settings },
      secrets: { ...stored.secrets, ...input.secrets },
    }
    const { alert, isExample } = await exampleOf(services, orgId)
    const whole = parseKindInput(kind, given)
    if (!whole.ok) {
      const isUnfinished = whole.issues.every(({ isPresence }) => isPresence)
      const { issues } = isUnfinished ? parseDraft({ kind, ...given }) : whole
      return { text: textOf(kind, alert), isExample, request: null, issues: issuesOf(issues, given) }
    }
    const { settings, secrets } = whole
    const [recipient = ''] = kind.recipients(settings)
    const message = { alert, channelId, settings, secrets: [secrets], recipient }
    const { text, request } = await renderAlert(kind, nowhere, message)
    return { text, isExample, request: request === undefined ? null : showRequest(request), issues: [] }
  },
  output: {
    description: 'The alert about the best signal of the last 30 days.',
    schema: z.object({
      text: inboxMessageSchema.nullable().meta({ description: 'What people read in it, in parts.' }),
      isExample: z
        .boolean()
        .meta({ description: 'Whether there is no signal yet, so that it is about an example.' }),
      request: shownRequestSchema
        .nullable()
        .meta({ description: 'Null until all that is needed was given.' }),
      issues: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .meta({ description: 'What is wrong with the members that were given.' }),
    }),
    of: (preview) => preview,
  },
  example: { kind: 'http', settings: { url: 'https://example.com/alerts' } },
})

/** What is still missing is no fault while people type. */
function issuesOf(
  issues: readonly Issue[],
  given: Record<'settings' | 'secrets', Readonly<Record<string, unknown>>>,
): Issue[] {
  const members = Object.entries(given).flatMap(([place, values]) =>
    Object.keys(values).map((member) => `${place}.${member}`),
  )
  return issues
    .filter(({ path }) => members.some((member) => path === member || path.startsWith(`${member}.`)))
    .map(({ path, message }) => ({ path, message }))
}

async function exampleOf(
  services: Pick<ActServices, 'database' | 'nowMs'>,
  orgId: string,
): Promise<{ alert: Alert; isExample: boolean }> {
  const at = instantOf(services.nowMs())
  const best = await readSignals(services, { orgId, filters: {}, after: undefined, limit: 1 })
  const found: Signal | undefined = best.items[0]
  const example = firstSignal({ id: 'sig_example', orgId, listenerId: 'lsn_example', at })
  const items = [found ?? example]
  return {
    alert: {
      kind: 'instant',
      orgId,
      ruleId: 'rul_preview',
      ruleName: 'Strong intent',
      raisedAt: at,
      items,
      total: 1,
    },
    isExample: found === undefined,
  }
}
