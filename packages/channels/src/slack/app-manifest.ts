/**
 * What makes a Slack app of it, as JSON. A bot posts, also where it was not invited, edits its own messages, and lists
 * channels to choose from.
 * https://docs.slack.dev/reference/app-manifest
 */
export const slackAppManifest = JSON.stringify(
  {
    display_information: {
      name: 'Signalpost',
      description: 'Leads worth acting on, and who takes them.',
    },
    features: { bot_user: { display_name: 'Signalpost', always_online: true } },
    oauth_config: { scopes: { bot: ['chat:write', 'chat:write.public', 'channels:read', 'groups:read'] } },
    settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
  },
  null,
  2,
)
