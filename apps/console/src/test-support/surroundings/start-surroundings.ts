import {
  findLastingPort,
  type MailServer,
  type OidcProvider,
  type SlackServer,
  startMailServer,
  startOidcProvider,
  startSlackServer,
} from '@signalpost/testing'
import {
  type PagerdutyServer,
  startPagerdutyServer,
  startTeamsServer,
  type TeamsServer,
} from '@signalpost/testing/services'

/** Stand-ins for everything around an installation: where its alerts go, and where its people log in. */
export type Surroundings = {
  slack: SlackServer
  mail: MailServer
  teams: TeamsServer
  pagerduty: PagerdutyServer
  provider: OidcProvider
  consoleUrl: string
  /** The environment of an installation that uses them. */
  settings: Record<string, string>
  close: () => Promise<void>
}

export async function startSurroundings(): Promise<Surroundings> {
  const intakePort = await findLastingPort()
  const consolePort = await findLastingPort()
  const consoleUrl = `http://127.0.0.1:${consolePort}`
  const [slack, mail, teams, pagerduty, provider] = await Promise.all([
    startSlackServer(),
    startMailServer(),
    startTeamsServer(),
    startPagerdutyServer(),
    startOidcProvider({ redirectUrl: `${consoleUrl}/login/oidc` }),
  ])
  return {
    ...{ slack, mail, teams, pagerduty, provider, consoleUrl },
    settings: {
      SIGNALPOST_INTAKE_PORT: String(intakePort),
      SIGNALPOST_CONSOLE_PORT: String(consolePort),
      SIGNALPOST_CONSOLE_URL: consoleUrl,
      SIGNALPOST_SLACK_API_URL: slack.apiUrl,
      SIGNALPOST_PAGERDUTY_API_URL: pagerduty.url,
      SIGNALPOST_SMTP_URL: mail.url,
      SIGNALPOST_MAIL_FROM: 'alerts@example.com',
      SIGNALPOST_OIDC_ISSUER: provider.issuer,
      SIGNALPOST_OIDC_CLIENT_ID: provider.clientId,
      SIGNALPOST_OIDC_CLIENT_SECRET: provider.clientSecret,
    },
    close: async () => {
      await Promise.all([slack, mail, teams, pagerduty, provider].map((one) => one.close()))
    },
  }
}
