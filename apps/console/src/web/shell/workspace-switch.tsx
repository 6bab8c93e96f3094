import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../api/call.ts'
import { showControls } from '../text/show-controls.ts'

type Props = { orgId: string; workspaces: Answer<'GET /console/api/session'>['workspaces'] }

export function WorkspaceSwitch({ orgId, workspaces }: Props): ReactNode {
  const navigate = useNavigate()
  const current = workspaces.find((workspace) => workspace.orgId === orgId)
  if (workspaces.length < 2) return <p className="workspace-name">{current?.name ?? orgId}</p>
  return (
    <select
      className="workspace-switch"
      aria-label="Workspace"
      value={orgId}
      onChange={(event) => void navigate({ to: `/w/${event.currentTarget.value}/overview` })}
    >
      {workspaces.map((workspace) => (
        <option key={workspace.orgId} value={workspace.orgId}>
          {showControls(workspace.name)}
        </option>
      ))}
    </select>
  )
}
