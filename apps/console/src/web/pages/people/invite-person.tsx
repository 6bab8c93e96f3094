import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { CheckField } from '../../parts/controls/check-field.tsx'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
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

  const submit = (): void => {
    const body = { email, role: roleOf(role), operator: isMadeOperator }
    invite.mutate({ params: { orgId }, body })
  }
  return (
    <Form write={invite} onSubmit={submit}>
      <p>
        The invitation works once, within 7 days, for this address. It replaces an open invitation of the
        address to this workspace.
      </p>
      <TextField label="Mail address" path="email" type="email" value={email} onChange={setEmail} required />
      <SelectField label="Role" path="role" value={role} onChange={setRole} choices={roleChoices} />
      {isOperator && (
        <CheckField
          label="Also an operator, who sees the whole installation"
          isChecked={isMadeOperator}
          onChange={setMadeOperator}
        />
      )}
      <Submit write={invite} refused="The person was not invited.">
        Invite
      </Submit>
      <CommandLine
        text={command(['person', 'invite'], {
          workspace: orgId,
          email: email || 'ADDRESS',
          role,
          operator: isMadeOperator,
        })}
      />
    </Form>
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
