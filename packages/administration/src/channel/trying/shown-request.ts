import type { Installation, SentRequest } from '@signalpost/channels'
import { z } from 'zod'

const url = 'https://signalpost.example'

/** For what does not leave: the addresses of services and of this installation stay out. */
export const nowhere: Installation = {
  apiUrls: { slack: url, pagerduty: url, opsgenie: url },
  ...{ publicUrl: url, intakeUrl: url, consoleUrl: url, from: undefined },
}

export const shownRequestSchema = z
  .object({
    subject: z.string().nullable().meta({ description: 'Of a mail.' }),
    method: z.string().nullable(),
    url: z.string().nullable(),
    body: z.string(),
  })
  .meta({ description: 'What is sent, without secrets.' })

export function showRequest({ subject, method, url: to, body }: SentRequest) {
  return { subject: subject ?? null, method: method ?? null, url: to ?? null, body }
}
