/** The `action_id`s of the buttons in a bot's messages. A button's value is the signal's id. */
export const slackActions = {
  assign: 'signalpost_assign',
  unassign: 'signalpost_unassign',
  good: 'signalpost_good',
  bad: 'signalpost_bad',
  clearVerdict: 'signalpost_clear_verdict',
  acknowledge: 'signalpost_acknowledge',
} as const

export type SlackAction = keyof typeof slackActions
