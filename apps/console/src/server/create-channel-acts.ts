import { createChannelServices, createUnsubscribeTokens } from '@signalpost/channels'
import type { ConsoleConfig } from '../config.ts'
import type { Services } from './services.ts'

type Config = Pick<
  ConsoleConfig,
  'apiUrls' | 'smtp' | 'allowedNetworks' | 'outgoingProxy' | 'publicUrl' | 'intakeUrl' | 'masterKeys' | 'cell'
>

/** Sends test messages as the worker sends alerts. Each test opens its connections and closes them. */
export function createChannelActs({
  masterKeys,
  cell,
  ...config
}: Config): Pick<Services, 'openChannels' | 'unsubscribeUrlOf'> {
  const tokens = createUnsubscribeTokens({ masterKeys, cell })
  return {
    openChannels: async () => createChannelServices(config),
    unsubscribeUrlOf: async (subscription) => `${config.publicUrl}/u/${tokens.seal(subscription)}`,
  }
}
