/** The buttons of a bot's messages, by their `action_id`. Their value is the signal's id. */
export const slackActions = {
  assign: 'signalpost_assign',
  good: 'signalpost_good',
  bad: 'signalpost_bad',
} as const

export type SlackAction = keyof typeof slackActions
