/** The values of one row that are not 0, by column. */
export type SparseRow = { values: readonly (readonly [column: number, value: number])[] }

type WeightedRow = SparseRow & { isGood: boolean; weight: number }

const mostSteps = 50
const mostHalvings = 30
const smallestStep = 1e-7

/**
 * Fits a logistic regression whose coefficients have a normal prior: Newton's method, a step halved for as long as it
 * makes things worse. The loss is convex, so there is one result, from wherever it begins.
 *
 * Source: Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 2nd edition, 4.4.1 and 3.4.1.
 */
export function fitLogistic(
  rows: readonly WeightedRow[],
  prior: Prior,
  begin: readonly number[] = prior.means,
): number[] {
  let coefficients = [...begin]
  let loss = lossOf(rows, coefficients, prior)
  for (let step = 0; step < mostSteps; step += 1) {
    const { gradient, hessian } = derivativesOf(rows, coefficients, prior)
    const direction = solve(hessian, gradient)
    // So near, a whole step squares the distance, and the loss is no longer exact enough to compare.
    if (Math.max(...direction.map(Math.abs)) < smallestStep) return move(coefficients, direction, 1)
    let scale = 1
    let next = move(coefficients, direction, scale)
    let nextLoss = lossOf(rows, next, prior)
    for (let halving = 0; nextLoss > loss && halving < mostHalvings; halving += 1) {
      scale /= 2
      next = move(coefficients, direction, scale)
      nextLoss = lossOf(rows, next, prior)
    }
    if (nextLoss > loss) break
    coefficients = next
    loss = nextLoss
  }
  return coefficients
}

/** Returns the logarithm of the odds, of which `chanceOf` makes a chance. */
export function logOddsOf({ values }: SparseRow, coefficients: readonly number[]): number {
  return values.reduce((sum, [column, value]) => sum + value * (coefficients[column] ?? 0), 0)
}

export function chanceOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** Returns minus the logarithm of the chance that was given to what happened. */
export function logLoss(logOdds: number, isGood: boolean): number {
  const towards = isGood ? logOdds : -logOdds
  return towards > 0 ? Math.log1p(Math.exp(-towards)) : Math.log1p(Math.exp(towards)) - towards
}

/** What each coefficient is before any row, and how much it takes to move it. */
type Prior = { means: readonly number[]; precisions: readonly number[] }

function lossOf(
  rows: readonly WeightedRow[],
  coefficients: readonly number[],
  { means, precisions }: Prior,
): number {
  const ofRows = rows.reduce(
    (sum, row) => sum + row.weight * logLoss(logOddsOf(row, coefficients), row.isGood),
    0,
  )
  const distances = coefficients.map(
    (coefficient, column) => (precisions[column] ?? 0) * (coefficient - (means[column] ?? 0)) ** 2,
  )
  return ofRows + distances.reduce((sum, one) => sum + one, 0) / 2
}

function derivativesOf(
  rows: readonly WeightedRow[],
  coefficients: readonly number[],
  { means, precisions }: Prior,
): { gradient: number[]; hessian: number[][] } {
  const gradient = coefficients.map(
    (coefficient, column) => (precisions[column] ?? 0) * (coefficient - (means[column] ?? 0)),
  )
  const hessian = coefficients.map((_, row) =>
    coefficients.map((_, column) => (row === column ? (precisions[row] ?? 0) : 0)),
  )
  for (const { values, isGood, weight } of rows) {
    const chance = chanceOf(logOddsOf({ values }, coefficients))
    const error = weight * (chance - (isGood ? 1 : 0))
    const curve = weight * chance * (1 - chance)
    for (const [column, value] of values) {
      gradient[column] = (gradient[column] ?? 0) + error * value
      const line = hessian[column] ?? []
      for (const [other, otherValue] of values) {
        line[other] = (line[other] ?? 0) + curve * value * otherValue
      }
    }
  }
  return { gradient, hessian }
}

function move(from: readonly number[], direction: readonly number[], scale: number): number[] {
  return from.map((value, index) => value - scale * (direction[index] ?? 0))
}

/** Solves a symmetric, positive definite system by Cholesky's decomposition. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length
  const lower: number[][] = []
  for (let row = 0; row < size; row += 1) {
    const line: number[] = []
    for (let column = 0; column <= row; column += 1) {
      const above = lower[column] ?? line
      let sum = matrix[row]?.[column] ?? 0
      for (let index = 0; index < column; index += 1) sum -= (line[index] ?? 0) * (above[index] ?? 0)
      line.push(row === column ? Math.sqrt(sum) : sum / (above[column] ?? 1))
    }
    lower.push(line)
  }
  const solution: number[] = []
  for (let row = 0; row < size; row += 1) {
    const line = lower[row] ?? []
    const sum = solution.reduce((rest, value, index) => rest - (line[index] ?? 0) * value, right[row] ?? 0)
    solution.push(sum / (line[row] ?? 1))
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0
    for (let index = row + 1; index < size; index += 1)
      sum -= (lower[index]?.[row] ?? 0) * (solution[index] ?? 0)
    solution[row] = sum / (lower[row]?.[row] ?? 1)
  }
  return solution
}
