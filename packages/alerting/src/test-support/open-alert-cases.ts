import type { Alert } from '@signalpost/database/dispatches'
import { createPerson, setMembership } from '@signalpost/database/people'
import { getChannel } from '@signalpost/database/rules'
import type { Signal } from '@signalpost/domain'
import { openAlertRig, type RigChannel } from './open-alert-rig.ts'

/** A workspace with one channel and one rule; `hook` identifies it at its receiver. */
export type AlertCase = { orgId: string; channelId: string; ruleId: string; hook: string }

/** Opens a rig with the steps that its tests repeat. */
export async function openAlertCases() {
  const rig = await openAlertRig()
  let hooks = 0
  return {
    rig,
    open: async (
      kind: RigChannel['kind'],
      rule: Record<string, unknown> = {},
      more: object = {},
    ): Promise<AlertCase> => {
      hooks += 1
      const hook = `hook-${hooks}`
      const { orgId } = await rig.workspace()
      const channelId = await rig.addChannel(orgId, { ...channelOf(kind, hook), ...more })
      return { orgId, channelId, ruleId: await rig.addRule(orgId, rule), hook }
    },
    raise: async (orgId: string, ...signals: Partial<Signal>[]): Promise<void> => {
      await rig.apply(
        orgId,
        signals.map((members) => rig.created(rig.signal(orgId, members))),
      )
      await rig.evaluate()
    },
    /** Does what a worker does after this much time has passed. */
    later: async (ms: number): Promise<void> => {
      rig.clock.ms += ms
      await rig.sweep()
    },
    summary: async (orgId: string) =>
      (await rig.alerts(orgId)).map(({ signalId, status, reason }) => [signalId, status, reason]),
    postsTo: ({ hook }: AlertCase) => rig.slack.messages.filter(({ channel }) => channel === hook),
    mailsTo: ({ hook }: AlertCase) => rig.mail.mails.filter(({ to }) => to === `${hook}@example.com`),
    requestsTo: ({ hook }: AlertCase) => rig.webhook.requests.filter(({ path }) => path === `/${hook}`),
    stateOf: async ({ channelId }: AlertCase) => {
      const { state, reason } = await getChannel(rig.database, { channelId })
      return { state, reason }
    },
    /** Adds a member, whom a channel of mails can reach. */
    addPerson: async (orgId: string, name: string): Promise<{ personId: string; email: string }> => {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}-${orgId}@example.com`
      const nowMs = rig.clock.ms
      return rig.database.transaction().execute(async (transaction) => {
        const { personId } = await createPerson(transaction, { email, name, isOperator: false, nowMs })
        await setMembership(transaction, { orgId, personId, role: 'member', nowMs })
        return { personId, email }
      })
    },
    endTroubles: (): void => {
      rig.slack.troubles.clear()
      rig.mail.troubles.clear()
      rig.webhook.troubles.clear()
      rig.teams.troubles.clear()
      rig.pagerduty.troubles.clear()
      rig.opsgenie.troubles.clear()
    },
  }
}

/** Returns how each attempt of an alert ended, with its code. */
export function outcomesOf(alert: Alert | undefined): string[] {
  return (alert?.attempts ?? []).map(({ outcome, code }) => (code === null ? outcome : `${outcome} ${code}`))
}

function channelOf(kind: RigChannel['kind'], hook: string): RigChannel {
  if (kind === 'slack') return { kind, name: hook }
  if (kind === 'teams' || kind === 'pagerduty' || kind === 'opsgenie' || kind === 'inbox') return { kind }
  return kind === 'email' ? { kind, to: [`${hook}@example.com`] } : { kind, path: `/${hook}` }
}
