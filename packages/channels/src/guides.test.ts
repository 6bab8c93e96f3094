import { labelOfMember } from '@signalpost/domain/text'
import { expect, test } from 'vitest'
import type { Channel } from './channel.ts'
import { channels } from './index.ts'

const created = channels.filter((channel): channel is Channel => !('isBuiltIn' in channel))

test.each(created)(
  '$kind says how it is set up, and names every field of its form',
  ({ options, ...kind }) => {
    const guides = guidesOf(kind)
    expect(guides.every(({ guide }) => guide.length > 1)).toBe(true)
    const guide = guides.flatMap((one) => one.guide)
    const texts = guide.map(({ text }) => text).join('\n')
    const labels = Object.keys(options).map((member) => `“${labelOfMember(member)}”`)
    expect(labels.filter((label) => !texts.includes(label))).toEqual([])
    // Each step is a sentence, and what it asks to paste follows it.
    expect(guide.filter(({ text }) => !/^[A-Z].*[.:]$/.test(text))).toEqual([])
  },
)

test('the document has the steps of every kind', async () => {
  const kinds = created.map(({ title, ...kind }) => {
    const parts = guidesOf(kind).map(({ way, guide }) => {
      const steps = guide.map((step, index) => `${index + 1}. ${step.text}\n${pasted(step)}`)
      return `${way === undefined ? '' : `### ${way}\n\n`}${steps.join('')}`
    })
    return `## ${title}\n\n${parts.join('\n')}`
  })
  await expect(`${opening}\n${kinds.join('\n')}`).toMatchFileSnapshot('../../../docs/channels.md')
})

type Guided = Pick<Channel, 'guide' | 'ways'>

/** The steps of each way in which a channel can be set up. */
function guidesOf({ guide, ways }: Guided): { way?: string; guide: Channel['guide'] }[] {
  if (ways === undefined) return [{ guide }]
  return ways.map((way) => ({ way: way.title, guide: [...way.guide, ...guide] }))
}

function pasted({ paste }: { paste?: string }): string {
  if (paste === undefined) return ''
  const lines = paste.split('\n').map((line) => `   ${line}`)
  return ['', '   ```text', ...lines, '   ```', ''].join('\n')
}

const opening = `# Setting up channels

What to click at each service, and which field of “New channel” takes what it shows. The form has the same steps. [Alerts](alerts.md)
describes what each channel sends, and the commands that do the same.
`
