import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField, TextField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { AskFirst } from '../../parts/form/ask-first.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { SecretOnce } from '../../parts/values/secret-once.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { EditSource } from './edit-source.tsx'

type Props = { orgId: string; source: Answer<'GET /console/api/w/{orgId}/sources/{id}'> }

export function SourceActs({ orgId, source }: Props): ReactNode {
  const [isRotating, setRotating] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const change = useWrite('PATCH /console/api/w/{orgId}/sources/{id}')
  if (!useMay('admin')) return null
  const { sourceId, enabled } = source
  const params = { orgId, id: sourceId }
  return (
    <>
      <Button onClick={() => setEditing(true)}>Edit</Button>
      <Button onClick={() => setRotating(true)}>Rotate secret</Button>
      <AskFirst
        label={enabled ? 'Disable' : 'Enable'}
        look={enabled ? 'danger' : 'primary'}
        asks={enabled}
        title="Disable the source"
        refused={`The source was not ${enabled ? 'disabled' : 'enabled'}.`}
        write={change}
        onYes={(close) => change.mutate({ params, body: { enabled: !enabled } }, { onSuccess: close })}
        command={command(['source', enabled ? 'disable' : 'enable', sourceId])}
      >
        Its deliveries are refused with 401 until an admin enables it. Most senders try again for some hours,
        then give up. What was accepted before is still applied.
      </AskFirst>
      <Modal title="Rotate the secret" isOpen={isRotating} onClose={() => setRotating(false)}>
        <Rotate orgId={orgId} source={source} />
      </Modal>
      <Modal title="Edit the source" isOpen={isEditing} onClose={() => setEditing(false)}>
        <EditSource orgId={orgId} source={source} onDone={() => setEditing(false)} />
      </Modal>
    </>
  )
}

const overlaps = [
  { value: '86400', title: 'for 24 hours' },
  { value: '604800', title: 'for 7 days' },
  { value: '3600', title: 'for 1 hour' },
  { value: '0', title: 'no longer: it ends at once' },
]

function Rotate({ orgId, source: { sourceId, scheme } }: Props): ReactNode {
  const schemes = useRead('GET /console/api/schemes', {}, { everyMs: 'never' })
  const rotate = useWrite('POST /console/api/w/{orgId}/sources/{id}/rotate')
  const [overlap, setOverlap] = useState('86400')
  const [secret, setSecret] = useState('')
  const needsSecret = schemes.data?.items.find(({ name }) => name === scheme)?.ownSecretRequired === true
  if (rotate.data !== undefined) return <SecretOnce secret={rotate.data.secret} />

  const submit = (): void => {
    const body = { overlapSeconds: Number(overlap), ...(secret !== '' && { secret: secret.trim() }) }
    rotate.mutate({ params: { orgId, id: sourceId }, body })
  }
  return (
    <Form write={rotate} onSubmit={submit}>
      <p>The sender gets a new secret. Hand it over before the present one ends.</p>
      <SelectField
        label="The present secret works"
        path="overlapSeconds"
        value={overlap}
        onChange={setOverlap}
        choices={overlaps}
      />
      {needsSecret && (
        <TextField
          label="New secret of the sender"
          path="secret"
          type="password"
          value={secret}
          onChange={setSecret}
          required
        />
      )}
      <Submit write={rotate} refused="The secret was not rotated.">
        Rotate
      </Submit>
      <CommandLine
        text={command(['source', 'rotate', sourceId], {
          overlap: `${overlap}s`,
          'secret-file': needsSecret ? 'FILE' : '',
        })}
      />
    </Form>
  )
}
