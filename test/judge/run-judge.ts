import { argv, exit, stderr, stdout } from 'node:process'
import { markdownTable } from '../support/markdown-table.ts'
import type { Interval } from './bootstrap.ts'
import { areKeysKept, checkKeys, type Keys } from './check-keys.ts'
import { areKept, checkPromises, type Promises } from './check-promises.ts'
import { measurePolarity, type Polarity, polarityFloors, readReviews } from './measure-polarity.ts'
import { arePlansNamed, planSites, plansTable } from './plans/measure-plans.ts'
import { readRealPosts } from './real-posts.ts'
import { askingTables } from './relevance/asking/asking-tables.ts'
import { isAskingFound, measureAsking } from './relevance/asking/measure-asking.ts'
import { judgePools } from './relevance/judge-pool.ts'
import { readFreshListeners, readLabelledListeners } from './relevance/labelled-posts.ts'
import { isRelevant, measureRelevance, rateListeners } from './relevance/measure-relevance.ts'
import { relevanceTables } from './relevance/relevance-tables.ts'
import { firstPosts } from './relevance/top/first-posts.ts'
import { measureTop, topCount } from './relevance/top/measure-top.ts'
import { topTables } from './relevance/top/top-tables.ts'
import { writeUnlabelled } from './relevance/top/write-unlabelled.ts'
import { type Noise, noiseGate, simulateNoise } from './simulate-noise.ts'
import { type Learning, learningFloors, simulateReaders } from './simulate-readers.ts'

const usage = `usage: npm run judge [-- --unlabelled FILE]
Judges real posts and prints, as Markdown, whether the judge keeps its promises, whether keys keep different posts apart,
how well its words tell good reviews from bad ones, what verdicts teach it, and whether the score finds what two readers
would act on. Exits 1 when a promise is broken or a floor is missed.
With --unlabelled it only writes the first posts of each listener that no one labelled to FILE, for readers: one a line, as JSON.
`

const [option, file, ...more] = argv.slice(2)
if ((option !== undefined && (option !== '--unlabelled' || file === undefined)) || more.length > 0) {
  stderr.write(usage)
  exit(2)
}
const { posts, isLarge } = readRealPosts()
if (file !== undefined) {
  const collection = new Map(posts.map((post) => [post.signalId, post]))
  const count = writeUnlabelled(judgePools(readLabelledListeners(), posts), collection, file)
  stdout.write(`${count} posts to label are in ${file}.\n`)
  exit(0)
}
const promises = checkPromises(posts)
stdout.write(`Scores of version ${promises.rubric}, ${posts.length} posts.\n\n${promisesTable(promises)}\n\n`)
const keys = checkKeys(posts)
stdout.write(`${keysTable(keys)}\n\n`)
const polarity = measurePolarity(readReviews(posts))
stdout.write(polarity === undefined ? 'Too few reviews.\n\n' : `${polarityTable(polarity)}\n\n`)
const learning = simulateReaders(posts)
stdout.write(learning === undefined ? 'Too few posts of any listener.\n' : `${learningTable(learning)}\n`)
const noise = simulateNoise(posts)
stdout.write(noise === undefined ? 'Too few posts at the bar.\n' : `\n${noiseTable(noise)}\n`)
const plans = planSites()
stdout.write(`\n${plansTable(plans)}\n`)
const relevance = isLarge ? measureLabelled() : undefined
if (relevance !== undefined) {
  stdout.write(`\n${relevanceTables(relevance.sample)}\n\n${topTables(relevance.top)}\n`)
  stdout.write(`\n${askingTables(relevance.asking)}\n`)
}
if (!isLarge)
  stderr.write('The large collection is not beside the project: the floors are for it, and not applied.\n')
exit(areKept(promises) && areKeysKept(keys) && arePlansNamed(plans) && (!isLarge || areFloorsMet()) ? 0 : 1)

/** The texts of most labelled posts are in the large collection only. */
function measureLabelled() {
  const collection = new Map(posts.map((post) => [post.signalId, post]))
  const pools = judgePools(readLabelledListeners(), posts)
  const readings = pools.flatMap((one) => one.posts.map(({ first, second }) => [first, second] as const))
  return {
    sample: measureRelevance(rateListeners(pools, collection), readings),
    asking: measureAsking(pools, judgePools(readFreshListeners(), posts), collection),
    top: measureTop(
      pools.map(({ company, judged, posts: sampled, first }) => {
        const labels = new Map([...sampled, ...first].map(({ signalId, settled }) => [signalId, settled]))
        const best = firstPosts(judged, collection, topCount)
        return {
          ...{ company, candidates: judged.length },
          labels: best.map((one) => labels.get(one.judged.signalId)),
        }
      }),
      pools.flatMap((one) => one.first.map(({ first, second }) => [first, second] as const)),
    ),
  }
}

function areFloorsMet(): boolean {
  return (
    relevance !== undefined &&
    isRelevant(relevance.sample) &&
    isAskingFound(relevance.asking) &&
    polarity !== undefined &&
    learning !== undefined &&
    polarity.macro.auc >= polarityFloors.macro &&
    polarity.worst.auc >= polarityFloors.worst &&
    learning.stages.every(({ worst }) => worst >= learningFloors.worstGain) &&
    learning.mostMoved <= learningFloors.mostMoved &&
    noise !== undefined &&
    noise.left <= noiseGate
  )
}

function promisesTable(found: Promises): string {
  return markdownTable([
    ['promise', 'count', 'floor'],
    ['judged', count(found.passed), ''],
    ['dropped: nothing of the plan is in it', count(found.dropped), ''],
    ['throws', count(found.thrown), '0'],
    ['no valid signal', count(found.invalid), '0'],
    ['quotes that are not in the post', count(found.foreignQuotes), '0'],
    ['sums or caps broken', count(found.brokenSums), '0'],
    ['different bytes in a second run', count(found.differing), '0'],
    ['posts in a second of one core', count(found.postsPerSecond), ''],
  ])
}

function keysTable({ addresses, unstable, sameAddress, groups, mixedGroups, sameTitle }: Keys): string {
  return markdownTable([
    ['keys within one listener', 'count', 'floor'],
    ['addresses', count(addresses), ''],
    ['addresses whose key is not its own key', count(unstable), '0'],
    ['pairs of posts with one address', count(sameAddress.collapsed), ''],
    ['of them with different texts', count(sameAddress.different), ''],
    ['groups of posts with one title', count(groups), ''],
    ['of them with different texts', count(mixedGroups), ''],
    ['pairs of posts with one title', count(sameTitle.compared), ''],
    ['of them merged', count(sameTitle.collapsed), ''],
    ['merged with different texts', count(sameTitle.different), '0'],
  ])
}

function polarityTable({ reviews, companies, macro, worst, pooled }: Polarity): string {
  return markdownTable([
    ['AUC of the words against the stars', 'value', '95 %', 'floor'],
    [
      `mean of ${companies.length} companies`,
      three(macro.auc),
      range(macro.interval),
      `${polarityFloors.macro}`,
    ],
    [
      `worst company: ${companies[0]?.company}`,
      three(worst.auc),
      range(worst.interval),
      `${polarityFloors.worst}`,
    ],
    ...companies.slice(1, 5).map(({ company, auc }) => [`next: ${company}`, three(auc), '', '']),
    [`all ${count(reviews)} reviews`, three(pooled.auc), range(pooled.interval), ''],
  ])
}

function learningTable({ listeners, readersEach, stages, mostMoved }: Learning): string {
  const readers = `${listeners} listeners, ${readersEach} readers each`
  return markdownTable([
    [`precision at 10 (${readers})`, 'mean', '95 %', 'worst listener', 'floor of the worst'],
    ['before any verdict', three(stages[0]?.before ?? Number.NaN), '', '', ''],
    ...stages.map(({ verdicts, gain, interval, worst }) => [
      `gained by ${verdicts} verdicts`,
      three(gain),
      range(interval),
      three(worst),
      `${learningFloors.worstGain}`,
    ]),
    ['most points that an adversary moved a score', '', '', `${mostMoved}`, `${learningFloors.mostMoved}`],
  ])
}

function noiseTable({ listeners, readers, left, interval, worst, kept }: Noise): string {
  return markdownTable([
    [
      `posts at the bar (${listeners} listeners, ${readers} readers)`,
      'mean',
      '95 %',
      'worst listener',
      'gate',
    ],
    ['noise after 20 verdicts / before', three(left), range(interval), three(worst), `${noiseGate}`],
    ['other posts after / before', three(kept), '', '', ''],
  ])
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function three(value: number): string {
  return value.toFixed(3)
}

function range({ low, high }: Interval): string {
  return `${three(low)} to ${three(high)}`
}
