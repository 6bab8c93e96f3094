import { type ReactNode, useState } from 'react'
import type { Answer } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { CheckField } from '../../../parts/controls/check-field.tsx'
import { TextField } from '../../../parts/controls/field.tsx'
import { Modal } from '../../../parts/controls/modal.tsx'
import { AskFirst } from '../../../parts/form/ask-first.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Submit } from '../../../parts/form/submit.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { useMay } from '../../../shell/session.tsx'
import { command } from '../../../text/command.ts'
import type { FilterValues } from '../signals-filters.tsx'

type View = Answer<'GET /console/api/w/{orgId}/views'>['items'][number]

/** Keeps the filters in use as a tab. */
export function SaveView({ orgId, filters }: { orgId: string; filters: FilterValues }): ReactNode {
  const mayChange = useMay('member')
  const [isOpen, setOpen] = useState(false)
  if (!mayChange) return null
  const close = (): void => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Save view</Button>
      <Modal title="Save the view" isOpen={isOpen} onClose={close}>
        <NewView orgId={orgId} filters={filters} onDone={close} />
      </Modal>
    </>
  )
}

type NewProps = { orgId: string; filters: FilterValues; onDone: () => void }

function NewView({ orgId, filters, onDone }: NewProps): ReactNode {
  const save = useWrite('POST /console/api/w/{orgId}/views')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const submit = (): void => {
    save.mutate({ params: { orgId }, body: { name, filters, isShared } }, { onSuccess: onDone })
  }
  return (
    <Form write={save} onSubmit={submit}>
      <TextField
        label="Name"
        path="name"
        value={name}
        onChange={setName}
        placeholder="Urgent on Reddit"
        required
      />
      <CheckField label="Everyone in the workspace sees it" isChecked={isShared} onChange={setShared} />
      <Submit write={save} refused="The view was not saved.">
        Save
      </Submit>
      {isShared && (
        <CommandLine
          text={command(['view', 'create'], {
            ...{ workspace: orgId, name: name || 'NAME' },
            filter: Object.entries(filters).map((one) => one.join('=')),
          })}
        />
      )}
    </Form>
  )
}

export function DeleteView({ orgId, view }: { orgId: string; view: View }): ReactNode {
  const remove = useWrite('DELETE /console/api/w/{orgId}/views/{id}')
  if (!useMay('member')) return null
  return (
    <AskFirst
      label="Delete view"
      title="Delete the view"
      refused="The view was not deleted."
      write={remove}
      onYes={(close) => remove.mutate({ params: { orgId, id: view.viewId }, body: {} }, { onSuccess: close })}
      command={command(['view', 'delete', view.viewId], {})}
    >
      The view <Stranger text={view.name} /> is deleted{view.isShared ? ' for everyone' : ''}. Its signals
      stay.
    </AskFirst>
  )
}
