/** The `action_id`s of the buttons in a bot's messages. A button's value is the signal's id. */
export const slackActions = {
  assign: 'signalpost_assign',
  good: 'signalpost_good',
  bad: 'signalpost_bad',
  acknowledge: 'signalpost_acknowledge',
} as const

export type SlackAction = keyof typeof slackActions
