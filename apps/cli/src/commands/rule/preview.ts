import {
  getRuleRead,
  previewStoredRuleRead,
  type RenderedAlert,
  renderPreview,
} from '@signalpost/administration/rule'
import { idSchema, instantOf } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { getApiBase, getConsoleBase, getIntakeBase } from '../../installation/service-urls.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required, withDefault } from '../../parameters/parameter.ts'
import { pastMoment } from '../../parameters/times.ts'
import { localOnly } from '../../remote/remote-error.ts'
import { record, table } from '../../terminal/table.ts'

export const rulePreview = defineCommand({
  path: 'rule preview',
  summary: previewStoredRuleRead.summary,
  access: previewStoredRuleRead,
  parameters: {
    ruleId: required('<id>', 'the rule', idSchema),
    workspace: workspaceOfIdParameter,
    since: withDefault('--since <time>', 'when the signals were first stored, ISO or relative such as 24h', {
      schema: pastMoment,
      text: '7d',
    }),
    render: flag('--render', 'also show what it would send through each channel: its newest alert'),
  },
  run: async (context, { ruleId, workspace, since, render }) => {
    if (render && context.remote !== undefined) throw localOnly('rule preview --render')
    const reference = { ruleId, orgId: workspace }
    const { items, cutAt } = await context.call(previewStoredRuleRead, {
      ...reference,
      since: instantOf(since(context.nowMs())),
    })
    if (cutAt !== null) context.terminal.note(`Only the last ${cutAt} signals were examined.`)
    const rows = items.map((item) => [item.signalId, item.channelId, item.decision, item.reason])
    const text = table(['SIGNAL', 'CHANNEL', 'DECISION', 'REASON'], rows)
    if (!render) return { json: { items }, text }
    const rendered: RenderedAlert[] = []
    const services = { ...pick(context), installation: installationOf(context) }
    const rule = await context.call(getRuleRead, reference)
    for await (const one of renderPreview(services, rule, items)) rendered.push(one)
    return { json: { items, rendered }, text: [text, ...rendered.map(describeRendered)].join('\n\n') }
  },
})

function pick({ database, secretBox, nowMs }: CommandContext) {
  return { database, secretBox, nowMs }
}

function installationOf({ config }: CommandContext) {
  const urls = { publicUrl: getApiBase(config), intakeUrl: getIntakeBase(config) }
  return { ...urls, consoleUrl: getConsoleBase(config), apiUrls: config.apiUrls, from: config.smtp?.from }
}

function describeRendered({ channelId, channelName, kind, recipient, request }: RenderedAlert): string {
  const head = record({
    channel: `${channelName} (${channelId})`,
    kind,
    ...(recipient !== '' && { to: recipient }),
    ...(request?.subject !== undefined && { subject: request.subject }),
    ...(request?.url !== undefined && { request: `${request.method} ${request.url}` }),
  })
  return `${head}\n\n${request === null ? 'Nothing would be sent.' : showBody(request.body)}`
}

function showBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
