import { minuteMs, secondMs } from '@signalpost/domain'
import { userAgent } from '@signalpost/outgoing'
import { z } from 'zod'
import { askService } from '../ask-service.ts'
import { type Content, defineChannel, type MessageLinks } from '../channel.ts'
import { channelUrlSchema } from '../channel-url.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { wordsOf } from '../words/words-of.ts'
import {
  defaultTemplate,
  fillTemplate,
  findEscaping,
  findUnknownPlaceholders,
  hasPlaceholders,
  placeholders,
  valuesOfAlert,
} from './template.ts'

const maxItems = 50
const maxTemplate = 20_000
const maxBodyBytes = 256 * 1024
// Those that describe the connection or the length of the body are not the sender's choice.
const forbiddenHeaders = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authorization'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
])

const methods = ['POST', 'PUT', 'PATCH'] as const

const settings = z
  .strictObject({
    url: channelUrlSchema,
    method: z.enum(methods).default('POST'),
    contentType: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+(; ?charset=utf-8)?$/i, {
        message: 'expected a media type such as application/json',
      })
      .default('application/json'),
    template: z
      .string()
      .min(1)
      .max(maxTemplate)
      .superRefine((template, context) => {
        const [unknown] = findUnknownPlaceholders(template)
        if (unknown === undefined) return
        const known = Object.keys(placeholders).join(', ')
        context.addIssue({
          code: 'custom',
          message: `there is no placeholder {{${unknown}}}; expected one of ${known}`,
        })
      })
      .default(defaultTemplate),
  })
  .superRefine(({ template, contentType }, context) => {
    if (findEscaping(contentType) !== 'json' || isJsonTemplate(template, contentType)) return
    context.addIssue({
      code: 'custom',
      path: ['template'],
      message: 'expected JSON, with placeholders only inside strings, or another media type than JSON',
    })
  })

const secrets = z.strictObject({
  /** A line each, `Name: value`. They may hold credentials. */
  header: z
    .string()
    .max(8_000)
    .superRefine((text, context) => {
      for (const line of linesOf(text)) {
        const fault = findHeaderFault(line)
        if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
      }
    })
    .optional(),
})

/** Any HTTP API, with a body made from a template. */
export const http = defineChannel({
  kind: 'http',
  title: 'HTTP request',
  summary: 'Send a custom request to any HTTP API',
  isForPrograms: true,
  settings,
  secrets,
  options: {
    url: { placeholder: '<url>', description: 'the URL to send to', isUrl: true },
    method: { placeholder: '<method>', choices: methods, description: 'POST, PUT or PATCH (default: POST)' },
    contentType: {
      placeholder: '<type>',
      description:
        'the media type of the body, which decides how values are escaped (default: application/json)',
    },
    template: {
      placeholder: '<text>',
      description: 'the body, with placeholders such as {{signal.title}}',
      isLong: true,
      suggestion: JSON.stringify(JSON.parse(defaultTemplate), undefined, 2),
      inserts: Object.fromEntries(
        Object.entries(placeholders).map(([name, meaning]) => [`{{${name}}}`, meaning]),
      ),
    },
    header: {
      secret: 'text or file',
      description: 'headers, a line each: Name: value; may be repeated',
      isLong: true,
      isLines: true,
    },
  },
  guide: [
    {
      text: 'In the description of the API, look for the request that creates something: a ticket, a note, a message.',
    },
    { text: 'Give its address as “URL”, and its verb as “Method” unless it is POST.' },
    {
      text: 'Put what authenticates the request into “Header”, such as this line with your own token.',
      paste: 'Authorization: Bearer YOUR_TOKEN',
    },
    { text: 'Unless the body is JSON, give its media type as “Content type”.' },
    {
      text: 'Write the body as “Template”, with placeholders inside the strings of JSON, such as in this one.',
      paste: '{"title":"{{signal.title}}","text":"{{alert.text}}","link":"{{signal.pageUrl}}"}',
    },
  ],
  findFaults: ({ contentType, template }) =>
    findEscaping(String(contentType)) === undefined && hasPlaceholders(String(template))
      ? [
          {
            path: 'settings.contentType',
            message:
              'expected JSON, a form, XML, HTML, text/plain or text/markdown: in other types a post could change what a placeholder means',
          },
        ]
      : [],
  pace: undefined,
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: false,
  maxItems,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async (
    { outgoing },
    {
      content,
      settings: chosen,
      secrets: [secret],
      channelId,
      reference,
      signal,
      messageId,
      traceparent,
      ...links
    },
  ) => {
    if (reference !== undefined) return { outcome: 'rejected', code: 'cannot_edit' }
    const values = findValues(content, links)
    if (values === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    const { url, method, template, contentType } = chosen
    const headers = {
      'user-agent': userAgent,
      // https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header
      'idempotency-key': `"${messageId}"`,
      ...(traceparent !== undefined && { traceparent }),
      ...headersOf(secret?.header ?? ''),
      'content-type': contentType,
    }
    const escaping = findEscaping(contentType)
    // Of an earlier version, which did not refuse it.
    if (escaping === undefined && hasPlaceholders(template)) {
      return { outcome: 'rejected', code: 'type_not_supported' }
    }
    const body = fillTemplate(template, values, { escaping: escaping ?? 'text', mostBytes: maxBodyBytes })
    if (body === undefined) return { outcome: 'rejected', code: 'body_too_large' }
    return askService(outgoing, { method, url, headers, body, signal, caller: channelId })
  },
})

function findValues(content: Content, links: MessageLinks): ReturnType<typeof valuesOfAlert> | undefined {
  if ('event' in content || 'followUp' in content) return undefined
  if ('alert' in content)
    return valuesOfAlert(content.alert, describeAlert(content.alert, { maxItems, links }))
  const { heading, text, at } = content.notice
  const description: AlertDescription = {
    ...{
      lead: undefined,
      heading,
      top: heading,
      origin: text,
      signals: [],
      rest: undefined,
      isSingle: false,
    },
    words: wordsOf(),
  }
  const alert = { kind: 'instant' as const, orgId: '', ruleId: '', ruleName: heading, items: [], total: 0 }
  return valuesOfAlert({ ...alert, raisedAt: at }, description)
}

/** A value in a JSON template must stay inside its string, whatever it is. Types such as NDJSON have a document a line. */
function isJsonTemplate(template: string, contentType: string): boolean {
  // Outside a string, a word is not JSON.
  const filled = template.replaceAll(/\{\{[^{}]*\}\}/g, 'word')
  if (isJson(filled)) return true
  const isOneDocument = /[/+]json$/i.test(contentType.split(';', 1)[0] ?? '')
  return !isOneDocument && linesOf(filled.replaceAll('\u001e', '')).every(isJson)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function findHeaderFault(line: string): string | undefined {
  const name = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t\x20-\x7e]*$/.exec(line)?.[1]?.toLowerCase()
  if (name === undefined) return 'expected lines such as Authorization: Bearer …'
  if (name === 'content-type') return 'the content type is a setting of its own'
  return forbiddenHeaders.has(name) ? `the header ${name} cannot be set` : undefined
}
