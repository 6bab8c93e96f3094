import { isLoopback } from '@signalpost/authorization'
import type { AssistantClient } from '@signalpost/database/assistants'
import { z } from 'zod'

export const clientSchema = z.object({
  name: z.string().meta({ description: 'What the client says of itself.' }),
  host: z.string().nullable().meta({ description: 'What its metadata document proves; null: unverified.' }),
  returnsTo: z.string().meta({ description: 'The host, or the scheme of an app, to which people go back.' }),
  returnsBy: z.enum(['web', 'loopback', 'app']).meta({
    description: '`loopback`: a program on the computer of the browser. `app`: a scheme of its own.',
  }),
})

export function describeClient({
  clientName,
  clientHost,
  redirectUri,
}: AssistantClient): z.infer<typeof clientSchema> {
  const redirect = new URL(redirectUri)
  const isWeb = redirect.protocol === 'https:' || redirect.protocol === 'http:'
  return {
    ...{ name: clientName, host: clientHost, returnsTo: isWeb ? redirect.host : redirect.protocol },
    returnsBy: !isWeb ? 'app' : isLoopback(redirect) ? 'loopback' : 'web',
  }
}
