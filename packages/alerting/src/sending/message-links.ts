import type { AcknowledgeTokens, ChannelServices, Content, Sending } from '@signalpost/channels'

type Dependencies = {
  services: Pick<ChannelServices, 'publicUrl'>
  acknowledgeTokens: AcknowledgeTokens
  consoleUrl: string
}

type Links = Required<Pick<Sending<unknown, unknown>, 'acknowledgeUrlOf' | 'signalUrlOf'>>

/** Returns where a message leads its readers to. The same content gives the same links. */
export function linksOf(
  { services, acknowledgeTokens, consoleUrl }: Dependencies,
  { content, channelId, orgId }: { content: Content; channelId: string; orgId: string },
): Links {
  const alert = 'alert' in content ? content.alert : undefined
  // A message is for everyone who reads it, unless it names a person.
  const personOf = (signalId: string) => alert?.escalation?.person ?? alert?.routed?.[signalId]
  return {
    acknowledgeUrlOf: (signalId) => {
      const by = personOf(signalId)?.personId ?? channelId
      return `${services.publicUrl}/a/${acknowledgeTokens.seal({ orgId, signalId, by })}`
    },
    signalUrlOf: (signalId) =>
      `${consoleUrl}/w/${encodeURIComponent(orgId)}/signals/${encodeURIComponent(signalId)}`,
  }
}
