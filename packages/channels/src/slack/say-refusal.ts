import { cleanLine } from '../text/clean-text.ts'

const again = 'Copy the “Bot User OAuth Token” under “Install App” again.'
const invite = 'Open the channel in Slack, and write /invite and the name of the app there.'

const refusals: Record<string, string> = {
  invalid_auth: `Slack does not know this token. ${again}`,
  not_authed: `Slack got no token. ${again}`,
  not_allowed_token_type: `Slack does not take this kind of token. ${again}`,
  token_revoked: `This token was revoked. Install the app again. ${again}`,
  token_expired: `This token has expired. ${again}`,
  account_inactive:
    'The bot or its workspace is no longer there. Install the app in a workspace that is in use, and copy its new token.',
  org_login_required:
    'The workspace is being moved to an Enterprise organization. Check again once that is done.',
  ekm_access_denied: 'An admin of the workspace has locked access. Ask them to allow the app.',
  access_denied: 'Slack denies access. Ask an admin of the workspace to allow the app.',
  ratelimited: 'Slack asks to wait. Check again in a minute.',
  channel_not_found: `Slack does not show this channel to the app: its id is wrong, or it is private and the app is not in it. ${invite}`,
  not_in_channel: `The app is not in this channel. ${invite}`,
  is_archived: 'This channel is archived. Choose another one.',
}

/** Says what a code of Slack means, and what to do. `needed` is the scope that it asks for. */
export function sayRefusal(code: string, needed = ''): string {
  if (code === 'missing_scope') {
    const scope = cleanLine(needed).slice(0, 200) || 'that is missing'
    return `Under “OAuth & Permissions” of the app, add the scope ${scope} for the bot, then install the app again.`
  }
  return refusals[code] ?? `Slack refused with “${cleanLine(code).slice(0, 100)}”.`
}
