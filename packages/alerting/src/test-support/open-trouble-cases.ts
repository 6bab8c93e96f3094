import { updateWorkspace } from '@signalpost/database/access'
import { createPerson, setMembership } from '@signalpost/database/people'
import { sql } from 'kysely'
import { openAlertCases } from './open-alert-cases.ts'

type Heard = { id: string; type: string; orgId: string; data: Record<string, unknown> }

/** Opens a rig with the steps that tests of troubles repeat. */
export async function openTroubleCases() {
  const { addPerson: _member, ...cases } = await openAlertCases()
  const { rig, open } = cases

  /** A workspace with a webhook that is its fall-back channel, and a channel in Slack. */
  async function openWithFallback() {
    const slack = await open('slack')
    const path = `/fallback-${slack.hook}`
    const channelId = await rig.addChannel(slack.orgId, { kind: 'webhook', path })
    await updateWorkspace(rig.database, slack.orgId, { fallbackChannelId: channelId })
    const heard = () =>
      rig.webhook.requests
        .filter((request) => request.path === path)
        .map(({ body }): Heard => JSON.parse(body.toString()))
        .filter(({ type }) => type.startsWith('workspace.'))
    return { ...slack, fallbackId: channelId, heard }
  }

  async function setState(channelId: string, state: string, reason: string | null): Promise<void> {
    const since = new Date(rig.clock.ms)
    await sql`update channels set state = ${state}, reason = ${reason} where channel_id = ${channelId}`.execute(
      rig.database,
    )
    await sql`update channels set state_since = ${since} where channel_id = ${channelId}`.execute(
      rig.database,
    )
    // As the breaker of a degraded channel is.
    await sql`update channel_health set breaker_openings = ${state === 'degraded' ? 1 : 0}
      where channel_id = ${channelId}`.execute(rig.database)
  }

  async function reportLater(ms: number, workers = 1): Promise<void> {
    rig.clock.ms += ms
    await rig.report(workers)
  }

  async function addPerson(
    orgId: string,
    role: 'admin' | 'member',
  ): Promise<{ email: string; personId: string }> {
    const email = `${role}-${orgId}@example.com`
    const nowMs = rig.clock.ms
    return rig.database.transaction().execute(async (transaction) => {
      const { personId } = await createPerson(transaction, { email, name: null, isOperator: false, nowMs })
      await setMembership(transaction, { orgId, personId, role, nowMs })
      return { email, personId }
    })
  }

  const mailsOf = ({ email }: { email: string }) => rig.mail.mails.filter(({ to }) => to === email)

  return { ...cases, openWithFallback, setState, reportLater, addPerson, mailsOf }
}
