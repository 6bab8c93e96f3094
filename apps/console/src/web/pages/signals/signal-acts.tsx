import { type ReactNode, useState } from 'react'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay, useSession } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'
import { NewDeal } from '../pipeline/deal-new.tsx'
import { type Signal, useChangeSignal } from './use-change-signal.ts'
import { useSignalKeys } from './use-signal-keys.ts'

/** What can be done with the signal of a page, by buttons and by the keys of the list. */
export function SignalActs({ orgId, signal }: { orgId: string; signal: Signal }): ReactNode {
  const { personId } = useSession().person
  const mayChange = useMay('member')
  const write = useChangeSignal(orgId, personId)
  const [opened, setOpened] = useState<'assign' | 'deal'>()
  useSignalKeys({ items: [], chosen: [signal], personId, isOn: mayChange, change: write.mutate })
  if (!mayChange) return null
  const close = (): void => setOpened(undefined)
  const { id, assignedTo, feedback, readAt, acknowledgedAt, accountKey } = signal
  const change = (body: Parameters<typeof write.mutate>[0]['body']): void => write.mutate({ ids: [id], body })
  const verdict = (value: 'good' | 'bad', title: string) => (
    <button
      type="button"
      className="button"
      aria-pressed={feedback?.verdict === value}
      disabled={write.isPending}
      onClick={() => change({ verdict: feedback?.verdict === value ? 'none' : value })}
    >
      {title}
    </button>
  )
  return (
    <>
      {assignedTo?.userId === personId ? (
        <button
          type="button"
          className="button"
          disabled={write.isPending}
          onClick={() => change({ assignedTo: null })}
        >
          Unassign
        </button>
      ) : (
        <button
          type="button"
          className="button primary"
          disabled={write.isPending}
          onClick={() => change({ assignedTo: personId })}
        >
          Assign to me
        </button>
      )}
      <button type="button" className="button" onClick={() => setOpened('assign')}>
        Assign…
      </button>
      {verdict('good', 'Good')}
      {verdict('bad', 'Bad')}
      {readAt === undefined && (
        <button
          type="button"
          className="button"
          disabled={write.isPending}
          onClick={() => change({ read: true })}
        >
          Mark read
        </button>
      )}
      {acknowledgedAt === undefined && (
        <button
          type="button"
          className="button"
          disabled={write.isPending}
          onClick={() => change({ acknowledged: true })}
        >
          Acknowledge
        </button>
      )}
      <button type="button" className="button" onClick={() => setOpened('deal')}>
        New deal
      </button>
      <Refusal error={write.error} what="The signal was not changed." />
      <Modal title="Assign the signal" isOpen={opened === 'assign'} onClose={close}>
        <Assign orgId={orgId} signalId={id} personId={personId} onDone={close} />
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

type AssignProps = { orgId: string; signalId: string; personId: string; onDone: () => void }

function Assign({ orgId, signalId, personId, onDone }: AssignProps): ReactNode {
  const write = useChangeSignal(orgId, personId)
  const [userId, setUserId] = useState('')
  const people = usePeopleNames(orgId)
  const submit = (): void => {
    const body = { assignedTo: userId.trim() === '' ? null : userId.trim() }
    write.mutate({ ids: [signalId], body }, { onSuccess: onDone })
  }
  return (
    <Form write={write} onSubmit={submit}>
      <p>Rules, webhooks and warehouses follow the assignment. The new assignee replaces the current one.</p>
      <TextField
        label="User"
        path="assignedTo"
        value={userId}
        onChange={setUserId}
        suggestions={people}
        placeholder="usr_…"
        hint="Choose a person, or type an id. Empty unassigns it."
      />
      <Refusal error={write.error} what="The signal was not assigned." />
      <button type="submit" className="button primary" disabled={write.isPending}>
        {userId.trim() === '' ? 'Unassign' : 'Assign'}
      </button>
      <CommandLine
        text={command(['signal', 'assign', signalId], { to: userId.trim() || 'none', workspace: orgId })}
      />
    </Form>
  )
}
