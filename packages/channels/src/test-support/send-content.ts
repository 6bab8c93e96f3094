import { expect } from 'vitest'
import type { Content, Outcome } from '../channel.ts'
import { recordSending } from '../recording/record-sending.ts'
import type { Rig } from './channel-rig.ts'

export type Changes = {
  services?: Rig['services']
  settings?: object
  secrets?: object
  signal?: AbortSignal
  messageId?: string
  attempt?: number
  reference?: Record<string, string>
  acknowledgeUrlOf?: (signalId: string) => string
  signalUrlOf?: (signalId: string) => string
  progress?: Record<string, string>
}

/** Sends, and checks that neither the outcome nor the recorded request, which are stored and shown, has a secret. */
export async function sendContent(
  rig: Rig,
  content: Content,
  { services = rig.services, settings: moreSettings, secrets: otherSecrets, ...changes }: Changes = {},
): Promise<Outcome> {
  const { channel } = rig
  const settings = channel.settings.parse({ ...rig.settings, ...moreSettings })
  const secrets = channel.secrets.parse({ ...rig.secrets, ...otherSecrets })
  const [recipient = ''] = channel.recipients(settings)
  const recorded = recordSending(channel, services, {
    content,
    messageId: 'dsp_1',
    attempt: 1,
    channelId: 'chn_1',
    orgId: 'org_demo',
    settings,
    secrets: [secrets],
    recipient,
    unsubscribeUrl: 'https://signals.example/u/token',
    signal: new AbortController().signal,
    ...changes,
  })
  const outcome = await recorded.send()
  const request = recorded.findRequest()
  if (outcome.httpStatus !== undefined) expect(request).toMatchObject({ body: expect.stringMatching(/./) })
  for (const secret of Object.values(secrets)) {
    expect(JSON.stringify([outcome, request])).not.toContain(secret)
  }
  expect(JSON.stringify(request) ?? '').not.toContain('/u/token')
  return outcome
}
