import { startMailServer, startSlackServer, startWebhookReceiver } from '@signalpost/testing'
import { createChannelServices } from '../channel-services.ts'
import type { Rig } from './channel-rig.ts'
import { mailRig } from './mail-rig.ts'
import { slackBotRig, slackWebhookRig } from './slack-rigs.ts'
import { webhookRig, webhookSecret } from './webhook-rig.ts'

/** Starts a rig for every variant of every channel. `close` ends their servers. */
export async function startChannelRigs(): Promise<{ rigs: Rig[]; close: () => Promise<void> }> {
  const slackServer = await startSlackServer({ messagesPerSecond: Number.POSITIVE_INFINITY })
  const mailServer = await startMailServer({ login: { user: 'signalpost', password: 'right' } })
  const receiver = await startWebhookReceiver({ secrets: [webhookSecret] })
  const connect = (smtpUrl: string, slackApiUrl: string) =>
    createChannelServices({
      allowedNetworks: { has: (address) => address.startsWith('127.') },
      ca: receiver.ca,
      slackApiUrl,
      smtp: { url: smtpUrl, from: 'Signalpost <alerts@signals.example>' },
      publicUrl: 'https://signals.example',
      intakeUrl: 'https://hooks.signals.example',
    })
  const means = {
    services: connect(mailServer.url, slackServer.apiUrl),
    refusing: connect('smtp://127.0.0.1:1', 'http://127.0.0.1:1/api'),
    nameless: connect('smtp://nobody.invalid', 'http://nobody.invalid/api'),
    wrongPassword: connect(mailServer.url.replace('right', 'wrong'), slackServer.apiUrl),
  }
  return {
    rigs: [
      slackWebhookRig(slackServer, means),
      slackBotRig(slackServer, means),
      mailRig(mailServer, means),
      webhookRig(receiver, means),
    ],
    close: async () => {
      const parts = [...Object.values(means), slackServer, mailServer, receiver]
      await Promise.all(parts.map((part) => part.close()))
    },
  }
}
