import type { LoadedChannel } from '@signalpost/database/rules'
import { defaultToleranceSeconds, findScheme, prepareVerifier, type Verifier } from '@signalpost/signatures'
import { type KnownSource, prepareSource, sealedUnderAnotherKey } from '../sources/source-directory.ts'

/** A channel as the intake holds it: its workspace, its verifier and its users here. */
export type KnownChannel = Pick<KnownSource, 'orgId' | 'enabled' | 'verifier' | 'signatureHeadersOf'> & {
  channelId: string
  /** Our users by their ids on the channel's side. */
  users: Record<string, string>
}

export type ChannelDirectory = {
  /** Finds no channel that cannot send anything to the intake. */
  find: (channelId: string) => KnownChannel | undefined
  /** Stands in for a channel that does not exist, so that its refusal costs as much. */
  dummy: { verifier: Verifier }
  /** Replaces all channels; reports to `onUnusable` those that are unusable, or lack one of their secrets. */
  replace: (loaded: LoadedChannel[]) => void
}

const schemeName = 'slack'

export function createChannelDirectory({
  onUnusable,
}: {
  onUnusable: (channelId: string, error: unknown) => void
}): ChannelDirectory {
  let channels = new Map<string, KnownChannel>()
  return {
    find: (channelId) => channels.get(channelId),
    dummy: { verifier: prepareDummy() },
    replace: (loaded) => {
      const prepared = new Map<string, KnownChannel>()
      for (const channel of loaded) {
        const { channelId } = channel
        if (channel.sealedSecretIds.length > 0) onUnusable(channelId, new Error(sealedUnderAnotherKey))
        try {
          const known = prepareChannel(channel)
          if (known !== undefined) prepared.set(channelId, known)
        } catch (error) {
          onUnusable(channelId, error)
        }
      }
      channels = prepared
    },
  }
}

function prepareChannel({ channelId, orgId, enabled, users, ...channel }: LoadedChannel) {
  const secrets = channel.secrets.flatMap(({ secretId, values: { signingSecret }, validUntil }) =>
    signingSecret === undefined ? [] : [{ secretId, text: signingSecret, validUntil }],
  )
  if (secrets.length === 0) return undefined
  const { verifier, signatureHeadersOf } = prepareSource({
    sourceId: channelId,
    orgId,
    enabled,
    scheme: schemeName,
    settings: {},
    toleranceSeconds: defaultToleranceSeconds,
    ratePerMinute: null,
    secrets,
    sealedSecretIds: [],
  })
  return { channelId, orgId, enabled, users, verifier, signatureHeadersOf }
}

/** Slack's grammar and the full work of a refusal, for every request. */
function prepareDummy(): Verifier {
  const scheme = findScheme(schemeName)
  if (scheme === undefined) throw new Error(`There is no signature scheme ${schemeName}.`)
  return prepareVerifier({ scheme, settings: {}, secrets: [], toleranceSeconds: defaultToleranceSeconds })
}
