import { hasCome } from '@signalpost/domain/text'
import { type ButtonHTMLAttributes, type FormEvent, type ReactNode, useState } from 'react'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { Button } from '../../parts/form/button.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay, useSession } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'
import { NewDeal } from '../pipeline/deal-new.tsx'
import { type Act, actsOf } from './inbox/acts.ts'
import { useInboxKeys } from './inbox/use-inbox-keys.ts'
import { useTriageOfPage } from './inbox/use-triage.ts'
import { SaveToList } from './signal-lists.tsx'
import type { Signal } from './use-change-signal.ts'

/** What can be done with the signal of a page. */
export function SignalActs({ orgId, signal }: { orgId: string; signal: Signal }): ReactNode {
  const { personId } = useSession().person
  const mayChange = useMay('member')
  const { perform, withHeld } = useTriageOfPage()
  const [opened, setOpened] = useState<'assign' | 'deal' | 'list'>()
  const open = (what: typeof opened) => (mayChange ? () => setOpened(what) : undefined)
  useInboxKeys((key) => (key === 'd' ? open('deal') : key === 's' ? open('list') : undefined))
  if (!mayChange) return null
  const close = (): void => setOpened(undefined)
  const { id, assignedTo, feedback, readAt, acknowledgedAt, accountKey } = withHeld(signal)
  const acts = actsOf(personId)
  const button = (title: string, act: Act, more: ButtonHTMLAttributes<HTMLButtonElement> = {}) => (
    <Button onClick={() => perform([signal], act)} {...more}>
      {title}
    </Button>
  )
  const verdict = (value: 'good' | 'bad', title: string) => {
    const isGiven = feedback?.verdict === value
    return button(title, isGiven ? acts.noVerdict : acts[value], { 'aria-pressed': isGiven })
  }
  return (
    <>
      {assignedTo?.userId === personId
        ? button('Unassign', acts.unassign)
        : button('Assign to me', acts.take, { className: 'button primary' })}
      <Button onClick={open('assign')}>Assign…</Button>
      {verdict('good', 'Good')}
      {verdict('bad', 'Bad')}
      {!hasCome(readAt, Date.now()) && button('Mark read', acts.read)}
      {!hasCome(acknowledgedAt, Date.now()) && button('Acknowledge', acts.acknowledge)}
      <Button onClick={open('deal')}>New deal</Button>
      <Modal title="Assign the signal" isOpen={opened === 'assign'} onClose={close}>
        <Assign orgId={orgId} signal={signal} personId={personId} onDone={close} />
      </Modal>
      <Modal title="Save to a list" isOpen={opened === 'list'} onClose={close}>
        <SaveToList orgId={orgId} signalId={id} onDone={close} />
      </Modal>
      <Modal title="New deal" isOpen={opened === 'deal'} onClose={close}>
        <NewDeal
          orgId={orgId}
          from={{
            signalId: id,
            name: readTitle(signal.title),
            ...(accountKey !== undefined && { accountKey }),
          }}
        />
      </Modal>
    </>
  )
}

type AssignProps = { orgId: string; signal: Signal; personId: string; onDone: () => void }

/** Gives the signal to someone, chosen by name. */
function Assign({ orgId, signal, personId, onDone }: AssignProps): ReactNode {
  const { perform } = useTriageOfPage()
  const [userId, setUserId] = useState(signal.assignedTo?.userId ?? '')
  const people = usePeopleNames(orgId)
  const choices = [...people].map(([value, title]) => ({ value, title }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const did = `Assigned to ${people.get(userId) ?? 'no one'}`
    const assign = { body: { assignedTo: userId }, did, didNot: 'was not assigned' }
    perform([signal], userId === '' ? actsOf(personId).unassign : assign)
    onDone()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>Rules, webhooks and warehouses follow the assignment. The new assignee replaces the current one.</p>
      <SelectField label="Person" all="No one" value={userId} choices={choices} onChange={setUserId} />
      <Button type="submit" look="primary">
        {userId === '' ? 'Unassign' : 'Assign'}
      </Button>
      <CommandLine
        text={command(['signal', 'assign', signal.id], { to: userId || 'none', workspace: orgId })}
      />
    </form>
  )
}
