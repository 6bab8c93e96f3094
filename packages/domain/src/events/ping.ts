import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'

export const ping = defineEventKind({
  type: 'ping',
  sentOn: { channel: 'tested' },
  data: z.record(z.string(), z.unknown()),
  example: { channelId: 'chn_01jc8z' },
  contributions: () => [],
})
