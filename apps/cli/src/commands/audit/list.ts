import { type AuditEntry, listAuditEntries } from '@signalpost/database/acts'
import { instantOf } from '@signalpost/domain'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { cursorParameter, readCursor } from '../../parameters/cursor.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { readRemotePage } from '../../remote/read-remote-page.ts'
import { table } from '../../terminal/table.ts'

const cursorSchema = z.string().regex(/^aud_[0-9a-z]{26}$/, { message: 'expected the nextCursor of a page' })

export const auditList = defineCommand({
  path: 'audit list',
  summary: 'List what people, keys and the command line did, and what was refused, newest first.',
  parameters: {
    workspace: workspaceOfIdParameter,
    since: optional(
      '--since <time>',
      'only entries since this time, ISO or relative such as 24h',
      pastMoment,
    ),
    act: optional('--act <act>', 'only entries of this act, such as source.rotate'),
    actor: optional('--actor <id>', 'only entries of this person, key or account'),
    limit: withDefault('--limit <n>', 'the page size, at most 1000', {
      schema: wholeNumber({ min: 1, max: 1000 }),
      text: '50',
    }),
    cursor: cursorParameter,
  },
  run: async (context, { workspace, since, act, actor, limit, cursor }) => {
    const { nowMs, remote, terminal } = context
    const sinceMs = since?.(nowMs())
    const filter = {
      orgId: workspace,
      act,
      actorId: actor,
      since: sinceMs === undefined ? undefined : new Date(sinceMs),
    }
    const readHere = async () => {
      const before = readCursor(cursorSchema, cursor)
      const found = await listAuditEntries(context.database, filter, { limit: limit + 1, before })
      const page = found.slice(0, limit)
      return { items: page, nextCursor: found.length > limit ? page.at(-1)?.auditId : undefined }
    }
    const readThere = async (client: ConsoleClient) => {
      const { orgId } = await context.getWorkspace(workspace)
      const query = { act, actor, since: sinceMs === undefined ? undefined : instantOf(sinceMs) }
      return readRemotePage<AuditEntry>(client, `/w/${orgId}/audit`, { query, limit, cursor })
    }
    const { items, nextCursor } = remote === undefined ? await readHere() : await readThere(remote)
    if (nextCursor !== undefined) terminal.note(`There are more. Continue with --cursor ${nextCursor}`)
    const rows = items.map((entry) => [
      entry.at,
      entry.orgId,
      entry.refusal === null ? entry.act : `${entry.act} (refused)`,
      entry.via === null
        ? `${entry.actor.kind} ${entry.actor.id}`
        : `${entry.actor.kind} ${entry.actor.id} (${entry.via})`,
      `${entry.target.type} ${entry.target.id}`,
    ])
    const head = ['AT', 'WORKSPACE', 'ACT', 'BY', 'TARGET']
    return { json: { items, nextCursor }, text: table(head, rows) }
  },
})
