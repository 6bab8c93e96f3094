const maxBlocks = 50
const maxText = 40_000

type Fault = { message: string; pointer: string }
type Limits = Record<string, number>

const limitsOfTexts: Limits = { header: 150, section: 3000, context: 3000, button: 75 }
const blockTypes = ['actions', 'context', 'divider', 'header', 'rich_text', 'section']

/**
 * Returns what Slack would reject in a message: the limits of Block Kit, with the texts of Slack's own errors.
 * https://docs.slack.dev/reference/block-kit/blocks
 */
export function findSlackFaults(payload: unknown): Fault[] {
  const faults: Fault[] = []
  const { text, blocks } = asObject(payload)
  const report = (pointer: string, message: string) => faults.push({ message, pointer })
  if (text !== undefined && (typeof text !== 'string' || text.length > maxText))
    report('/text', 'msg_too_long')
  if (blocks === undefined) return faults
  if (!Array.isArray(blocks)) return [{ message: 'must be an array', pointer: '/blocks' }]
  if (blocks.length > maxBlocks) report('/blocks', `no more than ${maxBlocks} items allowed`)
  const ids = new Set<unknown>()
  for (const [index, block] of blocks.entries()) judgeBlock(asObject(block), `/blocks/${index}`, report, ids)
  return faults
}

type Report = (pointer: string, message: string) => void

function judgeBlock(block: Record<string, unknown>, at: string, report: Report, ids: Set<unknown>): void {
  const { type, block_id: id, ...members } = block
  if (typeof type !== 'string' || !blockTypes.includes(type)) {
    report(`${at}/type`, 'unsupported type')
    return
  }
  if (id !== undefined) {
    judgeString(id, `${at}/block_id`, 255, report)
    if (ids.has(id)) report(`${at}/block_id`, 'block_id already exists')
    ids.add(id)
  }
  if (type === 'header') judgeText(members.text, `${at}/text`, { type, plainOnly: true }, report)
  if (type === 'section') {
    if (members.text === undefined) report(at, 'missing required field: text')
    else judgeText(members.text, `${at}/text`, { type }, report)
  }
  if (type === 'rich_text') judgeRichText(members.elements, at, report)
  if (type === 'context' || type === 'actions') {
    const elements = members.elements
    const max = type === 'context' ? 10 : 25
    if (!Array.isArray(elements) || elements.length === 0) report(`${at}/elements`, 'must provide an array')
    else if (elements.length > max) report(`${at}/elements`, `no more than ${max} items allowed`)
    else {
      const actionIds = new Set<unknown>()
      for (const [index, element] of elements.entries()) {
        const place = `${at}/elements/${index}`
        if (type === 'context') judgeText(element, place, { type }, report)
        else judgeButton(asObject(element), place, report, actionIds)
      }
    }
  }
  const known = type === 'header' || type === 'section' ? ['text'] : ['elements']
  for (const name of Object.keys(members)) {
    if (!known.includes(name)) report(`${at}/${name}`, 'no more properties allowed')
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
function judgeRichText(parts: unknown, at: string, report: Report): void {
  if (!Array.isArray(parts) || parts.length === 0) {
    report(`${at}/elements`, 'must provide an array')
    return
  }
  for (const [index, part] of parts.entries()) {
    const place = `${at}/elements/${index}`
    const { type, elements } = asObject(part)
    if (type !== 'rich_text_section' && type !== 'rich_text_quote')
      report(`${place}/type`, 'unsupported type')
    if (!Array.isArray(elements) || elements.length === 0)
      report(`${place}/elements`, 'must provide an array')
    else
      for (const [number, run] of elements.entries())
        judgeRun(asObject(run), `${place}/elements/${number}`, report)
  }
}

function judgeRun(run: Record<string, unknown>, at: string, report: Report): void {
  if (run.type === 'text') judgeString(run.text, `${at}/text`, limitsOfTexts.section ?? 0, report)
  else if (run.type === 'link') {
    judgeString(run.url, `${at}/url`, 3000, report)
    if (run.text !== undefined) judgeString(run.text, `${at}/text`, limitsOfTexts.section ?? 0, report)
  } else if (run.type === 'user') judgeString(run.user_id, `${at}/user_id`, 255, report)
  else if (run.type === 'date') {
    if (!Number.isInteger(run.timestamp)) report(`${at}/timestamp`, 'must be an integer')
    judgeString(run.format, `${at}/format`, 255, report)
  } else report(`${at}/type`, 'unsupported type')
}

function judgeConfirmation(confirmation: unknown, at: string, report: Report): void {
  if (confirmation === undefined) return
  const { title, text, confirm, deny } = asObject(confirmation)
  const texts = { title: [title, 100], text: [text, 300], confirm: [confirm, 30], deny: [deny, 30] } as const
  for (const [name, [value, max]] of Object.entries(texts)) {
    judgeString(asObject(value).text, `${at}/${name}/text`, max, report)
  }
}

function judgeButton(button: Record<string, unknown>, at: string, report: Report, ids: Set<unknown>): void {
  if (button.type !== 'button') report(`${at}/type`, 'unsupported type')
  judgeText(button.text, `${at}/text`, { type: 'button', plainOnly: true }, report)
  judgeString(button.action_id, `${at}/action_id`, 255, report)
  if (ids.has(button.action_id)) report(`${at}/action_id`, 'action_id already exists')
  ids.add(button.action_id)
  if (button.value !== undefined) judgeString(button.value, `${at}/value`, 2000, report)
  if (button.url !== undefined) judgeString(button.url, `${at}/url`, 3000, report)
  judgeConfirmation(button.confirm, `${at}/confirm`, report)
  if (button.style !== undefined && button.style !== 'primary' && button.style !== 'danger') {
    report(`${at}/style`, 'must be a valid enum value')
  }
}

function judgeText(
  value: unknown,
  at: string,
  { type, plainOnly = false }: { type: string; plainOnly?: boolean },
  report: Report,
): void {
  const { type: format, text } = asObject(value)
  if (format !== 'plain_text' && (plainOnly || format !== 'mrkdwn')) report(`${at}/type`, 'unsupported type')
  judgeString(text, `${at}/text`, limitsOfTexts[type] ?? 0, report)
}

function judgeString(value: unknown, at: string, max: number, report: Report): void {
  if (typeof value !== 'string') report(at, 'must be a string')
  else if (value.trim().length === 0) report(at, 'must be more than 0 characters')
  else if (value.length > max) report(at, `must be less than ${max + 1} characters`)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
