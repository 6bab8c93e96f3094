import type { ChannelUser } from '@signalpost/database/rules'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'

/** `SLACKID=USERID` */
export const userPairSchema = z.string().transform((text, context): ChannelUser => {
  const [, externalUserId, userId] = /^([A-Z][A-Z0-9]{0,30})=(.*)$/s.exec(text) ?? []
  const parsed = idSchema.safeParse(userId)
  if (externalUserId !== undefined && parsed.success) return { externalUserId, userId: parsed.data }
  context.addIssue('expected SLACKID=USERID, such as U0123456789=usr_ann')
  return z.NEVER
})
