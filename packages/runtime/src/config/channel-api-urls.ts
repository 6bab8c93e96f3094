import type { CommonConfig } from './common-config.ts'

/** The base URLs of the services through which channels send, without a slash at the end. */
export type ChannelApiUrls = { slack: string; pagerduty: string; opsgenie: string }

export function channelApiUrls(
  config: Pick<
    CommonConfig,
    'SIGNALPOST_SLACK_API_URL' | 'SIGNALPOST_PAGERDUTY_API_URL' | 'SIGNALPOST_OPSGENIE_API_URL'
  >,
): ChannelApiUrls {
  return {
    slack: config.SIGNALPOST_SLACK_API_URL,
    pagerduty: config.SIGNALPOST_PAGERDUTY_API_URL,
    opsgenie: config.SIGNALPOST_OPSGENIE_API_URL,
  }
}
