import { orgIdSchema, RejectedError, sealUrls } from '@signalpost/domain'
import { z } from 'zod'
import type { ActCall } from '../../define-act.ts'
import { defineOperation } from '../../define-operation.ts'
import { readKindInput } from '../../read-kind-input.ts'
import { channelMembers, getChannelKind, secretMembers } from '../channel-input.ts'
import { type ChannelUrlServices, checkUrls } from '../check-urls.ts'
import { refuseDraft } from './read-draft.ts'
import { sendTest, showTestAttempt, testAttemptSchema, testLimitMs } from './send-test.ts'
import type { ChannelActServices } from './test-channel.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  kind: z.string().max(100),
  settings: channelMembers.default({}),
  secrets: secretMembers.default({}),
})

type Services = ChannelActServices & ChannelUrlServices

/**
 * Sends a test message by what was typed so far, to the first recipient, and stores nothing but its audit row. Throws
 * RejectedError `invalid_request`, which names what the kind does not accept.
 */
export const testDraftAct = defineOperation({
  name: 'channel.test_draft',
  summary: 'Send a test message through a channel before it is created. It stores no channel.',
  demands: 'admin',
  input,
  http: {
    ...{ method: 'post', path: '/channel-tests', errors: [] },
    // What a channel takes for one recipient, and the writes around it.
    timeoutMs: testLimitMs + 5_000,
  },
  around: async (
    { services, input: { orgId, kind: name, ...given } }: ActCall<z.output<typeof input>, Services>,
    commit,
  ) => {
    const kind = getChannelKind(name)
    if (kind.isBuiltIn === true)
      throw refuseDraft([{ path: 'kind', message: 'every workspace has one already' }])
    const read = readKindInput(kind, given)
    checkUrls(kind, read, services.allowedNetworks)
    const { settings, secrets } = sealUrls(kind, read)
    const recipients = kind.recipients(kind.settings.parse(read.settings)).slice(0, 1)
    const [exchange] = await sendTest(services, {
      ...{ kind, channelId: 'draft', orgId, settings, secrets: [secrets], recipients },
    })
    if (exchange === undefined) throw new RejectedError('invalid_request', 'The channel has no recipient.')
    const { attempt } = exchange
    return commit(async () => ({
      result: attempt,
      change: {
        orgId,
        target: { type: 'workspace', id: orgId },
        before: null,
        after: { kind: name, outcome: attempt.outcome },
      },
    }))
  },
  output: {
    description: 'How the receiver answered.',
    schema: z.object({ attempt: testAttemptSchema }),
    of: (attempt) => ({ attempt: showTestAttempt(attempt) }),
  },
})
