import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'

/** Says that a workspace has the data of the demo, and takes it away. */
export function DemoNotice({ orgId }: { orgId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const mayRemove = useMay('admin')
  const demo = useRead('GET /console/api/w/{orgId}/demo', { params: { orgId } }, { topics: ['audit'] })
  const remove = useWrite('POST /console/api/w/{orgId}/demo/remove')
  if (demo.data?.isThere !== true) return null
  const submit = (): void =>
    remove.mutate({ params: { orgId }, body: {} }, { onSuccess: () => setOpen(false) })
  return (
    <p className="quiet">
      Demo data
      {mayRemove && (
        <>
          {' · '}
          <button type="button" className="link-button" onClick={() => setOpen(true)}>
            remove it
          </button>
        </>
      )}
      <Modal title="Remove the demo data" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form write={remove} onSubmit={submit}>
          <p>
            The signals, deals, people and all else that the demo brought go away. What is yours stays. Alerts
            that were decided stay in the log, without their signals.
          </p>
          <Submit write={remove} refused="The demo data was not removed." look="danger">
            {remove.isPending ? 'Removing it…' : 'Remove'}
          </Submit>
          <CommandLine text={command(['demo', 'remove'], { workspace: orgId })} />
        </Form>
      </Modal>
    </p>
  )
}
