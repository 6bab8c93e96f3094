import { performAct } from '@signalpost/administration'
import {
  createListenerAct,
  deleteListenerAct,
  editListenerAct,
  pauseListenerAct,
  resumeListenerAct,
} from '@signalpost/administration/listener'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

const { orgId: _createdIn, ...created } = createListenerAct.input.shape
const { orgId: _editedIn, listenerId: _edited, ...edited } = editListenerAct.input.shape
const reference = z.object({ listenerId: z.string(), isPaused: z.boolean() })
const success = { status: 200, description: 'The listener.', schema: reference }

type Owned = { listener: { id: string }; schedule: { isPaused: boolean } }

function describe({ listener: { id: listenerId }, schedule: { isPaused } }: Owned) {
  return { listenerId, isPaused }
}

export const createListener = defineRoute({
  operationId: 'createListener',
  method: 'post',
  path: '/console/api/w/{orgId}/listeners',
  role: 'admin',
  summary: 'Create a listener that searches',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject(created),
  success: { ...success, status: 201 },
  errors: ['conflict'],
  handle: async (services, { caller, params: { orgId }, body }) =>
    describe(await performAct(services, { caller, act: createListenerAct, input: { ...body, orgId } })),
})

export const editListener = defineRoute({
  operationId: 'editListener',
  method: 'patch',
  path: '/console/api/w/{orgId}/listeners/{id}',
  role: 'admin',
  summary: 'Change a listener; it is then due at once',
  params: recordParams,
  query: noQuery,
  body: z.strictObject(edited),
  success,
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId, id: listenerId }, body }) => {
    const input = { ...body, orgId, listenerId }
    return describe(await performAct(services, { caller, act: editListenerAct, input }))
  },
})

export const switchListener = defineRoute({
  operationId: 'switchListener',
  method: 'post',
  path: '/console/api/w/{orgId}/listeners/{id}/switch',
  role: 'admin',
  summary: 'Pause a listener, or let it run again',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ paused: z.boolean() }),
  success,
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId, id: listenerId }, body: { paused } }) => {
    const act = paused ? pauseListenerAct : resumeListenerAct
    return describe(await performAct(services, { caller, act, input: { orgId, listenerId } }))
  },
})

export const deleteListener = defineRoute({
  operationId: 'deleteListener',
  method: 'delete',
  path: '/console/api/w/{orgId}/listeners/{id}',
  role: 'admin',
  summary: 'Delete a listener; its signals stay',
  params: recordParams,
  query: noQuery,
  success,
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId, id: listenerId } }) => {
    const input = { orgId, listenerId }
    return describe(await performAct(services, { caller, act: deleteListenerAct, input }))
  },
})
