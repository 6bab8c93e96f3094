import { discordView } from './discord-view.ts'
import { jsonTextView, jsonView } from './json-view.ts'
import { mailView } from './mail-view.ts'
import { slackView } from './slack-view.ts'
import { teamsView } from './teams-view.ts'
import type { View } from './view.ts'

/** The view of each kind of channel. */
export const views: Readonly<Record<string, View>> = {
  slack: slackView,
  email: mailView,
  webhook: jsonTextView,
  teams: teamsView,
  discord: discordView,
  pagerduty: jsonView,
  opsgenie: jsonView,
  http: jsonTextView,
  inbox: jsonView,
}
