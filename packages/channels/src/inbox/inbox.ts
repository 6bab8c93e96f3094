import { minuteMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { type Content, defineChannel } from '../channel.ts'
import { findInboxMessage, maxInboxItems } from './render-message.ts'

/** The console itself: a row for each member, which only the database can refuse. */
export const inbox = defineChannel({
  kind: 'inbox',
  title: 'Inbox',
  summary: 'Show alerts in the console, to each member of the workspace',
  settings: z.strictObject({}),
  secrets: z.strictObject({}),
  options: {},
  // It is there without being set up.
  guide: [],
  isBuiltIn: true,
  pace: undefined,
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: undefined,
  recognisesRepeats: true,
  maxItems: maxInboxItems,
  disabledAfter: undefined,
  followsUp: true,
  recipients: () => [''],
  findRecipient: ({ personId }) => personId,
  send: async ({ deliverToInbox }, { content, messageId, orgId, recipient, signal }) => {
    const message = findInboxMessage(content)
    if (message === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    if (signal.aborted) return { outcome: 'retry', code: 'aborted' }
    if (deliverToInbox === undefined) return { outcome: 'retry', code: 'no_store' }
    const personId = recipient === '' ? undefined : recipient
    try {
      await deliverToInbox({ orgId, messageId, personId, exceptPersonId: takerOf(content), message })
    } catch (error) {
      return { outcome: 'retry', code: 'store_unavailable', answer: String(error) }
    }
    return { outcome: 'sent' }
  },
})

function takerOf(content: Content): string | undefined {
  if (!('followUp' in content)) return undefined
  const { alert, signal } = content.followUp
  return signal.assignedTo?.userId ?? alert.acknowledgedBy?.[signal.id]
}
