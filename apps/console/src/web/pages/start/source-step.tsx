import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FirstSteps } from '../../api/use-first-steps.ts'
import { Button } from '../../parts/form/button.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { NewSource } from '../sources/source-new.tsx'
import { NeedsRole } from './needs-role.tsx'

type Props = {
  orgId: string
  step: FirstSteps['steps'][number]
  onCreated: NonNullable<ComponentProps<typeof NewSource>['onCreated']>
}

/** A sender's address and secret. */
export function SourceStep({ orgId, step: { recordId, name }, onCreated }: Props): ReactNode {
  const mayCreate = useMay('admin')
  const [isCreating, setCreating] = useState(false)
  const isFormShown = mayCreate && (isCreating || recordId === null)
  return (
    <>
      <p>A source gives one sender an address to deliver to, and a secret to sign with.</p>
      {recordId !== null && (
        <p>
          <Link to={`/w/${orgId}/sources/${recordId}`}>
            <Stranger text={name ?? 'your source'} />
          </Link>{' '}
          may send.
        </p>
      )}
      {isFormShown && (
        <NewSource
          orgId={orgId}
          onCreated={(source) => {
            setCreating(true)
            onCreated(source)
          }}
        />
      )}
      {!mayCreate && recordId === null && <NeedsRole orgId={orgId} demands="admin" />}
      {mayCreate && !isFormShown && <Button onClick={() => setCreating(true)}>Create another</Button>}
      {!isFormShown && <CommandLine text={command(['source', 'list'], { workspace: orgId })} />}
    </>
  )
}
