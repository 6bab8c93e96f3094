import { labelOfMember } from '@signalpost/domain/text'
import { expect, test } from 'vitest'
import { channels } from './index.ts'

const created = channels.filter((channel) => !('isBuiltIn' in channel))

test.each(created)('$kind says how it is set up, and names every field of its form', ({ options, guide }) => {
  expect(guide.length).toBeGreaterThan(1)
  const texts = guide.map(({ text }) => text).join('\n')
  const labels = Object.keys(options).map((member) => `“${labelOfMember(member)}”`)
  expect(labels.filter((label) => !texts.includes(label))).toEqual([])
  // Each step is a sentence, and what it asks to paste follows it.
  expect(guide.filter(({ text }) => !/^[A-Z].*[.:]$/.test(text))).toEqual([])
})

test('the document has the steps of every kind', async () => {
  const kinds = created.map(({ title, guide }) => {
    const steps = guide.map((step, index) => `${index + 1}. ${step.text}\n${pasted(step)}`)
    return `## ${title}\n\n${steps.join('')}`
  })
  await expect(`${opening}\n${kinds.join('\n')}`).toMatchFileSnapshot('../../../docs/channels.md')
})

function pasted({ paste }: { paste?: string }): string {
  if (paste === undefined) return ''
  const lines = paste.split('\n').map((line) => `   ${line}`)
  return ['', '   ```text', ...lines, '   ```', ''].join('\n')
}

const opening = `# Setting up channels

What to click at each service, and which field of “New channel” takes what it shows. The form has the same steps. [Alerts](alerts.md)
describes what each channel sends, and the commands that do the same.
`
