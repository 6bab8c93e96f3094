import { nameAccount } from '@signalpost/domain/text'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRuleNames } from '../../api/use-alert-names.ts'
import { useListenerNames } from '../../api/use-listener-names.ts'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { List } from '../../parts/data/list.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay, useSession } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { nameOfUser } from '../../text/name-of.ts'
import { NewSilence } from './new-silence.tsx'

type Silence = AnswerOf<'GET /console/api/w/{orgId}/silences'>['items'][number]

const countedAtMost = 1_000

export function SilencesPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [isCreating, setCreating] = useState(false)
  const pages = usePages(orgId)
  const silences = useRead(
    'GET /console/api/w/{orgId}/silences',
    { params: { orgId }, query: { cursor: pages.cursor, limit: '25' } },
    { topics: ['alerts', 'audit'], keep: true },
  )
  const end = useWrite('POST /console/api/w/{orgId}/silences/{id}/end')
  const names = { rules: useRuleNames(orgId), listeners: useListenerNames(orgId) }
  const people = usePeopleNames(orgId)
  const mayEnd = useMayEnd()
  const create = useMay('member') && (
    <Button look="primary" onClick={() => setCreating(true)}>
      New silence
    </Button>
  )
  return (
    <Page
      title="Silences"
      lead="What is muted, until when, and how many alerts each silence held back."
      acts={create}
    >
      <Refusal error={end.error} what="The silence was not ended." />
      <List
        of={silences}
        what="the silences"
        empty={
          <Empty title="Nothing is muted">
            <p>A silence mutes an account, a listener, a rule or everything until a set time.</p>
          </Empty>
        }
        pages={pages}
        caption="Silences, the newest first"
        keyOf={({ silenceId }) => silenceId}
        columns={[
          {
            title: 'Mutes',
            isWide: true,
            cell: ({ conditions, reason }) => (
              <>
                <Stranger text={mutedBy(conditions, names)} />
                {reason !== null && (
                  <span className="quiet">
                    {' '}
                    · <Stranger text={reason} />
                  </span>
                )}
              </>
            ),
          },
          {
            title: 'State',
            cell: ({ isStanding }) => <Status value={isStanding ? 'active' : 'ended'} />,
          },
          {
            title: 'Held back',
            isMinor: true,
            align: 'end',
            cell: ({ keptBack }) => `${format(keptBack)}${keptBack === countedAtMost ? ' or more' : ''}`,
          },
          {
            title: 'Ends',
            align: 'end',
            cell: ({ endedAt, until }) => <Moment at={endedAt ?? until} mayBeAhead={endedAt === null} />,
          },
          {
            title: 'By',
            isMinor: true,
            cell: ({ createdBy }) => <Stranger text={nameActor(createdBy, people)} />,
          },
          {
            title: 'Act',
            align: 'end',
            cell: (silence) =>
              mayEnd(silence) && (
                <Button
                  aria-label={`End the silence of ${mutedBy(silence.conditions, names)}`}
                  disabled={end.isPending}
                  onClick={() => end.mutate({ params: { orgId, id: silence.silenceId }, body: {} })}
                >
                  End
                </Button>
              ),
          },
        ]}
      />
      <CommandLine text={command(['silence', 'list'], { workspace: orgId })} />
      <Modal title="New silence" isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewSilence orgId={orgId} onDone={() => setCreating(false)} />
      </Modal>
    </Page>
  )
}

/** Members end their own silences, admins all. */
function useMayEnd(): (silence: Silence) => boolean {
  const { personId } = useSession().person
  const mayEndAll = useMay('admin')
  return ({ isStanding, createdBy }) =>
    isStanding && (mayEndAll || (createdBy?.kind === 'person' && createdBy.id === personId))
}

function nameActor(createdBy: Silence['createdBy'], people: ReadonlyMap<string, string>): string {
  if (createdBy === null) return 'unknown'
  if (createdBy.kind !== 'person') return createdBy.id
  return nameOfUser(people, createdBy.id)
}

function mutedBy(
  { accountKey, listenerId, ruleId }: Silence['conditions'],
  { rules, listeners }: Readonly<Record<'rules' | 'listeners', ReadonlyMap<string, string>>>,
): string {
  const parts = [
    ...(accountKey === undefined ? [] : [`account ${nameAccount(accountKey)}`]),
    ...(listenerId === undefined ? [] : [`listener ${listeners.get(listenerId) ?? 'of the sender'}`]),
    ...(ruleId === undefined ? [] : [rules.has(ruleId) ? `rule ${rules.get(ruleId)}` : 'a deleted rule']),
  ]
  return parts.length === 0 ? 'everything' : parts.join(', ')
}
