import { z } from 'zod'
import { urgencies } from './vocabulary.ts'

/** One signal of a message, in words: plain text, which is neither escaped nor markup. */
const inboxItemSchema = z.object({
  signalId: z.string(),
  title: z.string(),
  facts: z.string().meta({ description: 'Its urgency, platform, account and score, in one line.' }),
  status: z.string().optional().meta({ description: 'Who has it, and what was done with it.' }),
  reasons: z.array(z.string()),
  quote: z.string().optional(),
  url: z.string().optional().meta({ description: 'The post itself.' }),
})

/** What a channel of the kind inbox delivers to members: plain text. */
export const inboxMessageSchema = z.object({
  kind: z.enum(['alert', 'digest', 'follow_up', 'notice']),
  heading: z.string(),
  urgency: z.enum(urgencies).optional().meta({ description: 'The greatest of its signals.' }),
  text: z.string().optional(),
  origin: z.string().optional().meta({ description: 'The rule, or the escalation and its step.' }),
  items: z.array(inboxItemSchema),
  rest: z.string().optional().meta({ description: 'How many signals it leaves out.' }),
})

export type InboxItem = z.infer<typeof inboxItemSchema>

export type InboxMessage = z.infer<typeof inboxMessageSchema>

/** A message, and who gets it. */
export type InboxDelivery = {
  orgId: string
  /** The same on every try, so that no one gets a message twice. */
  messageId: string
  /** The person who alone gets it; undefined for every member. */
  personId: string | undefined
  /** Who knows it already, as it says what they did. */
  exceptPersonId: string | undefined
  message: InboxMessage
}
