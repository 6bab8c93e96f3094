import { type FormEvent, type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Failure } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useSession } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { roleChoices, roleOf } from './person-words.ts'

/** The form of an invitation, then its link where no mail server sends it. */
export function InvitePerson({ orgId }: { orgId: string }): ReactNode {
  const { isOperator } = useSession().person
  const invite = useWrite('POST /console/api/w/{orgId}/invitations')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('member')
  const [isMadeOperator, setMadeOperator] = useState(false)
  if (invite.data !== undefined) return <Invited {...invite.data} />

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const body = { email, role: roleOf(role), operator: isMadeOperator }
    invite.mutate({ params: { orgId }, body })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        The invitation works once, within 7 days, for this address. It replaces an open invitation of the
        address to this workspace.
      </p>
      <TextField label="Mail address" type="email" value={email} onChange={setEmail} required />
      <SelectField label="Role" value={role} onChange={setRole} choices={roleChoices} />
      {isOperator && (
        <label className="check">
          <input
            type="checkbox"
            checked={isMadeOperator}
            onChange={(event) => setMadeOperator(event.currentTarget.checked)}
          />
          Also an operator, who sees the whole installation
        </label>
      )}
      {invite.error !== null && <Failure error={invite.error} what="the invitation" />}
      <button type="submit" className="button primary" disabled={invite.isPending}>
        Invite
      </button>
      <CommandLine
        text={command(['person', 'invite'], { workspace: orgId, email: email || 'ADDRESS', role })}
      />
    </form>
  )
}

function Invited({ email, url }: { email: string; url: string | null }): ReactNode {
  if (url === null) {
    return (
      <p role="status">
        The invitation is on its way to <Stranger text={email} />.
      </p>
    )
  }
  return (
    <div className="stack" role="status">
      <p>
        Give this link to <Stranger text={email} />. It is shown this once: no mail server is configured here.
      </p>
      <Copyable text={url} label="the link" />
    </div>
  )
}
