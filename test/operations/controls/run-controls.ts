import { argv, exit, stderr, stdout } from 'node:process'
import { copyRepository } from './copy-repository.ts'
import { plantedMistakes } from './index.ts'
import type { PlantedMistake } from './planted-mistake.ts'
import { runOneTest, type TestOutcome } from './run-one-test.ts'

const usage = `usage: node test/operations/controls/run-controls.ts [--sound] [MISTAKE…]
Plants one mistake after another into a copy of the repository and runs the test that must fail because of it. Exits 1
when a test does not fail as expected. With --sound it plants nothing, and exits 1 when one of the tests fails.
`

type Verdict = { isGood: boolean; line: string }

const words = argv.slice(2)
const isSound = words.includes('--sound')
const names = words.filter((word) => word !== '--sound')
const chosen = plantedMistakes.filter(({ name }) => names.length === 0 || names.includes(name))
if (chosen.length < names.length) {
  stderr.write(usage)
  exit(2)
}

const survivors: string[] = []
for (const mistake of chosen) {
  const startedAtMs = performance.now()
  const result = await run(mistake)
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000)
  const { isGood, line } = isSound ? judgeSound(result) : judge(mistake, result)
  if (!isGood) survivors.push(mistake.name)
  stdout.write(`${mistake.name} (${seconds} s): ${line}\n`)
}
const good = chosen.length - survivors.length
stdout.write(`${good} of ${chosen.length} ${isSound ? 'tests passed' : 'mistakes caught'}\n`)
exit(survivors.length > 0 ? 1 : 0)

async function run({ file, changes, ...tested }: PlantedMistake): Promise<TestOutcome> {
  const copy = copyRepository()
  try {
    if (!isSound) copy.change(file, changes)
    return await runOneTest(copy.root, tested)
  } finally {
    copy.remove()
  }
}

/** The name of a test may say what its failure says, so the lines with it prove nothing. */
function judge({ says, test }: PlantedMistake, { outcome, output }: TestOutcome): Verdict {
  const title = test.slice(test.lastIndexOf(' > ') + 1).replace(/^> /, '')
  const lines = output.split('\n').filter((line) => !line.includes(title))
  const said = lines.find((line) => line.includes(says))
  if (outcome === 'failed' && said !== undefined) return { isGood: true, line: said.trim().slice(0, 300) }
  return { isGood: false, line: `SURVIVED: the test ${outcome}\n${lines.join('\n').slice(-3_000)}` }
}

function judgeSound({ outcome, output }: TestOutcome): Verdict {
  const isGood = outcome === 'passed'
  return { isGood, line: isGood ? outcome : `${outcome}\n${output.slice(-3_000)}` }
}
